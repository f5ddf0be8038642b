import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { signedReport } from "#api/outside/payments/house-signed";
import { sandboxSecret } from "#api/outside/payments/sandbox";
import type { Settings } from "#api/values/settings";
import { transfer, transferLimits } from "#contract/balance/index";
import type { Call, Input, Output } from "#contract/call";
import type { Payment } from "#contract/payments/index";
import { createDeposit, paymentCallback } from "#contract/payments/index";
import { rent } from "#contract/vps/index";
import type { Books } from "./books";
import type { Outcome } from "./caller";
import { send } from "./caller";

export type Person = { id: string; email: string; token: string };

export type World = {
  books: Books;
  people: readonly Person[];
  settings: Settings;
  /** One of the API's addresses, whichever: a repeat may reach another process than its first attempt. */
  origin: () => string;
  isOver: () => boolean;
  actions: readonly ("transfer" | "deposit" | "rent" | "read")[];
};

const resolveMilliseconds = 60_000;
const ordinaryRefusals = new Set(["transferInsufficientFunds", "insufficientFunds"]);
const any = <T>(list: readonly T[]): T => {
  const one = list[randomInt(list.length)];
  if (one === undefined) throw new Error("Nothing to choose from");
  return one;
};

/** One client who does this and that with its money until time is over, and never leaves an outcome unknown. */
export async function live(world: World, me: Person): Promise<void> {
  while (!world.isOver()) {
    const action = any(world.actions);
    if (action === "transfer") await doTransfer(world, me);
    else if (action === "deposit") await doDeposit(world, me);
    else if (action === "rent") await doRent(world, me);
    else await doRead(world, me);
    await pause(randomInt(30));
  }
}

async function doTransfer(world: World, me: Person): Promise<void> {
  const to = any(world.people.filter(({ id }) => id !== me.id));
  const amountCents = 100 + randomInt(4_000);
  const answer = await settle(world, me, transfer, { email: to.email, amountCents });
  if (answer)
    world.books.acknowledge("transfer", answer.transferId, { [me.id]: -amountCents, [to.id]: amountCents });
}

async function doRent(world: World, me: Person): Promise<void> {
  const input = { rateId: "trader-1", months: 1, operatingSystem: "Windows Server 2022" };
  const answer = await settle(world, me, rent, input);
  if (answer) world.books.acknowledge("rent", answer.serverId, { [me.id]: -answer.totalCents });
}

async function doDeposit(world: World, me: Person): Promise<void> {
  const amountCents = 500 + randomInt(3_000);
  const input = { method: "card", card: "4242424242424242", amountCents };
  const answer = await settle(world, me, createDeposit, input);
  if (!answer) return;
  await settleBy(world, () => report(world, answer.payment));
  world.books.acknowledge("deposit", answer.payment.orderId, { [me.id]: amountCents });
}

/** The payment system tells of the payment until it hears ok. */
function report({ settings, origin }: World, { orderId, method, costCents, currency }: Payment) {
  const said = {
    paymentId: `pay-${orderId}`,
    orderId,
    event: "paid" as const,
    costCents,
    currency,
    recipient: `sandbox-${method.id}`,
  };
  const message = signedReport(sandboxSecret(settings, method.id), said, new Date());
  return send(paymentCallback, { method: method.id }, { origin: origin(), ...message });
}

async function doRead(world: World, me: Person): Promise<void> {
  const outcome = await send(transferLimits, {}, { origin: world.origin(), token: me.token });
  if (outcome.kind !== "done") return;
  world.books.count("read");
  if (outcome.body.balanceCents < 0)
    world.books.fault(`client ${me.id} reads a balance of ${outcome.body.balanceCents}`);
}

/** Makes a call with a key of its own until its outcome is known; null where it was refused for want of money. */
async function settle<C extends Call>(
  world: World,
  me: Person,
  call: C,
  input: Input<C>,
): Promise<Output<C> | null> {
  const key = randomUUID();
  const attempt = () => send(call, input, { origin: world.origin(), token: me.token, key });
  // impatient people click twice
  const isDouble = randomInt(20) === 0;
  const [first, second] = await Promise.all([
    settleBy(world, attempt),
    isDouble ? settleBy(world, attempt) : undefined,
  ]);
  if (second) {
    world.books.count("double click");
    compare(world, call, first, second);
  } else if (randomInt(15) === 0) {
    world.books.count("late repeat");
    compare(world, call, first, await settleBy(world, attempt));
  }
  return first;
}

function compare<T>({ books }: World, { path }: Call, first: T, second: T): void {
  if (JSON.stringify(first) !== JSON.stringify(second)) books.fault(`one key of ${path} got two answers`);
}

/** Repeats an attempt until its outcome is known. */
async function settleBy<T>({ books }: World, attempt: () => Promise<Outcome<T>>): Promise<T | null> {
  const until = Date.now() + resolveMilliseconds;
  let wasUnknown = false;
  while (Date.now() < until) {
    const outcome = await attempt();
    if (outcome.kind === "done") {
      if (wasUnknown) books.count("unknown outcome resolved");
      return outcome.body;
    }
    if (outcome.kind === "refused") {
      books.count("refused for want of money");
      if (!ordinaryRefusals.has(outcome.code))
        books.fault(`an unexpected refusal: ${outcome.status} ${outcome.code}`);
      return null;
    }
    wasUnknown = true;
    await pause(50 + randomInt(150));
  }
  books.fault("an outcome stayed unknown");
  return null;
}
