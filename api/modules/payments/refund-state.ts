import { and, desc, eq, ne } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { depositRefunds } from "#api/db/schema/payments";
import type { Tx } from "#api/db/transaction";

/**
 * Returns how much of a deposit was refunded or will be: the sum in cents, whether the payment system has yet to
 * respond, and when the last part was taken from the balance.
 */
export async function refundStateOf(
  db: Database | Tx,
  depositId: string,
): Promise<{ sumCents: number; isRequested: boolean; lastAt: Date | null }> {
  const refunds = await db
    .select()
    .from(depositRefunds)
    .where(and(eq(depositRefunds.depositId, depositId), ne(depositRefunds.status, "declined")))
    .orderBy(desc(depositRefunds.createdAt));
  return {
    sumCents: refunds.reduce((sum, { sumCents }) => sum + sumCents, 0),
    isRequested: refunds.some(({ status }) => status === "asked"),
    lastAt: refunds[0]?.createdAt ?? null,
  };
}
