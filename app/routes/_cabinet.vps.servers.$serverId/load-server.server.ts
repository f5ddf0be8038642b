import { mostUrgent } from "#app/lib/attention";
import { callApi } from "#app/services/api.server";
import { ApiError } from "#app/services/api-errors.server";
import type { ClientCaller } from "#app/services/session.server";
import { automaticPaymentFrom } from "#contract/automatic-payment";
import { accountList } from "#contract/monitoring/index";
import { permissions } from "#contract/users/index";
import type { ServerDetails } from "#contract/vps/index";
import * as contract from "#contract/vps/index";

const calm = {
  counts: { settingUp: 0, active: 0, blocked: 0, revoked: 0 },
  blocked: null,
  ending: null,
  renewing: null,
  silent: null,
  answer: null,
  wallet: null,
  firstSteps: { hasCredentialsShown: false, hasAccount: false, isTerminalHeard: false, skipped: [] },
};

/** Returns the most urgent task for one server, shown on its page. */
function urgentOf(server: ServerDetails, now: number) {
  const { id, comment, paidUntil, renewalMonths, periods, balanceCents, status, autoRenewal, revokedOn } =
    server;
  const price = periods.find(({ months }) => months === renewalMonths);
  if (!price || server.isHeld) return null;
  const due = { serverId: id, comment, paidUntil, months: renewalMonths, priceCents: price.priceCents };
  const isActive = status === "active";
  return mostUrgent(
    {
      ...calm,
      balanceCents,
      blocked: status === "blocked" && revokedOn ? { ...due, revokedOn } : null,
      ending: isActive && !autoRenewal ? due : null,
      renewing:
        isActive && autoRenewal ? { ...due, renewsAt: automaticPaymentFrom(paidUntil).toISOString() } : null,
    },
    now,
  );
}

/** Returns null for credentials that don't exist: the server is still being set up, or is revoked. */
function noneYetOrAnyMore(error: unknown): null {
  if (error instanceof ApiError && (error.code === "serverNotReady" || error.code === "serverRevoked"))
    return null;
  throw error;
}

/** Loads all data of a server's page in parallel. */
export async function loadServer(caller: ClientCaller, serverId: string) {
  const input = { serverId };
  const [server, credentials, control, { events }, accounts] = await Promise.all([
    callApi(caller, contract.getServer, input),
    callApi(caller, contract.credentials, input).catch(noneYetOrAnyMore),
    callApi(caller, contract.controlState, input),
    callApi(caller, contract.serverHistory, input),
    accountsOn(caller, serverId),
  ]);
  const now = Date.now();
  return {
    server,
    control,
    events,
    accounts,
    now,
    urgent: urgentOf(server, now),
    access: credentials && {
      ip: credentials.ip,
      login: credentials.login,
      shownAt: credentials.reveals[0]?.at ?? null,
    },
  };
}

/**
 * Returns the monitored accounts whose terminal runs on a server, or null if the client may not use the monitoring
 * section.
 */
async function accountsOn(caller: ClientCaller, serverId: string) {
  const { monitoring } = await callApi(caller, permissions, {});
  if (!monitoring) return null;
  const { accounts } = await callApi(caller, accountList, {});
  return accounts
    .filter((account) => account.serverId === serverId)
    .map(({ monitoringId, name, number, server, state, profitPercent }) => ({
      id: monitoringId,
      name,
      number,
      broker: server,
      state,
      profitPercent,
    }));
}

export type ServerPage = Awaited<ReturnType<typeof loadServer>>;
