import { eq } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { transferMethod } from "#api/integrations/payments/transfer";
import { canDecide } from "#contract/payments/deposit-status";
import type { Deposit } from "./payment";
import { creditWithReceipt } from "./receipt-email";

/** `sumCents` is what really came, where it differs from the order; `reference` is what the bank calls a transfer, which pays for one deposit. */
export type DepositDecision =
  | { accept: true; sumCents?: number | undefined; reference?: string | undefined }
  | { accept: false; reason: string };

/** Nobody but an operator tells of a bank transfer: it is decided whenever it comes. */
const isOpen = ({ method, status }: Deposit, { accept }: DepositDecision) =>
  canDecide(status) ||
  (method === transferMethod && status !== "received" && (accept || status !== "rejected"));

/**
 * An operator's yes or no to a deposit that hangs. Returns the deposit as it was, or null where there is none to decide:
 * a second decision finds it decided.
 */
export async function decideDeposit(
  deps: Pick<Deps, "clock" | "ids" | "payments">,
  tx: Tx,
  orderId: string,
  decision: DepositDecision,
): Promise<Deposit | null> {
  const [deposit] = await tx.select().from(deposits).where(eq(deposits.id, orderId)).for("update");
  if (!deposit || !isOpen(deposit, decision)) return null;
  const now = deps.clock.now();
  if (decision.accept) await creditWithReceipt(deps, tx, deposit, decision.sumCents);
  await tx
    .update(deposits)
    .set({
      decidedAt: now,
      changedAt: now,
      ...(decision.accept && decision.reference && { txidKey: transferKey(decision.reference) }),
      ...(!decision.accept && { status: "rejected" as const, reason: decision.reason }),
    })
    .where(eq(deposits.id, orderId));
  return deposit;
}

/** One form for one transfer, apart from the ids of crypto transactions. */
const transferKey = (reference: string) => `transfer:${reference.replace(/\s+/g, "").toLowerCase()}`;
