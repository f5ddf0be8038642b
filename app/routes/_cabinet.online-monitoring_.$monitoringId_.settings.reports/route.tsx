import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useText } from "#app/components/text";
import { Table } from "#app/components/ui/table";
import { dateText, dateTimeText } from "#app/lib/dates";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { invalidForm, parseForm, readForm, refusedForm } from "#app/services/form.server";
import { loadTexts } from "#app/services/locale.server";
import { requireSection } from "#app/services/sections.server";
import { textFor } from "#app/services/text.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/monitoring/notices";
import { sendForm } from "./forms";
import { ReportsForm } from "./reports-form";
import { SendForm } from "./send-form";
import { zonesOf } from "./zones.server";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "notices", "which");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const id = params.monitoringId ?? "";
  const [reports, texts] = await Promise.all([
    callApi(caller, contract.readReports, { id }),
    loadTexts(request, "notices"),
  ]);
  return { ...reports, zones: zonesOf(reports.zone, new Date()), texts };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const id = params.monitoringId ?? "";
  const form = await readForm(request);
  const t = await textFor(request, "notices");
  const back = paths.monitoringSettings(id, "reports");
  const isSending = form.get("intent") === "send";
  const submission = parseForm(form, isSending ? sendForm : contract.reportSettings);
  if (submission.status !== "success") return invalidForm(submission);
  try {
    if ("period" in submission.value) await callApi(caller, contract.sendReport, { id, ...submission.value });
    else await callApi(caller, contract.setReports, { id, ...submission.value });
    const { email } = await callApi(caller, contract.readReports, { id });
    return await redirectWithToast(back, isSending ? t("reportSent", { email }) : t("reportsSaved"));
  } catch (error) {
    return refusedForm(submission, error);
  }
}

export default function ReportSettings() {
  const t = useText("notices");
  const language = useLanguage();
  const reports = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.lastResult;
  const isSending = lastResult?.initialValue?.intent === "send";
  return (
    <>
      <ReportsForm reports={reports} lastResult={isSending ? undefined : lastResult} />
      <SendForm lastResult={isSending ? lastResult : undefined} />
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
                    ? dateText(from, language)
                    : `${dateText(from, language)} – ${dateText(to, language)}`,
              },
              { key: "sent", label: t("sentAt"), cell: ({ sentAt }) => dateTimeText(sentAt, language) },
            ]}
          />
        )}
      </section>
    </>
  );
}
