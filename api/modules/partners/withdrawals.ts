import { and, desc, eq, inArray } from "drizzle-orm";
import { partnerWithdrawals } from "#api/db/schema/partners";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { handle } from "#api/http/handle";
import { errorText } from "#api/lib/translations";
import type { Language } from "#contract/languages";
import * as contract from "#contract/partners/index";
import type { WithdrawalStatus } from "#contract/partners/withdrawal-status";
import {
  cancellableWithdrawalStatuses,
  pendingWithdrawalStatuses,
} from "#contract/partners/withdrawal-status";
import { findTerms } from "./find-terms";
import { payWithdrawal, releaseWithdrawal } from "./money";
import { payoutMethods as methods, payoutMethodOf } from "./wallets";

const listLimit = 10;

export type WithdrawalRow = typeof partnerWithdrawals.$inferSelect;

/** Returns a method's name in the viewer's language; the id if the method is no longer offered. */
export function payoutMethodName(id: string, language: Language): string {
  const method = payoutMethodOf(id);
  return method ? errorText(language, method.name) : id;
}

/** Returns a withdrawal in the form of the contract. */
export function showWithdrawal(row: WithdrawalRow, language: Language): contract.Withdrawal {
  const { id, method, wallet, amountCents, status, reason, reference, dueOn } = row;
  return {
    id,
    createdAt: row.createdAt.toISOString(),
    method,
    methodName: payoutMethodName(method, language),
    wallet,
    amountCents,
    status,
    reason,
    reference,
    dueOn,
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

export const payoutMethods = handle(contract.payoutMethods, async (_input, context) => {
  const { minWithdrawalCents } = await findTerms(context.db);
  return {
    methods: methods.map(({ id, name, hint, minCents }) => ({
      id,
      name: errorText(context.language, name),
      minCents: Math.max(minCents, minWithdrawalCents),
      hint: errorText(context.language, hint),
    })),
  };
});

export const withdrawals = handle(contract.withdrawals, async (_input, context) => {
  const rows = await context.db
    .select()
    .from(partnerWithdrawals)
    .where(eq(partnerWithdrawals.userId, context.client.id))
    .orderBy(desc(partnerWithdrawals.createdAt), partnerWithdrawals.id)
    .limit(listLimit);
  return { withdrawals: rows.map((row) => showWithdrawal(row, context.language)) };
});

type Decision = {
  status: "paidOut" | "rejected" | "cancelled";
  reason?: string;
  reference?: string;
  /** The staff member who decides. */
  decidedBy?: string;
};

const decidedFrom = {
  paidOut: ["underReview", "processing"],
  // includes `processing`: the money may have come back
  rejected: pendingWithdrawalStatuses,
  cancelled: cancellableWithdrawalStatuses,
} as const satisfies Record<Decision["status"], readonly WithdrawalStatus[]>;

/**
 * Marks a withdrawal under review as being sent, after which the client cannot cancel it. Returns null if it is not
 * under review.
 */
export async function startPayout(tx: Tx, id: string): Promise<WithdrawalRow | null> {
  const [row] = await tx
    .update(partnerWithdrawals)
    .set({ status: "processing" })
    .where(and(eq(partnerWithdrawals.id, id), eq(partnerWithdrawals.status, "underReview")))
    .returning();
  return row ?? null;
}

/**
 * Ends an undecided withdrawal and moves its money: out of the service if it is paid, otherwise back to the partner
 * balance. Returns null if there is nothing (more) to decide.
 */
export async function decideWithdrawal(
  deps: Deps,
  tx: Tx,
  id: string,
  decision: Decision,
  from: readonly WithdrawalStatus[] = decidedFrom[decision.status],
): Promise<WithdrawalRow | null> {
  const [row] = await tx
    .update(partnerWithdrawals)
    .set({ ...decision, decidedAt: deps.clock.now() })
    .where(and(eq(partnerWithdrawals.id, id), inArray(partnerWithdrawals.status, [...from])))
    .returning();
  if (!row) return null;
  await (decision.status === "paidOut" ? payWithdrawal : releaseWithdrawal)(deps, tx, row);
  return row;
}
