/** Vocabulary of the histories (specification, sections 2 and 4), shared by pages and API. */

export const historyKinds = ["deposits", "transfers", "server-payments", "withdrawals"] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** Status of a ledger line. */
export const ledgerLineStatuses = [
  "received",
  "sent",
  "underReview",
  "paidOut",
  "cancelled",
  "paid",
  "notPaid",
  "processing",
  "rejected",
  "deleted",
] as const;
export type LedgerLineStatus = (typeof ledgerLineStatuses)[number];

/** Choices on the sandbox's payment page. */
export const sandboxChoices = ["pay", "fail", "leave", "slow"] as const;
