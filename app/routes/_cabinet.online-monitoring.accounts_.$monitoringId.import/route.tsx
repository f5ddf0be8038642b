import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FileField } from "#app/components/form/file-field";
import { FormError } from "#app/components/form/form-error";
import { SelectField } from "#app/components/form/select-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { FaqLink } from "#app/components/layout/faq-link";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { Disclosure } from "#app/components/ui/disclosure";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireSection, section } from "#app/services/sections.server";
import * as contract from "#contract/monitoring/import";
import { statementSamples } from "#contract/monitoring/statement-samples";
import { isNamedZone, statementZones } from "#contract/monitoring/statement-time-zones";
import { statementMaxBytes } from "#statements/kinds";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "import", "title");

const loadSchema = () =>
  import("#contract/monitoring/import").then(({ uploadStatementInput }) => uploadStatementInput);

/** For the file dialog only; the file type is detected from the content. */
const extensions = [".htm", ".html", ".xlsx", ".csv", ".tsv", ".txt", ".xml"];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const id = params.monitoringId ?? "";
  const [start, texts] = await Promise.all([
    callApi(caller, contract.importForm, { monitoringId: id }),
    loadTranslations(request, "import"),
  ]);
  return { ...start, id, zones: statementZones, texts };
}

export const action = formAction(
  section("monitoring"),
  form(contract.uploadStatementInput, async (value, { params, caller }) => {
    const id = params.monitoringId ?? "";
    const { importId } = await callApi(caller, contract.uploadStatement, { monitoringId: id, ...value });
    return redirect(paths.importPreview(id, importId));
  }),
  { files: { maxFileBytes: statementMaxBytes } },
);

export default function ImportHistory() {
  const t = useTranslations("import");
  const { accountName, number, zone, zones } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useContractForm(loadSchema, {
    lastResult: answer?.lastResult,
    defaultValue: { zone },
  });
  const offered = zones.includes(zone) ? zones : [zone, ...zones];
  const zoneLabel = (value: string) => (isNamedZone(value) ? t(`zone_${value}`) : value);
  return (
    <>
      <Link className="back" to={paths.monitoringAccounts}>
        {t("back")}
      </Link>
      <section className="card sheet">
        <h2>
          {t("title")}: {accountName} ({number})
        </h2>
        <Form method="post" encType="multipart/form-data" of={form}>
          <FormError form={form} />
          <FileField
            field={fields.file}
            label={t("file")}
            hint={t("intro")}
            accept={extensions}
            dropZone={t("dropFile")}
          />
          <SelectField
            field={fields.zone}
            label={t("zone")}
            hint={t("zoneHint")}
            options={offered.map((value) => ({ value, label: zoneLabel(value) }))}
          />
          <SubmitButton>{t("upload")}</SubmitButton>
          <FaqLink question="import" />
        </Form>
        <div>
          <Disclosure summary={t("howTitle")}>
            <p>{t("howMt5")}</p>
            <p>{t("howMt4")}</p>
          </Disclosure>
          <Disclosure summary={t("formatsTitle")}>
            <p>{t("formats")}</p>
            <h3>{t("samplesTitle")}</h3>
            <ul>
              {statementSamples.map(({ name, file }) => (
                <li key={file}>
                  <a href={`/samples/${file}`} download>
                    {name ?? t("otherTables")}
                  </a>
                </li>
              ))}
            </ul>
          </Disclosure>
        </div>
      </section>
    </>
  );
}
