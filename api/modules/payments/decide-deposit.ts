import { eq } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sendMail } from "#api/email/send";
import { systemOf } from "#api/integrations/payments/system";
import { transferMethod } from "#api/integrations/payments/transfer";
import { OperatorError } from "#api/lib/answer";
import { twoPersonLimitCents } from "#api/lib/settings";
import { canDecide } from "#contract/payments/deposit-status";
import { creditWithReceipt } from "./credit-with-receipt";
import { ownerOf } from "./deposit-owner";
import type { Deposit } from "./payment";

/**
 * `sumCents` is the sum that really arrived, if it differs from the order's; `reference` is the bank's id of a
 * transfer, which pays for one deposit only.
 */
export type DepositDecision = {
  /** The staff member who decides. */
  decidedBy?: string;
} & (
  | { accept: true; sumCents?: number | undefined; reference?: string | undefined }
  | { accept: false; reason: string }
);

/**
 * Returns whether a deposit can be decided. Only an operator reports a bank transfer, so it can be decided at any
 * time.
 */
const isOpen = ({ method, status }: Deposit, { accept }: DepositDecision) =>
  canDecide(status) ||
  (method === transferMethod && status !== "received" && (accept || status !== "rejected"));

/**
 * Accepts or rejects a pending deposit for an operator; the client gets an email. Returns the deposit as it was before;
 * null if there is none to decide, such as on a second decision.
 *
 * @throws {OperatorError} `depositOverLimit` if more is to be credited than the order's sum and what one person may
 *   add to a balance
 */
export async function decideDeposit(
  deps: Pick<Deps, "clock" | "ids" | "payments" | "settings">,
  tx: Tx,
  orderId: string,
  decision: DepositDecision,
): Promise<Deposit | null> {
  const [deposit] = await tx.select().from(deposits).where(eq(deposits.id, orderId)).for("update");
  if (!deposit || !isOpen(deposit, decision)) return null;
  if (decision.accept) requireWithinLimit(deps, deposit, decision.sumCents);
  const now = deps.clock.now();
  if (decision.accept) await creditWithReceipt(deps, tx, deposit, decision.sumCents);
  await tx
    .update(deposits)
    .set({
      decidedAt: now,
      decidedBy: decision.decidedBy,
      changedAt: now,
      ...(decision.accept && decision.reference && { txidKey: transferKey(decision.reference) }),
      ...(!decision.accept && { status: "rejected" as const, reason: decision.reason }),
    })
    .where(eq(deposits.id, orderId));
  if (!decision.accept) await sendRejection(deps, tx, deposit, decision.reason);
  return deposit;
}

/** Otherwise the received sum would be a way around the second person that a correction needs. */
function requireWithinLimit(
  { settings }: Pick<Deps, "settings">,
  { sumCents: orderCents }: Deposit,
  sumCents = orderCents,
): void {
  const limitCents = twoPersonLimitCents(settings);
  if (sumCents - orderCents > limitCents)
    throw new OperatorError("depositOverLimit", { sumCents, orderCents, limitCents });
}

/** Emails the client which deposit was rejected and why. */
async function sendRejection(
  deps: Pick<Deps, "clock" | "ids" | "payments">,
  tx: Tx,
  deposit: Deposit,
  reason: string,
): Promise<void> {
  const { name, email: to, language } = await ownerOf(tx, deposit);
  const method = systemOf(deps.payments, deposit.method)?.method.name[language] ?? deposit.method;
  const values = { name, number: deposit.id, method, amountCents: deposit.sumCents, reason };
  await sendMail(deps, tx, { to, language, template: "depositRejected", values });
}

/** Normalizes a transfer's reference; the prefix separates it from the ids of crypto transactions. */
const transferKey = (reference: string) => `transfer:${reference.replace(/\s+/g, "").toLowerCase()}`;
