/** States of a deposit and what each allows: screens and API read the same tables. */

/**
 * - `notPaid`: the order is made, nothing has come yet
 * - `processing`: the payment system has it in hand
 * - `underReview`: an operator looks at it (a transaction id, a payment that differs from its order)
 * - `received`: the money is on the balance; the only state with an entry in the ledger
 * - `rejected`: the payment failed, or the operator refused it
 * - `cancelled`: the client left, or the order was not paid in time
 * - `deleted`: the client has no use for the order any more; it stays in the history so
 */
export const depositStatuses = [
  "notPaid",
  "processing",
  "underReview",
  "received",
  "rejected",
  "cancelled",
  "deleted",
] as const;
export type DepositStatus = (typeof depositStatuses)[number];

/** Nothing has come of the order, and something may still: its payment system is asked. */
export const unpaidStatuses = [
  "notPaid",
  "processing",
  "cancelled",
  "deleted",
] as const satisfies DepositStatus[];

/** What a payment system says of a payment; `refunded` and `disputed` are of one that was paid, and an operator's. */
export const paymentEvents = ["pending", "paid", "failed", "cancelled", "refunded", "disputed"] as const;
export type PaymentEvent = (typeof paymentEvents)[number];

/**
 * What a deposit becomes by an event. Events come late, twice and in the wrong order: what is not in the table changes nothing.
 * A payment counts whenever it comes, also after a cancel, a failure or days of silence: the client's money is with us then.
 */
const after: Record<DepositStatus, Partial<Record<PaymentEvent, DepositStatus>>> = {
  notPaid: { pending: "processing", paid: "received", failed: "rejected", cancelled: "cancelled" },
  processing: { paid: "received", failed: "rejected", cancelled: "cancelled" },
  cancelled: { paid: "received" },
  deleted: { paid: "received" },
  rejected: { paid: "received" },
  // whose payment was not told of yet: a transaction id, days of silence
  underReview: { paid: "received" },
  received: {},
};

/** The status after an event, or null where it changes nothing. */
export const statusAfter = (status: DepositStatus, event: PaymentEvent): DepositStatus | null =>
  after[status][event] ?? null;

type Allowed = {
  /** Going to the payment system's page. */
  pay: boolean;
  /** Naming the transaction of a crypto payment. */
  submitTxid: boolean;
  /** Running out of time. */
  expire: boolean;
  /** An operator's yes or no. */
  decide: boolean;
  /** The client's own end of it. */
  remove: boolean;
};

const allowed: Record<DepositStatus, Allowed> = {
  notPaid: { pay: true, submitTxid: true, expire: true, decide: false, remove: true },
  processing: { pay: false, submitTxid: false, expire: false, decide: true, remove: false },
  underReview: { pay: false, submitTxid: false, expire: false, decide: true, remove: false },
  received: { pay: false, submitTxid: false, expire: false, decide: false, remove: false },
  rejected: { pay: false, submitTxid: false, expire: false, decide: false, remove: false },
  // the client may have paid just before the order ran out of time, or was deleted
  cancelled: { pay: false, submitTxid: true, expire: false, decide: false, remove: true },
  deleted: { pay: false, submitTxid: true, expire: false, decide: false, remove: false },
};

export const canPay = (status: DepositStatus) => allowed[status].pay;
export const canSubmitTxid = (status: DepositStatus) => allowed[status].submitTxid;
export const canExpire = (status: DepositStatus) => allowed[status].expire;
export const canDelete = (status: DepositStatus) => allowed[status].remove;
export const canDecide = (status: DepositStatus) => allowed[status].decide;

/** Something may still happen by itself: the page follows it. */
export const isUnderWay = (status: DepositStatus) =>
  status === "notPaid" || status === "processing" || status === "underReview";
