import { eq } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import { transaction } from "#api/db/transaction";
import { signedReport } from "#api/integrations/payments/hmac-signed";
import { orderSecret } from "#api/integrations/payments/sign";
import { decideDeposit } from "#api/modules/payments/decide-deposit";
import type { PaymentEvent } from "#contract/payments/deposit-status";
import type { Payment } from "#contract/payments/index";
import * as contract from "#contract/payments/index";
import type { ModelEvent } from "#tools/model-tests/model-event";
import type { Again, ExternalDeposit, World } from "#tools/model-tests/world";
import { clientAt, count, pick, RuleBroken, request } from "#tools/model-tests/world";

/**
 * Deposits with all outcomes: reported once, twice, late, with other sums, by other payments, and decided by an
 * operator.
 */

export const depositMethods = ["card", "wallet", "usdt-trc20"] as const;
type Method = (typeof depositMethods)[number];

function outsideOf(world: World, orderId: string, userId: string): ExternalDeposit {
  const known = world.deposits.get(orderId) ?? { userId, sums: new Set<number>(), isPlain: true };
  world.deposits.set(orderId, known);
  return known;
}

async function order(
  world: World,
  who: number,
  method: Method,
  cents: number,
  again: Again,
): Promise<Payment | null> {
  const from = {
    ...(method === "card" && { card: "4242" }),
    ...(method === "wallet" && { wallet: "W-100200" }),
  };
  const answer = await request(
    world,
    clientAt(world, who),
    contract.createDeposit,
    { method, amountCents: cents, ...from },
    again,
  );
  return answer?.payment ?? null;
}

async function sendPaymentReport(
  world: World,
  payment: Pick<Payment, "orderId" | "costCents" | "currency"> & { method: string; recipient: string },
  event: PaymentEvent,
  paymentId: string,
) {
  const report = { ...payment, paymentId, event };
  const { deps } = world.api;
  const message = signedReport(orderSecret(deps.settings, payment.method), { ...report }, deps.clock.now());
  const { status } = await world.api.fetch(`/payments/callback/${payment.method}`, {
    method: "POST",
    ...message,
  });
  count(world, `payment system: ${event}`);
  if (status >= 500) throw new RuleBroken([`the payment callback answered ${status}`]);
}

/** The usual deposit of a client. */
export const deposit = (who: number, dollars: number, again: Again): ModelEvent => ({
  name: `deposit of ${dollars} by ${who}, ${again}`,
  happen: async (world) => {
    const payment = await order(world, who, "card", dollars * 100, again);
    if (!payment) return;
    outsideOf(world, payment.orderId, clientAt(world, who).id).sums.add(payment.sumCents);
    const { orderId, costCents, currency } = payment;
    const report = { orderId, costCents, currency, method: "card", recipient: "sandbox-card" };
    await sendPaymentReport(world, report, "paid", `pay-${orderId}`);
    if (again !== "once") await sendPaymentReport(world, report, "paid", `pay-${orderId}`);
  },
});

/** An order of a deposit without any report yet. */
export const depositOrder = (who: number, method: Method, dollars: number): ModelEvent => ({
  name: `deposit-order of ${dollars} by ${who} with ${method}`,
  happen: async (world) => {
    const payment = await order(world, who, method, dollars * 100, "once");
    if (!payment || method !== "usdt-trc20") return;
    const { orderId, createdAt, signature } = payment;
    await request(world, clientAt(world, who), contract.submitTxid, {
      orderId,
      txid: `tx${orderId}${createdAt.slice(-4, -1)}`,
      signature,
    });
  },
});

/** The payment system reports on any existing order: late, again, or with another sum. */
export const report = (which: number, event: PaymentEvent, isOther: boolean): ModelEvent => ({
  name: `report ${event}${isOther ? " of another sum" : ""} on ${which}`,
  happen: async (world) => {
    const row = pick(
      await world.api.db.select().from(deposits).orderBy(deposits.createdAt, deposits.id),
      which,
    );
    if (!row) return;
    const { id: orderId, userId, method, costCents, currency, recipient, sumCents } = row;
    const outside = outsideOf(world, orderId, userId);
    if (event === "paid" && !isOther) outside.sums.add(sumCents);
    else outside.isPlain = false;
    const report = { orderId, method, costCents: costCents + (isOther ? 100 : 0), currency, recipient };
    await sendPaymentReport(world, report, event, `${isOther ? "other" : "pay"}-${orderId}`);
  },
});

/**
 * An operator decides a deposit under review; `dollars` is the sum that really arrived, null confirms the order's own
 * sum, 0 rejects it.
 */
export const decision = (which: number, dollars: number | null): ModelEvent => ({
  name: `deposit-decision on ${which}: ${dollars}`,
  happen: async (world) => {
    const { api } = world;
    const hanging = await api.db
      .select()
      .from(deposits)
      .where(eq(deposits.status, "underReview"))
      .orderBy(deposits.createdAt, deposits.id);
    const row = pick(hanging, which);
    if (!row) return;
    const outside = outsideOf(world, row.id, row.userId);
    outside.isPlain = false;
    const sumCents = dollars === null ? undefined : dollars * 100;
    if (sumCents !== 0) outside.sums.add(sumCents ?? row.sumCents);
    const verdict =
      sumCents === 0
        ? { accept: false as const, reason: "nothing came" }
        : { accept: true as const, sumCents };
    await transaction(api.db, (tx) => decideDeposit(api.deps, tx, row.id, verdict));
    count(world, "deposits decided");
  },
});
