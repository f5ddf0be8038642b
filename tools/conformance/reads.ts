import * as balance from "#contract/balance/index";
import { historyKinds } from "#contract/balance/ledger-lines";
import type { Endpoint } from "#contract/endpoint";
import { allEndpoints } from "#contract/index";
import * as monitoring from "#contract/monitoring/index";
import * as payments from "#contract/payments/index";
import { monitoringAccounts } from "#contract/rules";
import { isClosed, isNotOffered } from "./api-client";
import type { TestClient } from "./test-client";

const pathNames = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);

/**
 * Returns the inputs for a read: none needed, the client's objects, or what the endpoint needs in addition; empty if
 * there is no such object.
 */
function inputsOf(endpoint: Endpoint, world: TestClient): object[] {
  if (endpoint === balance.receipt) return world.receipts;
  if (endpoint === balance.history) return historyKinds.map((kind) => ({ kind }));
  // an invoice needs a bank transfer, which not every service accepts
  if (endpoint === payments.depositInvoice) return [];
  if (endpoint === monitoring.quoteAccounts)
    return world.hasSubscription ? [{ accounts: monitoringAccounts.min }] : [];
  if (endpoint === monitoring.quoteSubscription) return [{ accounts: monitoringAccounts.min, months: 1 }];
  const names = pathNames(endpoint);
  if (names.length === 0) return [{}];
  const { rateId, serverId, ticketId, orderId, monitoringId } = world;
  const idsByName: Record<string, string | undefined> = {
    rateId,
    serverId,
    ticketId,
    ...(endpoint.path.startsWith("/payments/deposits/") && { orderId }),
    monitoringId,
  };
  const values = names.map((name) => idsByName[name]);
  return values.every((value) => value !== undefined)
    ? [Object.fromEntries(names.map((name, at) => [name, values[at]]))]
    : [];
}

/**
 * Checks every read of a client, including those with path parameters: the response parses, and an object that is not
 * theirs is not found.
 */
export async function checkReads(world: TestClient): Promise<void> {
  for (const { name, endpoint } of allEndpoints) {
    if (endpoint.method !== "GET" || endpoint.answer !== "json") continue;
    const inputs = inputsOf(endpoint, world);
    if (inputs.length === 0) world.findings.skipped.add(name);
    for (const input of inputs) await world.outputOf(`${name} answers a client`, endpoint, input as never);
    if (endpoint.access === "client") await tryForeign(name, endpoint, world, inputs[0]);
  }
}

/** Checks that an unknown object gives 404, with the other fields of the client's own input. */
async function tryForeign(
  name: string,
  endpoint: Endpoint,
  { request, findings }: TestClient,
  ownInput: object | undefined,
): Promise<void> {
  const ids = pathNames(endpoint).filter((key) => key.endsWith("Id"));
  if (ids.length === 0) return;
  const fakeIds = Object.fromEntries(ids.map((key) => [key, "conformance0000"]));
  const answer = await request(endpoint, { ...ownInput, ...fakeIds } as never);
  if (isNotOffered(endpoint, answer) || isClosed(endpoint, answer)) return;
  findings.holds(
    `${name} does not find what is not the client's`,
    answer.status === 404 && answer.isError,
    `answered ${answer.fault ?? answer.status}`,
  );
}
