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
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import * as contract from "#contract/vps/index";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "serverPassword", "passwordPageTitle");

const refreshSeconds = 3;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const id = params.serverId ?? "";
  const [{ status, isBusy }, server, texts] = await Promise.all([
    callApi(caller, contract.controlState, { serverId: id }),
    callApi(caller, contract.getServer, { serverId: id }),
    loadTranslations(request, "serverPassword"),
  ]);
  const isConfirming = new URL(request.url).searchParams.get("confirm") === "reset";
  return {
    id,
    name: serverName(server),
    status,
    isBusy,
    isConfirming,
    idempotencyKey: crypto.randomUUID(),
    texts,
  };
}

/** The request is queued like those of `Control`, and shown there. */
export const action = formAction(
  requireClient,
  form(noFields, async (_, { request, params, caller, idempotencyKey }) => {
    const serverId = params.serverId ?? "";
    await callApi(caller, contract.resetServerPassword, { serverId }, { idempotencyKey });
    return redirect(listAddress(listState(new URL(request.url).search), paths.server(serverId, "control")));
  }),
);

export default function ServerPassword() {
  const t = useTranslations("serverPassword");
  const { id, name, status, isBusy, isConfirming, idempotencyKey } = useLoaderData<typeof loader>();
  const noControl = whyNoControl(status);
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  const isOpen = !noControl && !isBusy;
  const state = listState(search);
  return (
    <DialogPage title={t("passwordTitle", { name })} closeTo={behindDialog(search, id)}>
      <FormErrors result={answer?.lastResult} />
      {noControl && <Notice>{t(noControl)}</Notice>}
      {!noControl && isBusy && <Notice tone="info">{t("processing")}</Notice>}
      {isOpen && (
        <p>
          {t("about")} <strong>{t("restart")}</strong>
        </p>
      )}
      {isOpen && isConfirming && (
        <ConfirmForm
          question={t("askReset", { id })}
          idempotencyKey={idempotencyKey}
          no={{ label: t("cancel"), to: listAddress(state, paths.server(id, "password")) }}
        >
          <SubmitButton variant="danger">{t("yesReset")}</SubmitButton>
        </ConfirmForm>
      )}
      {isOpen && !isConfirming && (
        <Form method="get" preventScrollReset>
          {Object.entries(state).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" name="confirm" value="reset">
            {t("choose")}
          </Button>
        </Form>
      )}
      {!noControl && <p className="hint">{t("time")}</p>}
      {isBusy && <Refreshing seconds={refreshSeconds} />}
    </DialogPage>
  );
}
