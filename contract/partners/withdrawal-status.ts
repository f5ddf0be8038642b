/** A withdrawal waits for its new wallet to be confirmed, then for the operator (specification, section 4). */
export const withdrawalStatuses = ["confirming", "underReview", "paidOut", "rejected", "cancelled"] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/** One of these keeps the client from asking for another. */
export const pendingWithdrawalStatuses = [
  "confirming",
  "underReview",
] as const satisfies readonly WithdrawalStatus[];

export const isPending = (status: WithdrawalStatus): boolean =>
  (pendingWithdrawalStatuses as readonly string[]).includes(status);

/** What is not decided yet can be taken back. */
export const canCancelWithdrawal = (status: WithdrawalStatus): boolean => isPending(status);
