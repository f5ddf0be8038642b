import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { resultOf } from "#app/components/form/result-of";
import { SecondRecipient } from "#app/components/form/second-recipient";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { Table } from "#app/components/ui/table";
import { dateTimeText, utcDateText } from "#app/lib/dates";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { recipientForms } from "#app/services/second-recipient.server";
import { requireSection, section } from "#app/services/sections.server";
import { redirectWithToast } from "#app/services/toast.server";
import { zonesOf } from "#app/services/zones.server";
import * as contract from "#contract/monitoring/notices";
import { sendForm } from "./forms";
import { ReportsForm } from "./reports-form";
import { SendForm } from "./send-form";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "notices", "which");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const id = params.monitoringId ?? "";
  const [reports, texts] = await Promise.all([
    callApi(caller, contract.readReports, { monitoringId: id }),
    loadTranslations(request, "notices"),
  ]);
  return { ...reports, zones: zonesOf(reports.zone, new Date()), texts };
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
      <ReportsForm reports={reports} lastResult={resultOf(answer, "save")} />
      <SecondRecipient
        recipient={reports.recipient}
        lastResult={resultOf(answer, "setRecipient", "removeRecipient")}
      />
      <SendForm lastResult={resultOf(answer, "send")} />
      <section>
        <h2>{t("sentTitle")}</h2>
        {reports.sent.length === 0 ? (
          <p className="muted">{t("sentNone")}</p>
        ) : (
          <Table
            caption={t("sentTitle")}
            rows={reports.sent}
            rowKey={({ period, sentAt }) => period + sentAt}
            columns={[
              { key: "kind", label: t("kind"), isRowHeader: true, cell: ({ period }) => t(`kind_${period}`) },
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
    </>
  );
}
