import { comingNext, mostUrgent } from "#app/lib/attention";
import { stepsOf } from "#app/lib/first-steps";
import { shortList } from "#app/lib/machine";
import { callApi } from "#app/services/api.server";
import type { ClientCaller } from "#app/services/session.server";
import { permissions } from "#contract/users/index";
import * as contract from "#contract/vps/index";

/** A longer setup is not polled every few seconds. */
const settingUpMilliseconds = 15 * 60 * 1000;
/** The first steps are shown up to this number of servers. */
const beginnersServers = 1;

/** Loads the list for the URL's query, the plans, the urgent tasks, and the first steps of new clients. */
export async function loadList(caller: ClientCaller, search: string) {
  const query = contract.serversQuery.parse(Object.fromEntries(new URLSearchParams(search)));
  const [{ rates, testServer }, servers, attention, { monitoring }] = await Promise.all([
    callApi(caller, contract.rates, {}),
    callApi(caller, contract.servers, query),
    callApi(caller, contract.attention, {}),
    callApi(caller, permissions, {}),
  ]);
  const now = Date.now();
  const isSettingUp = servers.servers.some(
    ({ status, issuedAt }) => status === "settingUp" && now - Date.parse(issuedAt) < settingUpMilliseconds,
  );
  const steps = stepsOf({
    testServer,
    facts: attention.firstSteps,
    counts: attention.counts,
    hasMonitoring: monitoring,
  });
  return {
    rates: rates.map(({ operatingSystems: _, ...rate }) => rate),
    systems: shortList([...new Set(rates.flatMap(({ operatingSystems }) => operatingSystems))]),
    testServer,
    servers,
    query: { ...query, page: servers.page },
    isSettingUp,
    now,
    steps: servers.all <= beginnersServers ? steps : [],
    hasAccount: attention.firstSteps.hasAccount,
    freeAccounts: attention.freeAccounts,
    counts: attention.counts,
    next: comingNext(attention),
    urgent: mostUrgent(attention, now),
    maintenance: attention.maintenance,
    balanceCents: attention.balanceCents,
  };
}

export type ServersPage = Awaited<ReturnType<typeof loadList>>;

/** A plan as shown on the page. */
export type Plan = ServersPage["rates"][number];
