import { and, desc, eq, gt, inArray } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import type { Tx } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { withIdempotencyKey } from "#api/http/idempotency";
import type { PaymentMethod, PaymentSystem } from "#api/integrations/payments/system";
import { systemOf } from "#api/integrations/payments/system";
import { ApiError } from "#api/lib/api-error";
import { formatMoney } from "#api/lib/format";
import { withTimeout } from "#api/lib/timeout";
import { enqueue } from "#api/queue/enqueue";
import type { Language } from "#contract/languages";
import { unpaidStatuses } from "#contract/payments/deposit-status";
import * as contract from "#contract/payments/index";
import { unpaidOrdersPerHour } from "#contract/rules";
import { describePayment, ownDeposit } from "./payment";
import { createPayment, requestPayment, retrySeconds } from "./request-payment";

const minute = 60_000;
const hour = 60 * minute;

const fieldError = (
  field: string,
  key: "methodUnknown" | "methodMinimum" | "methodMaximum" | "invalidInput",
  message: string,
  details = {},
) => new ApiError(422, key, { fields: { [field]: message }, details });

function checkSum({ minCents, maxCents }: PaymentMethod, amountCents: number, language: Language): void {
  const [min, max] = [formatMoney(minCents, language), formatMoney(maxCents, language)];
  if (amountCents < minCents) throw fieldError("amountCents", "methodMinimum", "methodMinimum", { min });
  if (amountCents > maxCents) throw fieldError("amountCents", "methodMaximum", "methodMaximum", { max });
}

/** Returns the payer's card or wallet. For a card we only receive its last four digits (docs/adr/0019). */
function payerOf(
  { method }: PaymentSystem,
  { card, wallet }: { card?: string | undefined; wallet?: string | undefined },
): string | null {
  if (method.asks === "card") {
    if (!card) throw fieldError("card", "invalidInput", "specifyCard");
    if (!contract.isCardEnd(card)) throw fieldError("card", "invalidInput", "cardInvalid");
    return `•••• ${card}`;
  }
  if (method.asks === "wallet") {
    if (!wallet) throw fieldError("wallet", "invalidInput", "specifyWallet");
    return wallet;
  }
  return null;
}

/**
 * Limits the unpaid orders of a client per hour. Every unpaid order is polled, so too many of one client would delay
 * those of others. Paid orders do not count.
 * @throws {ApiError} 429 `tooManyUnpaidOrders` with the seconds until the oldest of them no longer counts
 */
async function limitUnpaidOrders(tx: Tx, userId: string, now: Date): Promise<void> {
  const unpaid = and(
    eq(deposits.userId, userId),
    inArray(deposits.status, unpaidStatuses),
    gt(deposits.createdAt, new Date(now.getTime() - hour)),
  );
  const orders = await tx
    .select({ createdAt: deposits.createdAt })
    .from(deposits)
    .where(unpaid)
    .orderBy(desc(deposits.createdAt))
    .limit(unpaidOrdersPerHour);
  const oldest = orders[unpaidOrdersPerHour - 1];
  if (!oldest) return;
  const seconds = Math.ceil((oldest.createdAt.getTime() + hour - now.getTime()) / 1000);
  throw new ApiError(429, "tooManyUnpaidOrders", {
    details: { limit: unpaidOrdersPerHour, count: seconds },
    headers: { "retry-after": String(seconds) },
  });
}

export const createDeposit = handle(
  contract.createDeposit,
  async ({ method, amountCents, returnTo, ...from }, context) => {
    const { db, payments, language, ids, clock, client } = context;
    const system = systemOf(payments, method);
    if (!system) throw fieldError("method", "methodUnknown", "methodUnknown");
    const payer = payerOf(system, from);
    checkSum(system.method, amountCents, language);
    const outcome = await withIdempotencyKey(
      context,
      "payments.createDeposit",
      { method, amountCents, payer, returnTo },
      async (tx) => {
        const now = clock.now();
        await limitUnpaidOrders(tx, client.id, now);
        const id = ids.id();
        await tx.insert(deposits).values({
          id,
          userId: client.id,
          method,
          sumCents: amountCents,
          costCents: contract.costOf(system.method, amountCents),
          currency: system.method.currency,
          recipient: system.recipient,
          payer,
          status: "notPaid",
          returnTo: returnTo ?? null,
          createdAt: now,
          changedAt: now,
          expiresAt: new Date(now.getTime() + system.lifetimeMinutes * minute),
        });
        // if this process dies before the payment system responds, the job sends the request again
        const startAfter = new Date(now.getTime() + retrySeconds * 1000);
        await enqueue(tx, createPayment, { orderId: id }, { key: id, startAfter });
        return { payment: { orderId: id } };
      },
    );
    const { orderId } = outcome.payment;
    const logFailure = (error: unknown) =>
      context.log.warn({ err: error, orderId }, "a payment system did not take an order");
    // if the payment system does not respond in time, the request continues after the response
    await withTimeout(requestPayment(context, orderId), logFailure).catch(logFailure);
    return { payment: describePayment(context, await ownDeposit(db, client.id, orderId), language) };
  },
);
