/**
 * A withdrawal waits for its new wallet to be confirmed, then for the operator, then for the money to arrive (specification, section 4;
 * screens, "Histories").
 */
export const withdrawalStatuses = [
  "confirming",
  "underReview",
  "processing",
  "paidOut",
  "rejected",
  "cancelled",
] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/** One of these keeps the client from asking for another. */
export const pendingWithdrawalStatuses = [
  "confirming",
  "underReview",
  "processing",
] as const satisfies readonly WithdrawalStatus[];

export const isPending = (status: WithdrawalStatus): boolean =>
  (pendingWithdrawalStatuses as readonly string[]).includes(status);

/** What the client can take back: no money is on its way yet. */
export const cancellableWithdrawalStatuses = [
  "confirming",
  "underReview",
] as const satisfies readonly WithdrawalStatus[];

export const canCancelWithdrawal = (status: WithdrawalStatus): boolean =>
  (cancellableWithdrawalStatuses as readonly string[]).includes(status);
