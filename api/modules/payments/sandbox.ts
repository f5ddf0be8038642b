import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { handle } from "#api/http/handle";
import { signedReport } from "#api/integrations/payments/hmac-signed";
import { orderSecret } from "#api/integrations/payments/sign";
import type { PaymentReport, PaymentSystem } from "#api/integrations/payments/system";
import { paymentReport, systemOf } from "#api/integrations/payments/system";
import { isSame } from "#api/integrations/signature";
import { ApiError } from "#api/lib/api-error";
import { enqueue } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import type { sandboxChoices } from "#contract/balance/ledger-lines";
import type { PaymentEvent } from "#contract/payments/deposit-status";
import * as contract from "#contract/payments/index";
import { receiveNotice } from "./receive-notice";

/**
 * The sandbox simulates a payment system: it gets its data from the signed order, and its reports go through the same
 * code as a webhook.
 */

const slowSeconds = 15;
/** A real payment system repeats its message until it gets a 200. */
const repeatSeconds = 30;

function checkOrder({ payments }: Deps, { signature, ...order }: contract.SignedOrder): PaymentSystem {
  const system = payments.isSandbox ? systemOf(payments, order.method) : undefined;
  // a URL without its query is not an order
  if (payments.isSandbox && !signature) throw new ApiError(422, "signatureMissing");
  if (!system || system.method.asks === "txid") throw new ApiError(404, "notFound");
  if (!signature || !isSame(signature, system.sign(order))) throw new ApiError(422, "signatureMissing");
  return system;
}

export const sandboxOrder = handle(contract.sandboxOrder, async (order, context) => {
  const { method } = checkOrder(context, order);
  const { costCents, currency, recipient, returnUrl } = order;
  return { methodName: method.name[context.language], costCents, currency, recipient, returnUrl };
});

/** Signs a report as the payment system would, then reads, verifies and processes it like any other. */
export async function deliverReport(deps: Deps, method: string, report: PaymentReport): Promise<void> {
  const system = systemOf(deps.payments, method);
  if (!system || !deps.payments.isSandbox) return;
  const now = deps.clock.now();
  const { body, headers } = signedReport(orderSecret(deps.settings, method), report, now);
  const notice = system.readReport(new Headers(headers), body, now);
  if (typeof notice === "string") throw new Error(`The sandbox's own report is ${notice}`);
  await receiveNotice(deps, system, notice);
}

export const sandboxReport = job(
  "payments.sandbox-report",
  z.object({ method: z.string(), report: paymentReport }),
  ({ method, report }, deps) => deliverReport(deps, method, report),
);

const eventOf: Record<(typeof sandboxChoices)[number], PaymentEvent> = {
  pay: "paid",
  fail: "failed",
  leave: "cancelled",
  slow: "pending",
};

/** Returns one payment id per order, so that a second click is the same payment. */
const paymentIdOf = (orderId: string) =>
  `sandbox-${createHash("sha256").update(orderId).digest("hex").slice(0, 16)}`;

export const sandboxPay = handle(contract.sandboxPay, async ({ choice, ...order }, context) => {
  checkOrder(context, order);
  const { method, orderId, costCents, currency, recipient, returnUrl } = order;
  const about = { paymentId: paymentIdOf(orderId), orderId, costCents, currency, recipient };
  const report = { ...about, event: eventOf[choice] };
  const now = context.clock.now().getTime();
  await transaction(context.db, async (tx) => {
    const later = choice === "slow" ? { ...about, event: "paid" as const } : report;
    const seconds = choice === "slow" ? slowSeconds : repeatSeconds;
    await enqueue(
      tx,
      sandboxReport,
      { method, report: later },
      { startAfter: new Date(now + seconds * 1000) },
    );
  });
  // delivered at once, so that the payer sees it; if this process dies here, the job delivers it again
  await deliverReport(context, method, report);
  return { returnUrl };
});
