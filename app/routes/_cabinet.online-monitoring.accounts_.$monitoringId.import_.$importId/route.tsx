import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { FormErrors } from "#app/components/form/form-errors";
import { resultOf } from "#app/components/form/form-result";
import { Refreshing } from "#app/components/layout/refreshing";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { Meter } from "#app/components/ui/meter";
import { Notice } from "#app/components/ui/notice";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireSection, section } from "#app/services/sections.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/monitoring/import";
import { Preview } from "./preview";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "import", "title");

const refreshSeconds = 2;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const { monitoringId = "", importId = "" } = params;
  const [status, { number }, texts] = await Promise.all([
    callApi(caller, contract.readImport, { monitoringId, importId }),
    callApi(caller, contract.importForm, { monitoringId }),
    loadTranslations(request, "import"),
  ]);
  return { ...status, monitoringId, number, texts };
}

export const action = formAction(section("monitoring"), {
  import: form(contract.confirmImportInput, async (value, { params, caller }) => {
    const { monitoringId = "", importId = "" } = params;
    await callApi(caller, contract.confirmImport, { ...value, monitoringId, importId });
    return redirect(paths.importPreview(monitoringId, importId));
  }),
  discard: form(noFields, async (_, { request, params, caller }) => {
    const { monitoringId = "", importId = "" } = params;
    await callApi(caller, contract.discardImport, { monitoringId, importId });
    const t = await translationsFor(request, "import");
    return redirectWithToast(paths.importHistory(monitoringId), t("discarded"));
  }),
});

export default function ImportPreview() {
  const t = useTranslations("import");
  const status = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const {
    monitoringId,
    state,
    progress,
    problem,
    preview,
    accountName,
    number,
    addedTrades,
    addedOperations,
  } = status;
  const count = (preview?.trades ?? 0) + (preview?.operations ?? 0);
  return (
    <section className="stack">
      <h2>
        {t("title")}: {accountName} ({number})
      </h2>
      {state === "reading" && (
        <Working title={t("readingTitle")} text={t("readingText")} progress={progress} />
      )}
      {state === "importing" && (
        <Working title={t("importingTitle")} text={t("importingText", { count })} progress={progress} />
      )}
      {state === "failed" && (
        <Notice tone="negative" role="alert" title={t("failedTitle")}>
          <p>{problem}</p>
          <p>{t("failedText")}</p>
          <Link className="lone" to={paths.importHistory(monitoringId)}>
            {t("another")}
          </Link>
        </Notice>
      )}
      {state !== "ready" && <FormErrors result={answer?.lastResult} />}
      {state === "ready" && preview && (
        <Preview status={status} preview={preview} result={resultOf(answer, "import", "discard")} />
      )}
      {state === "imported" && (
        <Notice tone="positive" role="status" title={t("importedTitle")}>
          <p>{t("importedText", { trades: addedTrades, operations: addedOperations })}</p>
          <a className="lone" href={paths.monitoringPage(monitoringId)}>
            {t("toPage")}
          </a>
        </Notice>
      )}
      <p>
        <Link className="lone" to={paths.monitoringAccounts}>
          {t("back")}
        </Link>
      </p>
    </section>
  );
}

/** A background job in progress: the page polls it with and without script. */
function Working({ title, text, progress }: { title: string; text: string; progress: number }) {
  const t = useTranslations("import");
  return (
    <>
      <Notice role="status" title={title}>
        <p>{text}</p>
      </Notice>
      <Meter label={title} value={progress} max={100}>
        {t("progress", { percent: progress })}
      </Meter>
      <Refreshing seconds={refreshSeconds} />
    </>
  );
}
