import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Form } from "#app/components/form";
import { ConfirmForm } from "#app/components/form/confirm-form";
import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { DialogPage } from "#app/components/layout/dialog-page";
import { Refreshing } from "#app/components/layout/refreshing";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { Button } from "#app/components/ui/button";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";
import { Notice } from "#app/components/ui/notice";
import { powerState, whyNoControl } from "#app/lib/power-state";
import { behindDialog, listAddress, listState } from "#app/lib/server-list-url";
import { serverName } from "#app/lib/server-name";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { controlMinutes } from "#contract/rules";
import * as contract from "#contract/vps/index";
import type { ControlAction } from "#contract/vps/status";
import { actionsWhere, controlActions } from "#contract/vps/status";
import { EarlierRequests, RequestProgress } from "./request-progress";

const questions = { turnOn: "askTurnOn", turnOff: "askTurnOff", restart: "askRestart" } as const;
const yeses = { turnOn: "yesTurnOn", turnOff: "yesTurnOff", restart: "yesRestart" } as const;

/** The actions possible in the server's current state; each opens a confirmation at its own URL. */
function ChooseAction() {
  const t = useTranslations("control");
  const { isOn } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Form method="get" className="row" preventScrollReset>
      {Object.entries(listState(search)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {joinWithSpaces(
        actionsWhere(isOn).map((action) => (
          <Button
            key={action}
            type="submit"
            name="confirm"
            value={action}
            {...(action === "turnOff" && { variant: "danger" })}
          >
            {t(action)}
          </Button>
        )),
      )}
    </Form>
  );
}

/** The confirmation, with the consequences for trading. */
function ConfirmAction({ action }: { action: ControlAction }) {
  const t = useTranslations("control");
  const { id, idempotencyKey } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <ConfirmForm
      question={t(questions[action])}
      idempotencyKey={idempotencyKey}
      no={{ label: t("cancel"), to: listAddress(listState(search), paths.server(id, "control")) }}
    >
      <SubmitButton name="action" value={action} variant={action === "turnOff" ? "danger" : "primary"}>
        {t(yeses[action])}
      </SubmitButton>
    </ConfirmForm>
  );
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "control", "controlTitle", { name: args.data?.name ?? "" });

const refreshSeconds = 3;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const id = params.serverId ?? "";
  const requestedAction = new URL(request.url).searchParams.get("confirm");
  const [state, server, texts] = await Promise.all([
    callApi(caller, contract.controlState, { serverId: id }),
    callApi(caller, contract.getServer, { serverId: id }),
    loadTranslations(request, "control"),
  ]);
  const confirm = controlActions.find((action) => action === requestedAction) ?? null;
  return { id, name: serverName(server), ...state, confirm, idempotencyKey: crypto.randomUUID(), texts };
}

export const action = formAction(
  requireClient,
  form(contract.controlForm, async (value, { request, params, caller, idempotencyKey }) => {
    const serverId = params.serverId ?? "";
    await callApi(caller, contract.control, { serverId, ...value }, { idempotencyKey });
    return redirect(listAddress(listState(new URL(request.url).search), paths.server(serverId, "control")));
  }),
);

const powerTones = { settingUp: "info", machineOn: "positive", machineOff: "neutral" } as const;

export default function Control() {
  const t = useTranslations("control");
  const { id, name, isOn, status, isBusy, requests, confirm } = useLoaderData<typeof loader>();
  const power = powerState({ status, isOn });
  const noControl = whyNoControl(status);
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  const [last, ...earlier] = requests;
  return (
    <DialogPage title={t("controlTitle", { name })} closeTo={behindDialog(search, id)}>
      <FormErrors result={answer?.lastResult} />
      <p>
        <Badge tone={powerTones[power]}>{t(power)}</Badge>
      </p>
      {noControl && <Notice>{t(noControl)}</Notice>}
      {!noControl && isBusy && <Notice tone="info">{t("processing")}</Notice>}
      {!noControl && !isBusy && (confirm ? <ConfirmAction action={confirm} /> : <ChooseAction />)}
      <p className="hint">{t("controlTime", controlMinutes)}</p>
      {last && <RequestProgress request={last} />}
      {isBusy && <Refreshing seconds={refreshSeconds} />}
      {earlier.length > 0 && <EarlierRequests requests={earlier} />}
    </DialogPage>
  );
}
