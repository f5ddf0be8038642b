import type { SubmissionResult } from "@conform-to/react";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormError } from "#app/components/form/form-error";
import { resultOf } from "#app/components/form/form-result";
import { RadioField } from "#app/components/form/radio-field";
import { SecondRecipient } from "#app/components/form/second-recipient";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";
import { Table } from "#app/components/ui/table";
import { dateTimeText, utcDateText } from "#app/lib/dates";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { recipientForms } from "#app/services/second-recipient.server";
import { requireSection, section } from "#app/services/sections.server";
import { timeZoneChoices } from "#app/services/time-zones.server";
import { redirectWithToast } from "#app/services/toast.server";
import { reportPeriods } from "#contract/monitoring/notice-kinds";
import * as contract from "#contract/monitoring/notices";
import { sendForm } from "./forms";
import { ReportsForm } from "./reports-form";

const loadSchema = () => import("./forms").then(({ sendForm }) => sendForm);

type SendFormProps = { monitoringId: string; lastResult: SubmissionResult<string[]> | undefined };

/** Sends a report now, for the period up to now, or shows it without sending. */
function SendForm({ monitoringId, lastResult }: SendFormProps) {
  const t = useTranslations("notices");
  const [form, fields] = useContractForm(loadSchema, {
    id: "send",
    lastResult,
    defaultValue: { period: "daily" },
  });
  return (
    <section className="card">
      <h2>{t("sendTitle")}</h2>
      <p>{t("sendText")}</p>
      <Form method="post" of={form}>
        <FormError form={form} />
        <RadioField
          field={fields.period}
          label={t("period")}
          choices={reportPeriods.map((value) => ({ value, label: t(`period_${value}`) }))}
        />
        <SubmitButton name="intent" value="send" variant="secondary">
          {t("sendNow")}
        </SubmitButton>
      </Form>
      <div className="row">
        {joinWithSpaces([
          <span key="label" className="hint">
            {t("preview")}
          </span>,
          ...reportPeriods.map((value) => (
            <a
              key={value}
              className="lone"
              href={paths.reportPreview(monitoringId, value)}
              target="_blank"
              rel="noreferrer"
            >
              {t(`period_${value}`)}
            </a>
          )),
        ])}
      </div>
    </section>
  );
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "notices", "which");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const id = params.monitoringId ?? "";
  const [reports, texts] = await Promise.all([
    callApi(caller, contract.readReports, { monitoringId: id }),
    loadTranslations(request, "notices"),
  ]);
  return {
    ...reports,
    monitoringId: id,
    zones: timeZoneChoices(reports.zone, new Date(), caller.language),
    texts,
  };
}

export const action = formAction(section("monitoring"), {
  save: form(contract.reportSettings, async (value, { request, params, caller }) => {
    const id = params.monitoringId ?? "";
    await callApi(caller, contract.setReports, { monitoringId: id, ...value });
    const t = await translationsFor(request, "notices");
    return redirectWithToast(paths.monitoringSettings(id, "reports"), t("reportsSaved"));
  }),
  send: form(sendForm, async (value, { request, params, caller }) => {
    const id = params.monitoringId ?? "";
    await callApi(caller, contract.sendReport, { monitoringId: id, ...value });
    const { email, recipient } = await callApi(caller, contract.readReports, { monitoringId: id });
    const all = recipient?.state === "confirmed" ? `${email}, ${recipient.email}` : email;
    const t = await translationsFor(request, "notices");
    return redirectWithToast(paths.monitoringSettings(id, "reports"), t("reportSent", { email: all }));
  }),
  ...recipientForms("reports"),
});

export default function ReportSettings() {
  const t = useTranslations("notices");
  const language = useLanguage();
  const viewer = useViewer();
  const reports = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <div className="stack">
        <ReportsForm reports={reports} lastResult={resultOf(answer, "save")} />
        <SecondRecipient
          recipient={reports.recipient}
          lastResult={resultOf(answer, "setRecipient", "removeRecipient")}
        />
      </div>
      <div className="stack">
        <SendForm monitoringId={reports.monitoringId} lastResult={resultOf(answer, "send")} />
        <section className="card">
          <h2>{t("sentTitle")}</h2>
          {reports.sent.length === 0 ? (
            <p className="muted">{t("sentNone")}</p>
          ) : (
            <Table
              caption={t("sentTitle")}
              rows={reports.sent}
              rowKey={({ period, sentAt }) => period + sentAt}
              columns={[
                {
                  key: "kind",
                  label: t("kind"),
                  isRowHeader: true,
                  cell: ({ period }) => t(`kind_${period}`),
                },
                {
                  key: "days",
                  label: t("days"),
                  cell: ({ from, to }) =>
                    from === to
                      ? utcDateText(from, language)
                      : `${utcDateText(from, language)} – ${utcDateText(to, language)}`,
                },
                { key: "sent", label: t("sentAt"), cell: ({ sentAt }) => dateTimeText(sentAt, viewer) },
              ]}
            />
          )}
        </section>
      </div>
    </>
  );
}
