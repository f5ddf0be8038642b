/** States of a deposit and what each allows; pages and API share these tables. */

/**
 * - `notPaid`: the order exists, no payment has arrived
 * - `processing`: the payment system is processing the payment
 * - `underReview`: an operator has to check it (a transaction id, a payment that differs from its order)
 * - `received`: the money is on the balance; the only state with a ledger entry
 * - `rejected`: the payment failed, or the operator rejected it
 * - `cancelled`: the client cancelled, or the order was not paid in time
 * - `deleted`: the client deleted the order; it stays in the history with this state
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

/** No payment has arrived but one still may, so the payment system is polled. */
export const unpaidStatuses = [
  "notPaid",
  "processing",
  "cancelled",
  "deleted",
] as const satisfies DepositStatus[];

/** Events of a payment system; `refunded` and `disputed` concern a received payment and are left to an operator. */
export const paymentEvents = ["pending", "paid", "failed", "cancelled", "refunded", "disputed"] as const;
export type PaymentEvent = (typeof paymentEvents)[number];

/**
 * The status after an event. Events can arrive late, twice or out of order, so an event that is not in the table
 * changes nothing. A payment always counts, even after a cancellation, a failure or days of silence, because we have
 * the client's money.
 */
const after: Record<DepositStatus, Partial<Record<PaymentEvent, DepositStatus>>> = {
  notPaid: { pending: "processing", paid: "received", failed: "rejected", cancelled: "cancelled" },
  processing: { paid: "received", failed: "rejected", cancelled: "cancelled" },
  cancelled: { paid: "received" },
  deleted: { paid: "received" },
  rejected: { paid: "received" },
  // reviewed because the payment system had not reported the payment: a transaction id, days of silence
  underReview: { paid: "received" },
  received: {},
};

/** Returns the status after an event, or null if it does not change. */
export const statusAfter = (status: DepositStatus, event: PaymentEvent): DepositStatus | null =>
  after[status][event] ?? null;

type Allowed = {
  /** Open the payment system's page. */
  pay: boolean;
  /** Submit the transaction id of a crypto payment. */
  submitTxid: boolean;
  /** Expire. */
  expire: boolean;
  /** Be accepted or rejected by an operator. */
  decide: boolean;
  /** Be deleted by the client. */
  remove: boolean;
};

const allowed: Record<DepositStatus, Allowed> = {
  notPaid: { pay: true, submitTxid: true, expire: true, decide: false, remove: true },
  processing: { pay: false, submitTxid: false, expire: false, decide: true, remove: false },
  underReview: { pay: false, submitTxid: false, expire: false, decide: true, remove: false },
  received: { pay: false, submitTxid: false, expire: false, decide: false, remove: false },
  rejected: { pay: false, submitTxid: false, expire: false, decide: false, remove: false },
  // the client may have paid just before the order expired or was deleted
  cancelled: { pay: false, submitTxid: true, expire: false, decide: false, remove: true },
  deleted: { pay: false, submitTxid: true, expire: false, decide: false, remove: false },
};

export const canPay = (status: DepositStatus) => allowed[status].pay;
export const canSubmitTxid = (status: DepositStatus) => allowed[status].submitTxid;
export const canExpire = (status: DepositStatus) => allowed[status].expire;
export const canDelete = (status: DepositStatus) => allowed[status].remove;
export const canDecide = (status: DepositStatus) => allowed[status].decide;

/** Returns whether the status may still change without the client's action, so the page polls it. */
export const isUnderWay = (status: DepositStatus) =>
  status === "notPaid" || status === "processing" || status === "underReview";
