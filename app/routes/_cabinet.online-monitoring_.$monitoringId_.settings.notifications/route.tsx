import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { resultOf } from "#app/components/form/result-of";
import { SecondRecipient } from "#app/components/form/second-recipient";
import { pageTitle } from "#app/components/page-title";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { recipientForms } from "#app/services/second-recipient.server";
import { requireSection, section } from "#app/services/sections.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/monitoring/notices";
import { AlertLog } from "./alert-log";
import { AlertsForm } from "./alerts-form";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "notices", "notificationsTitle");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const [alerts, texts] = await Promise.all([
    callApi(caller, contract.readAlerts, { monitoringId: params.monitoringId ?? "" }),
    loadTranslations(request, "notices"),
  ]);
  return { ...alerts, texts };
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
      <AlertsForm alerts={alerts} lastResult={resultOf(answer, "save")} />
      <SecondRecipient
        recipient={alerts.recipient}
        lastResult={resultOf(answer, "setRecipient", "removeRecipient")}
      />
      <AlertLog log={alerts.log} />
    </>
  );
}
