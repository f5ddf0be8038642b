import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { FormErrors } from "#app/components/form/form-errors";
import { DialogPage } from "#app/components/layout/dialog-page";
import { Refreshing } from "#app/components/layout/refreshing";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { Notice } from "#app/components/ui/notice";
import { behindDialog, listAddress, listState } from "#app/lib/servers-address";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { controlMinutes } from "#contract/rules";
import * as contract from "#contract/vps/index";
import { canControl, controlActions } from "#contract/vps/status";
import { ChooseAction, ConfirmAction } from "./control-actions";
import { EarlierRequests, RequestProgress } from "./request-progress";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "control", "controlPageTitle");

const refreshSeconds = 3;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const id = params.serverId ?? "";
  const asked = new URL(request.url).searchParams.get("confirm");
  const [state, texts] = await Promise.all([
    callApi(caller, contract.controlState, { serverId: id }),
    loadTranslations(request, "control"),
  ]);
  const confirm = controlActions.find((action) => action === asked) ?? null;
  return { id, ...state, confirm, idempotencyKey: crypto.randomUUID(), texts };
}

export const action = formAction(
  requireClient,
  form(contract.controlForm, async (value, { request, params, caller, idempotencyKey }) => {
    const serverId = params.serverId ?? "";
    await callApi(caller, contract.control, { serverId, ...value }, { idempotencyKey });
    return redirect(listAddress(listState(new URL(request.url).search), paths.server(serverId, "control")));
  }),
);

export default function Control() {
  const t = useTranslations("control");
  const { id, isOn, status, isBusy, requests, confirm } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  const [last, ...earlier] = requests;
  return (
    <DialogPage title={t("controlTitle", { id })} closeTo={behindDialog(search, id)}>
      <FormErrors result={answer?.lastResult} />
      <p>
        <Badge tone={isOn ? "positive" : "neutral"}>{t(isOn ? "machineOn" : "machineOff")}</Badge>
      </p>
      {!canControl(status) && <Notice>{t("notActive")}</Notice>}
      {canControl(status) && isBusy && <Notice tone="info">{t("processing")}</Notice>}
      {canControl(status) && !isBusy && (confirm ? <ConfirmAction action={confirm} /> : <ChooseAction />)}
      <p className="hint">{t("controlTime", controlMinutes)}</p>
      {last && <RequestProgress request={last} />}
      {isBusy && <Refreshing seconds={refreshSeconds} />}
      {earlier.length > 0 && <EarlierRequests requests={earlier} />}
    </DialogPage>
  );
}
