import { eq } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import { signedReport } from "#api/integrations/payments/hmac-signed";
import { orderSecret } from "#api/integrations/payments/sign";
import type { PaymentReport, VerifiedReport } from "#api/integrations/payments/system";
import { balancesOf } from "#api/ledger/ledger";
import type { TestApi } from "#api/testing";
import type { DepositStatus, PaymentEvent } from "#contract/payments/deposit-status";
import * as contract from "#contract/payments/index";
import { receiveReport } from "./receive-report";

type Client = { id: string; token: string };

/** Orders a deposit by card (or another method) and returns the payment. */
export async function order(
  api: TestApi,
  { token }: Client,
  amountCents = 2_000,
  method = "card",
): Promise<contract.Payment> {
  const input = {
    method,
    amountCents,
    ...(method === "card" ? { card: "4242" } : { wallet: "W-100200" }),
  };
  const { body } = await api.call(contract.createDeposit, input, { token });
  return body.payment;
}

/** Returns a payment system's report of a payment, signed with its secret; `changes` overrides fields. */
export function report(
  api: TestApi,
  { orderId, method, costCents, currency }: contract.Payment,
  event: PaymentEvent,
  changes: Partial<PaymentReport> = {},
) {
  const paymentReport: PaymentReport = {
    paymentId: `pay-${orderId}`,
    orderId,
    event,
    costCents,
    currency,
    recipient: `sandbox-${method.id}`,
    ...changes,
  };
  return signedReport(orderSecret(api.deps.settings, method.id), paymentReport, api.deps.clock.now());
}

/** Sends a message to the webhook's URL. */
export const send = (
  api: TestApi,
  method: string,
  message: { body: string; headers: Record<string, string> },
) => api.fetch(`/payments/callback/${method}`, { method: "POST", ...message });

/** Sends a report; returns the HTTP status. */
export const sendReport = async (
  api: TestApi,
  payment: contract.Payment,
  event: PaymentEvent,
  changes: Partial<PaymentReport> = {},
): Promise<number> => (await send(api, payment.method.id, report(api, payment, event, changes))).status;

/** Processes a confirmed report of an order, as ordered by card except for `changes`; returns the outcome. */
export function confirm(
  api: TestApi,
  { orderId, costCents, currency }: contract.Payment,
  event: PaymentReport["event"],
  changes: Partial<PaymentReport> = {},
  method = "card",
): ReturnType<typeof receiveReport> {
  const ordered = { paymentId: `pay-${orderId}`, orderId, costCents, currency, recipient: "sandbox-card" };
  return receiveReport(api.deps, method, { ...ordered, event, ...changes } as VerifiedReport);
}

/** Returns the stored row of a deposit. */
export async function depositOf(
  api: TestApi,
  { orderId }: { orderId: string },
): Promise<typeof deposits.$inferSelect> {
  const [deposit] = await api.db.select().from(deposits).where(eq(deposits.id, orderId));
  if (!deposit) throw new Error("There is no such deposit");
  return deposit;
}

export async function statusOf(api: TestApi, orderId: string): Promise<DepositStatus | undefined> {
  const [deposit] = await api.db.select().from(deposits).where(eq(deposits.id, orderId));
  return deposit?.status;
}

export const balanceOf = async (api: TestApi, { id }: Client): Promise<number> =>
  (await balancesOf(api.db, id)).main;

/** Adds money to a client's balance through a deposit. */
export async function giveMoney(api: TestApi, client: Client, amountCents: number): Promise<void> {
  await sendReport(api, await order(api, client, amountCents), "paid");
}
