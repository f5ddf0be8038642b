import type { MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { ConfirmForm } from "#app/components/form/confirm-form";
import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { DialogPage } from "#app/components/layout/dialog-page";
import { Refreshing } from "#app/components/layout/refreshing";
import { pageTitle } from "#app/components/page-title";
import { useTranslations, useViewer } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { dateTimeText } from "#app/lib/dates";
import { behindDialog, listAddress, listState } from "#app/lib/server-list-url";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { requireClient } from "#app/services/session.server";
import type { SnapshotRequest } from "#contract/vps/index";
import * as contract from "#contract/vps/index";
import { canControl } from "#contract/vps/status";
import { CreateSnapshot } from "./create-snapshot";
import type { SnapshotPage } from "./load.server";
import { loadSnapshots } from "./load.server";
import { SnapshotList } from "./snapshot-list";

const questions = { rollBack: "askRollBack", dropSnapshot: "askDropSnapshot" } as const;
const yeses = { rollBack: "yesRollBack", dropSnapshot: "yesDropSnapshot" } as const;

type Props = NonNullable<SnapshotPage["confirm"]> & { page: Pick<SnapshotPage, "id" | "idempotencyKey"> };

/** The confirmation, stating what is lost. */
function ConfirmChange({ page: { id, idempotencyKey }, action, snapshot }: Props) {
  const t = useTranslations("snapshots");
  const viewer = useViewer();
  const { search } = useLocation();
  const { name, takenAt } = snapshot;
  return (
    <ConfirmForm
      question={t(questions[action], { name, time: dateTimeText(takenAt, viewer) })}
      idempotencyKey={idempotencyKey}
      no={{ label: t("cancel"), to: listAddress(listState(search), paths.server(id, "snapshots")) }}
    >
      <input type="hidden" name="snapshot" value={name} />
      <SubmitButton name="action" value={action} variant="danger">
        {t(yeses[action])}
      </SubmitButton>
    </ConfirmForm>
  );
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "snapshots", "snapshotsTitle", { name: args.data?.name ?? "" });

const refreshSeconds = 3;

export const action = formAction(
  requireClient,
  form(contract.snapshotForm, async (value, { request, params, caller, idempotencyKey }) => {
    const serverId = params.serverId ?? "";
    await callApi(caller, contract.orderSnapshot, { serverId, ...value }, { idempotencyKey });
    return redirect(listAddress(listState(new URL(request.url).search), paths.server(serverId, "snapshots")));
  }),
);

export const loader = loadSnapshots;

export default function Snapshots() {
  const t = useTranslations("snapshots");
  const page = useLoaderData<typeof loader>();
  const { id, name, status, snapshots, limit, isBusy, confirm, requests } = page;
  const lastResult = useActionData<typeof action>()?.lastResult;
  const { search } = useLocation();
  const isOpen = canControl(status) && !isBusy;
  const isBelowLimit = snapshots === null || snapshots.length < limit;
  const canCreate = isOpen && isBelowLimit && !confirm;
  return (
    <DialogPage wide title={t("snapshotsTitle", { name })} closeTo={behindDialog(search, id)}>
      {!canCreate && <FormErrors result={lastResult} />}
      {!canControl(status) && <Notice>{t("notActive")}</Notice>}
      {canControl(status) && isBusy && <Notice tone="info">{t("processing")}</Notice>}
      {isOpen && confirm && <ConfirmChange page={page} {...confirm} />}
      {snapshots ? (
        <SnapshotList page={page} canChange={isOpen} />
      ) : (
        <Notice tone="warning">{t("away")}</Notice>
      )}
      {canCreate && <CreateSnapshot page={page} lastResult={lastResult} />}
      <p className="hint">{isBelowLimit ? t("about") : t("full", { limit })}</p>
      {requests.length > 0 && <Requests requests={requests} />}
      {isBusy && <Refreshing seconds={refreshSeconds} />}
    </DialogPage>
  );
}

/** The latest requests and their results. */
function Requests({ requests }: { requests: readonly SnapshotRequest[] }) {
  const t = useTranslations("snapshots");
  const viewer = useViewer();
  return (
    <section className="stack" aria-live="polite">
      <h3>{t("requests")}</h3>
      <ul>
        {requests.map(({ id, action, snapshot, status, acceptedAt }) => (
          <li key={id} className="small">
            {dateTimeText(acceptedAt, viewer)}: {t(action)} <code>{snapshot}</code>, {t(status)}
          </li>
        ))}
      </ul>
    </section>
  );
}
