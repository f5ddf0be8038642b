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
import { Button } from "#app/components/ui/button";
import { Notice } from "#app/components/ui/notice";
import { whyNoControl } from "#app/lib/power-state";
import { behindDialog, listAddress, listState } from "#app/lib/server-list-url";
import { serverName } from "#app/lib/server-name";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import * as contract from "#contract/vps/index";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "reinstall", "reinstallPageTitle");

const refreshSeconds = 3;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const id = params.serverId ?? "";
  const requestedSystem = new URL(request.url).searchParams.get("system");
  const [state, server, texts] = await Promise.all([
    callApi(caller, contract.reinstallState, { serverId: id }),
    callApi(caller, contract.getServer, { serverId: id }),
    loadTranslations(request, "reinstall"),
  ]);
  const chosen = state.operatingSystems.find((system) => system === requestedSystem) ?? null;
  return { id, name: serverName(server), ...state, chosen, idempotencyKey: crypto.randomUUID(), texts };
}

/** The request is queued like those of `Control`, and shown there. */
export const action = formAction(
  requireClient,
  form(contract.reinstallForm, async (value, { request, params, caller, idempotencyKey }) => {
    const serverId = params.serverId ?? "";
    await callApi(caller, contract.reinstall, { serverId, ...value }, { idempotencyKey });
    return redirect(listAddress(listState(new URL(request.url).search), paths.server(serverId, "control")));
  }),
);

export default function Reinstall() {
  const t = useTranslations("reinstall");
  const { id, name, status, isBusy, chosen, hasSnapshots } = useLoaderData<typeof loader>();
  const noControl = whyNoControl(status);
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  const isOpen = !noControl && !isBusy;
  return (
    <DialogPage title={t("reinstallTitle", { name })} closeTo={behindDialog(search, id)}>
      <FormErrors result={answer?.lastResult} />
      {noControl && <Notice>{t(noControl)}</Notice>}
      {!noControl && isBusy && <Notice tone="info">{t("processing")}</Notice>}
      {isOpen && (
        <Notice tone="warning" title={t("loss")}>
          {hasSnapshots && <p>{t("lossSnapshots")}</p>}
          <p>{t("kept")}</p>
        </Notice>
      )}
      {isOpen && (chosen === null ? <ChooseSystem /> : <ConfirmReinstall system={chosen} />)}
      {!noControl && <p className="hint">{t("time")}</p>}
      {isBusy && <Refreshing seconds={refreshSeconds} />}
    </DialogPage>
  );
}

/** Chooses the operating system to install; the confirmation has its own URL. */
function ChooseSystem() {
  const t = useTranslations("reinstall");
  const { operatingSystem, operatingSystems } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Form method="get" className="form" preventScrollReset>
      {Object.entries(listState(search)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="field">
        <label htmlFor="system">{t("operatingSystem")}</label>
        <select
          id="system"
          name="system"
          className="input"
          defaultValue={operatingSystem}
          aria-describedby="system-now"
        >
          {operatingSystems.map((system) => (
            <option key={system}>{system}</option>
          ))}
        </select>
        <p id="system-now" className="hint">
          {t("now", { system: operatingSystem })}
        </p>
      </div>
      <Button type="submit" variant="danger">
        {t("choose")}
      </Button>
    </Form>
  );
}

/** The confirmation, stating what is lost. */
function ConfirmReinstall({ system }: { system: string }) {
  const t = useTranslations("reinstall");
  const { id, idempotencyKey } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <ConfirmForm
      question={t("askReinstall", { id, system })}
      idempotencyKey={idempotencyKey}
      no={{ label: t("cancel"), to: listAddress(listState(search), paths.server(id, "reinstall")) }}
    >
      <SubmitButton name="operatingSystem" value={system} variant="danger">
        {t("yesReinstall")}
      </SubmitButton>
    </ConfirmForm>
  );
}
