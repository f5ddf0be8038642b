/** Words of the histories (specification, sections 2 and 4); screens and API read the same ones. */

export const historyKinds = ["deposits", "transfers", "server-payments", "withdrawals"] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** How a movement stands. */
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

/** What can be asked of the sandbox's payment page. */
export const sandboxChoices = ["pay", "fail", "leave", "slow"] as const;
