import type { LedgerLineStatus } from "#contract/balance/ledger-lines";

/** The badge tone of a ledger line's status. */
export const ledgerLineTone = {
  received: "positive",
  sent: "positive",
  underReview: "info",
  paidOut: "positive",
  cancelled: "neutral",
  paid: "positive",
  notPaid: "warning",
  processing: "info",
  rejected: "negative",
  deleted: "neutral",
} as const satisfies Record<LedgerLineStatus, string>;
