import { and, eq, isNull } from "drizzle-orm";
import * as z from "zod/mini";
import { deposits } from "#api/db/schema/payments";
import type { Deps } from "#api/deps";
import { systemOf } from "#api/integrations/payments/system";
import { job } from "#api/queue/job";
import { canPay } from "#contract/payments/deposit-status";
import { orderOf } from "./payment";

/** After this many seconds without a response from a payment system, the request is sent again. */
export const retrySeconds = 20;

/**
 * Creates an order at the payment system, outside of any transaction. Safe to repeat and to run concurrently: the
 * order's id is the idempotency key, and the first response is stored.
 * @throws if the outcome is unknown.
 */
export async function requestPayment(
  deps: Pick<Deps, "db" | "clock" | "payments" | "settings">,
  orderId: string,
): Promise<void> {
  const { db, payments, settings, clock } = deps;
  const [deposit] = await db.select().from(deposits).where(eq(deposits.id, orderId));
  if (!deposit || deposit.createdThereAt || !canPay(deposit.status)) return;
  const system = systemOf(payments, deposit.method);
  if (!system) return;
  const { thereId, payUrl } = await system.create({
    ...orderOf(deps, deposit),
    callbackUrl: `${settings.publicOrigin}/api/payments/callback/${deposit.method}`,
    expiresAt: deposit.expiresAt,
    title: `${settings.brand.name} ${orderId}`,
  });
  await db
    .update(deposits)
    .set({ thereId, payUrl, createdThereAt: clock.now() })
    .where(and(eq(deposits.id, orderId), isNull(deposits.createdThereAt)));
}

export const createPayment = job("payments.create", z.object({ orderId: z.string() }), ({ orderId }, deps) =>
  requestPayment(deps, orderId),
);
