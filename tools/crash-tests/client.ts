import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { signedReport } from "#api/integrations/payments/hmac-signed";
import { orderSecret } from "#api/integrations/payments/sign";
import type { Settings } from "#api/lib/settings";
import { transfer, transferLimits } from "#contract/balance/index";
import type { Endpoint, Input, Output } from "#contract/endpoint";
import type { Payment } from "#contract/payments/index";
import { createDeposit, paymentCallback } from "#contract/payments/index";
import { rent } from "#contract/vps/index";
import type { Books } from "./books";
import type { Outcome } from "./send";
import { send } from "./send";

export type TestClient = { id: string; email: string; token: string };

export type World = {
  books: Books;
  clients: readonly TestClient[];
  settings: Settings;
  /** Returns a random address of the API, so that a retry may reach another process than the first attempt. */
  origin: () => string;
  isOver: () => boolean;
  actions: readonly ("transfer" | "deposit" | "rent" | "read")[];
};

/** A client stops retrying after this time; the outcome of the request is then looked up at the end. */
const resolveMilliseconds = 30_000;
const expectedErrors = new Set(["transferInsufficientFunds", "insufficientFunds"]);
const any = <T>(list: readonly T[]): T => {
  const one = list[randomInt(list.length)];
  if (one === undefined) throw new Error("Nothing to choose from");
  return one;
};

/** Runs one client that moves its money at random until time is over. */
export async function live(world: World, me: TestClient): Promise<void> {
  while (!world.isOver()) {
    const action = any(world.actions);
    if (action === "transfer") await doTransfer(world, me);
    else if (action === "deposit") await doDeposit(world, me);
    else if (action === "rent") await doRent(world, me);
    else await doRead(world, me);
    await pause(randomInt(30));
  }
}

async function doTransfer(world: World, me: TestClient): Promise<void> {
  const to = any(world.clients.filter(({ id }) => id !== me.id));
  const amountCents = 100 + randomInt(4_000);
  await completeRequest(world, me, transfer, { email: to.email, amountCents }, ({ transferId }) =>
    world.books.acknowledge("transfer", transferId, { [me.id]: -amountCents, [to.id]: amountCents }),
  );
}

async function doRent(world: World, me: TestClient): Promise<void> {
  const input = { rateId: "trader-1", months: 1, operatingSystem: "Windows Server 2022" };
  await completeRequest(world, me, rent, input, ({ serverId, totalCents }) =>
    world.books.acknowledge("rent", serverId, { [me.id]: -totalCents }),
  );
}

async function doDeposit(world: World, me: TestClient): Promise<void> {
  const amountCents = 500 + randomInt(3_000);
  const input = { method: "card", card: "4242", amountCents };
  const answer = await completeRequest(world, me, createDeposit, input, () => {});
  if (!answer) return;
  const { orderId } = answer.payment;
  const acknowledge = () => world.books.acknowledge("deposit", orderId, { [me.id]: amountCents });
  const reported = await retryUntilKnown(world, () => report(world, answer.payment));
  if (reported.kind === "done") acknowledge();
  else if (reported.kind === "unknown") world.books.leaveReportOpen(orderId, acknowledge);
}

/** Sends the payment system's webhook until the response is OK. */
function report({ settings, origin }: World, { orderId, method, costCents, currency }: Payment) {
  const reportFields = {
    paymentId: `pay-${orderId}`,
    orderId,
    event: "paid" as const,
    costCents,
    currency,
    recipient: `sandbox-${method.id}`,
  };
  const message = signedReport(orderSecret(settings, method.id), reportFields, new Date());
  return send(paymentCallback, { method: method.id }, { origin: origin(), ...message });
}

async function doRead(world: World, me: TestClient): Promise<void> {
  const outcome = await send(transferLimits, {}, { origin: world.origin(), token: me.token });
  if (outcome.kind !== "done") return;
  world.books.count("read");
  if (outcome.body.balanceCents < 0)
    world.books.fault("a balance below zero", `client ${me.id} reads ${outcome.body.balanceCents}`);
}

/**
 * Sends a request with a new idempotency key until its outcome is known, and calls `acknowledge` with the response.
 * Returns the response; null if it was rejected for insufficient funds, or if its outcome stays open and is looked up
 * at the end.
 */
async function completeRequest<C extends Endpoint>(
  world: World,
  me: TestClient,
  endpoint: C,
  input: Input<C>,
  acknowledge: (answer: Output<C>) => void,
): Promise<Output<C> | null> {
  const key = randomUUID();
  const attempt = () => send(endpoint, input, { origin: world.origin(), token: me.token, key });
  // simulates a double click
  const isDouble = randomInt(20) === 0;
  const outcomes = await Promise.all([
    retryUntilKnown(world, attempt),
    ...(isDouble ? [retryUntilKnown(world, attempt)] : []),
  ]);
  if (isDouble) world.books.count("double click");
  else if (randomInt(15) === 0) {
    world.books.count("late repeat");
    outcomes.push(await retryUntilKnown(world, attempt));
  }
  compare(world, endpoint, outcomes);
  const outcome = outcomes.find(({ kind }) => kind !== "unknown");
  if (!outcome)
    world.books.leaveOpen({ key, clientId: me.id, onResolved: (answer) => acknowledge(answer as Output<C>) });
  if (outcome?.kind !== "done") return null;
  acknowledge(outcome.body);
  return outcome.body;
}

/** Checks that all known outcomes are the same. */
function compare<T>({ books }: World, { path }: Endpoint, outcomes: readonly Outcome<T>[]): void {
  const known = outcomes.filter(({ kind }) => kind !== "unknown").map((outcome) => JSON.stringify(outcome));
  if (new Set(known).size > 1) books.fault("one key, two answers", `${path}: ${known.join(" and ")}`);
}

/** Retries until the outcome is known or the time is over. */
async function retryUntilKnown<T>({ books }: World, attempt: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const until = Date.now() + resolveMilliseconds;
  let wasUnknown = false;
  for (;;) {
    const outcome = await attempt();
    if (outcome.kind === "done" && wasUnknown) books.count("unknown outcome resolved");
    if (outcome.kind === "refused" && expectedErrors.has(outcome.code))
      books.count("refused for want of money");
    else if (outcome.kind === "refused")
      books.fault("an unexpected refusal", `${outcome.status} ${outcome.code}`);
    if (outcome.kind !== "unknown" || Date.now() > until) return outcome;
    wasUnknown = true;
    await pause(50 + randomInt(150));
  }
}
