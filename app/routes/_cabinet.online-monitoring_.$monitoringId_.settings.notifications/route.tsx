import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { resultOf } from "#app/components/form/form-result";
import { SecondRecipient } from "#app/components/form/second-recipient";
import { pageTitle } from "#app/components/page-title";
import { useTranslations, useViewer } from "#app/components/translations";
import { Table } from "#app/components/ui/table";
import { dateTimeText } from "#app/lib/dates";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { recipientForms } from "#app/services/second-recipient.server";
import { requireSection, section } from "#app/services/sections.server";
import { redirectWithToast } from "#app/services/toast.server";
import type { AlertLogEntry } from "#contract/monitoring/notices";
import * as contract from "#contract/monitoring/notices";
import { AlertsForm } from "./alerts-form";
import { loadThresholdCharts } from "./threshold-charts.server";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "notices", "notificationsTitle");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const monitoringId = params.monitoringId ?? "";
  const [alerts, texts] = await Promise.all([
    callApi(caller, contract.readAlerts, { monitoringId }),
    loadTranslations(request, "notices"),
  ]);
  return { ...alerts, charts: await loadThresholdCharts(caller, monitoringId, alerts), texts };
}

export const action = formAction(section("monitoring"), {
  save: form(contract.alertSettings, async (value, { request, params, caller }) => {
    const id = params.monitoringId ?? "";
    await callApi(caller, contract.setAlerts, { monitoringId: id, ...value });
    const t = await translationsFor(request, "notices");
    return redirectWithToast(paths.monitoringSettings(id, "notifications"), t("alertsSaved"));
  }),
  ...recipientForms("alerts"),
});

export default function NotificationSettings() {
  const alerts = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AlertsForm alerts={alerts} charts={alerts.charts} lastResult={resultOf(answer, "save")} />
      <div className="stack">
        <SecondRecipient
          recipient={alerts.recipient}
          lastResult={resultOf(answer, "setRecipient", "removeRecipient")}
        />
        <AlertLog log={alerts.log} hasBot={alerts.botEnabled} />
      </div>
    </>
  );
}

type AlertLogProps = { log: readonly AlertLogEntry[]; hasBot: boolean };

/** Sent alerts and their delivery status; without a chat-bot there is no column for it. */
function AlertLog({ log, hasBot }: AlertLogProps) {
  const t = useTranslations("notices");
  const viewer = useViewer();
  return (
    <section className="card">
      <h2>{t("logTitle")}</h2>
      {log.length === 0 ? (
        <p className="muted">{t("logNone")}</p>
      ) : (
        <Table
          caption={t("logTitle")}
          rows={log}
          rowKey={({ id }) => id}
          columns={[
            { key: "at", label: t("at"), isRowHeader: true, cell: ({ at }) => dateTimeText(at, viewer) },
            { key: "text", label: t("text"), cell: ({ text }) => text },
            { key: "email", label: t("email"), cell: ({ email }) => t(`way_${email}`) },
            ...(hasBot
              ? [{ key: "bot", label: t("bot"), cell: ({ bot }: AlertLogEntry) => t(`way_${bot}`) }]
              : []),
          ]}
        />
      )}
    </section>
  );
}
