/**
 * A withdrawal waits for the confirmation of its new wallet, then for the operator, then for the money to arrive
 * (specification, section 4; screens, "Histories").
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

/** A client with a withdrawal in one of these states cannot request another. */
export const pendingWithdrawalStatuses = [
  "confirming",
  "underReview",
  "processing",
] as const satisfies readonly WithdrawalStatus[];

export const isPending = (status: WithdrawalStatus): boolean =>
  (pendingWithdrawalStatuses as readonly string[]).includes(status);

/** States in which the client can cancel: no money has been sent yet. */
export const cancellableWithdrawalStatuses = [
  "confirming",
  "underReview",
] as const satisfies readonly WithdrawalStatus[];

export const canCancelWithdrawal = (status: WithdrawalStatus): boolean =>
  (cancellableWithdrawalStatuses as readonly string[]).includes(status);
