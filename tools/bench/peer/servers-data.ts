import { redirect } from "react-router-dom";
import { comingNext, mostUrgent } from "#app/lib/attention";
import { stepsOf } from "#app/lib/first-steps";
import { shortList } from "#app/lib/machine";
import type { ServersPage } from "#app/routes/_cabinet.vps/load-list.server";
import type * as vps from "#contract/vps/index";
import { get, isSignedIn } from "./api";
import { whatStays } from "./client";

const usual = { status: "all", sort: "paidUntil", direction: "asc", page: 1 } as const;

/**
 * Loads the same data as the product's page (`load-list.server.ts` beside its route), without search and pagination.
 */
export async function loadServers(): Promise<{ list: ServersPage; texts: object } | Response> {
  if (!isSignedIn()) return redirect("/login");
  const [{ rates, testServer, permissions }, servers, attention, { serversTexts }] = await Promise.all([
    whatStays(),
    get<typeof vps.servers>("/vps/servers"),
    get<typeof vps.attention>("/vps/attention"),
    import("./servers-texts"),
  ]);
  const now = Date.now();
  const list: ServersPage = {
    rates,
    systems: shortList([...new Set(rates.flatMap(({ operatingSystems }) => operatingSystems))]),
    testServer,
    servers,
    query: { ...usual, search: undefined },
    isSettingUp: false,
    now,
    steps:
      servers.all > 1
        ? []
        : stepsOf({
            testServer,
            facts: attention.firstSteps,
            counts: attention.counts,
            hasMonitoring: permissions.monitoring,
          }),
    hasAccount: attention.firstSteps.hasAccount,
    freeAccounts: attention.freeAccounts,
    counts: attention.counts,
    next: comingNext(attention),
    urgent: mostUrgent(attention, now),
    maintenance: attention.maintenance,
    balanceCents: attention.balanceCents,
  };
  return { list, texts: serversTexts };
}
