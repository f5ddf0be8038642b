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

/** The sandbox plays a payment system: what it has comes from the signed order, what it says goes through the callback's own door. */

const slowSeconds = 15;
/** A real one repeats its message until it is taken. */
const repeatSeconds = 30;

function checkOrder({ payments }: Deps, { signature, ...order }: contract.SignedOrder): PaymentSystem {
  const system = payments.isSandbox ? systemOf(payments, order.method) : undefined;
  // an address that lost its query is no order at all
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

/** Signs a report as the payment system would, and has it read, checked and taken in like any other. */
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

/** One payment per order and way: a second click is the same payment. */
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
  // at once, so that the payer sees it; should this process die here, the job says it again
  await deliverReport(context, method, report);
  return { returnUrl };
});
