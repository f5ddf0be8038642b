import { eq } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import type { Tx } from "#api/db/transaction";
import type { Parts } from "#api/parts";
import { canDecide } from "#contract/payments/deposit-status";
import type { Deposit } from "./payment";
import { creditWithReceipt } from "./receipt-letter";

/** `sumCents` is what really came, where it differs from the order. */
export type DepositDecision =
  | { accept: true; sumCents?: number | undefined }
  | { accept: false; reason: string };

/**
 * An operator's yes or no to a deposit that hangs. Returns the deposit as it was, or null where there is none to decide:
 * a second decision finds it decided.
 */
export async function decideDeposit(
  parts: Pick<Parts, "clock" | "ids" | "payments">,
  tx: Tx,
  orderId: string,
  decision: DepositDecision,
): Promise<Deposit | null> {
  const [deposit] = await tx.select().from(deposits).where(eq(deposits.id, orderId)).for("update");
  if (!deposit || !canDecide(deposit.status)) return null;
  const now = parts.clock.now();
  if (decision.accept) await creditWithReceipt(parts, tx, deposit, decision.sumCents);
  await tx
    .update(deposits)
    .set({
      decidedAt: now,
      changedAt: now,
      ...(!decision.accept && { status: "rejected" as const, reason: decision.reason }),
    })
    .where(eq(deposits.id, orderId));
  return deposit;
}
