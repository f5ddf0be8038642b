import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { FormErrors } from "#app/components/form/form-errors";
import { DialogPage } from "#app/components/layout/dialog-page";
import { Refreshing } from "#app/components/layout/refreshing";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { behindDialog, listAddress, listState } from "#app/lib/servers-address";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import * as contract from "#contract/vps/index";
import { canControl } from "#contract/vps/status";
import { ConfirmChange } from "./confirm-change";
import { MakeSnapshot } from "./make-snapshot";
import { Requests } from "./requests";
import { SnapshotList } from "./snapshot-list";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "snapshots", "snapshotsPageTitle");

const refreshSeconds = 3;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const id = params.serverId ?? "";
  const { searchParams } = new URL(request.url);
  const [state, texts] = await Promise.all([
    callApi(caller, contract.snapshotState, { serverId: id }),
    loadTranslations(request, "snapshots"),
  ]);
  const asked = searchParams.get("confirm");
  const change = (["rollBack", "dropSnapshot"] as const).find((action) => action === asked);
  const snapshot = state.snapshots?.find(({ name }) => name === searchParams.get("snapshot"));
  const confirm = change && snapshot ? { action: change, snapshot } : null;
  return { id, ...state, confirm, idempotencyKey: crypto.randomUUID(), texts };
}

export type SnapshotPage = Awaited<ReturnType<typeof loader>>;

export const action = formAction(
  requireClient,
  form(contract.snapshotForm, async (value, { request, params, caller, idempotencyKey }) => {
    const serverId = params.serverId ?? "";
    await callApi(caller, contract.orderSnapshot, { serverId, ...value }, { idempotencyKey });
    return redirect(listAddress(listState(new URL(request.url).search), paths.server(serverId, "snapshots")));
  }),
);

export default function Snapshots() {
  const t = useTranslations("snapshots");
  const page = useLoaderData<typeof loader>();
  const { id, status, snapshots, limit, isBusy, confirm, requests } = page;
  const lastResult = useActionData<typeof action>()?.lastResult;
  const { search } = useLocation();
  const isOpen = canControl(status) && !isBusy;
  const hasRoom = snapshots === null || snapshots.length < limit;
  const canMake = isOpen && hasRoom && !confirm;
  return (
    <DialogPage wide title={t("snapshotsTitle", { id })} closeTo={behindDialog(search, id)}>
      {!canMake && <FormErrors result={lastResult} />}
      {!canControl(status) && <Notice>{t("notActive")}</Notice>}
      {canControl(status) && isBusy && <Notice tone="info">{t("processing")}</Notice>}
      {isOpen && confirm && <ConfirmChange page={page} {...confirm} />}
      {snapshots ? (
        <SnapshotList page={page} canChange={isOpen} />
      ) : (
        <Notice tone="warning">{t("away")}</Notice>
      )}
      {canMake && <MakeSnapshot page={page} lastResult={lastResult} />}
      <p className="hint">{t(hasRoom ? "about" : "full", { limit })}</p>
      {requests.length > 0 && <Requests requests={requests} />}
      {isBusy && <Refreshing seconds={refreshSeconds} />}
    </DialogPage>
  );
}
