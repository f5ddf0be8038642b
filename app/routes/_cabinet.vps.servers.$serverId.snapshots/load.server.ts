import type { LoaderFunctionArgs } from "@remix-run/node";
import { serverName } from "#app/lib/server-name";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import * as contract from "#contract/vps/index";

export async function loadSnapshots({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const id = params.serverId ?? "";
  const { searchParams } = new URL(request.url);
  const [state, server, texts] = await Promise.all([
    callApi(caller, contract.snapshotState, { serverId: id }),
    callApi(caller, contract.getServer, { serverId: id }),
    loadTranslations(request, "snapshots"),
  ]);
  const requestedStep = searchParams.get("confirm");
  const change = (["rollBack", "dropSnapshot"] as const).find((action) => action === requestedStep);
  const snapshot = state.snapshots?.find(({ name }) => name === searchParams.get("snapshot"));
  const confirm = change && snapshot ? { action: change, snapshot } : null;
  return { id, name: serverName(server), ...state, confirm, idempotencyKey: crypto.randomUUID(), texts };
}

export type SnapshotPage = Awaited<ReturnType<typeof loadSnapshots>>;
