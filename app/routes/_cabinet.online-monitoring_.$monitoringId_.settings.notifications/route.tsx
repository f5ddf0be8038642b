import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { invalidForm, parseForm, readForm, refusedForm } from "#app/services/form.server";
import { loadTexts } from "#app/services/locale.server";
import { requireSection } from "#app/services/sections.server";
import { textFor } from "#app/services/text.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/monitoring/notices";
import { AlertLog } from "./alert-log";
import { AlertsForm } from "./alerts-form";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "notices", "when");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const [alerts, texts] = await Promise.all([
    callApi(caller, contract.readAlerts, { id: params.monitoringId ?? "" }),
    loadTexts(request, "notices"),
  ]);
  return { ...alerts, texts };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const id = params.monitoringId ?? "";
  const submission = parseForm(await readForm(request), contract.alertSettings);
  if (submission.status !== "success") return invalidForm(submission);
  try {
    await callApi(caller, contract.setAlerts, { id, ...submission.value });
    const t = await textFor(request, "notices");
    return await redirectWithToast(paths.monitoringSettings(id, "notifications"), t("alertsSaved"));
  } catch (error) {
    return refusedForm(submission, error);
  }
}

export default function NotificationSettings() {
  const alerts = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AlertsForm alerts={alerts} lastResult={answer?.lastResult} />
      <AlertLog log={alerts.log} />
    </>
  );
}
