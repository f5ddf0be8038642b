import * as balance from "#contract/balance/index";
import { historyKinds } from "#contract/balance/ledger-lines";
import type { Endpoint, Input, Output } from "#contract/endpoint";
import * as monitoring from "#contract/monitoring/index";
import * as support from "#contract/support/index";
import * as vps from "#contract/vps/index";
import type { Answer, Asker } from "./api-client";
import { isClosed, isNotOffered } from "./api-client";
import type { Findings } from "./findings";

/** A signed-in client of the service, with objects that endpoints can be tested on. */
export type TestClient = {
  request: <C extends Endpoint>(
    endpoint: C,
    input: Input<C>,
    how?: { key?: string; language?: string },
  ) => Promise<Answer<C>>;
  /** Returns an endpoint's output; null for an invalid response, which is recorded under `name`. */
  outputOf: <C extends Endpoint>(
    name: string,
    endpoint: C,
    input: Input<C>,
    how?: { key?: string },
  ) => Promise<Output<C> | null>;
  findings: Findings;
  newKey: () => string;
  rateId: string | undefined;
  serverId: string | undefined;
  ticketId: string | undefined;
  orderId: string | undefined;
  monitoringId: string | undefined;
  hasSubscription: boolean;
  receipts: { kind: (typeof historyKinds)[number]; receiptId: string }[];
};

/** Finds the first object of each kind that the client has. */
export async function signUpTestClient(asker: Asker, token: string, findings: Findings): Promise<TestClient> {
  const started = Date.now();
  let keys = 0;
  const request: TestClient["request"] = (endpoint, input, how = {}) =>
    asker.ask(endpoint, input, { ...how, token });
  const world: TestClient = {
    request,
    async outputOf(name, endpoint, input, how) {
      const answer = await request(endpoint, input, how);
      if (isNotOffered(endpoint, answer)) findings.notOffered.add(name);
      else if (!isClosed(endpoint, answer))
        findings.holds(name, answer.output !== null, answer.fault ?? `refused: ${answer.message}`);
      return answer.output;
    },
    findings,
    newKey: () => `conformance-${started}-${++keys}`,
    rateId: undefined,
    serverId: undefined,
    ticketId: undefined,
    orderId: undefined,
    monitoringId: undefined,
    hasSubscription: false,
    receipts: [],
  };
  world.rateId = (await request(vps.rates, {})).output?.rates[0]?.id;
  const subscription = (await request(monitoring.readSubscription, {})).output;
  world.hasSubscription = (subscription?.paidAccounts ?? 0) > 0;
  const active = (await request(vps.servers, { status: "active" } as Input<typeof vps.servers>)).output;
  world.serverId = active?.servers.find(({ status }) => status === "active")?.id;
  world.ticketId = (await request(support.tickets, {})).output?.tickets[0]?.id;
  world.monitoringId = (await request(monitoring.accountList, {} as never)).output?.accounts[0]?.monitoringId;
  for (const kind of historyKinds) {
    const found = (await request(balance.history, { kind } as Input<typeof balance.history>)).output;
    const ledgerLine = found?.movements.find(({ hasReceipt }) => hasReceipt);
    if (ledgerLine) world.receipts.push({ kind, receiptId: ledgerLine.id });
  }
  return world;
}
