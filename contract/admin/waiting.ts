import type { StaffRole } from "./roles";
import { mayRun } from "./roles";

/** Kinds of requests that wait for a staff member. */
export const waitingKinds = [
  "ticket",
  "testServer",
  "withdrawal",
  "deposit",
  "dispute",
  "failedOrder",
  "drift",
  "correction",
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** Details of an item that its decision needs. */
export const waitingFields = [
  "order",
  "txid",
  "method",
  "wallet",
  "reason",
  // what staff sends for a withdrawal, what the client had to pay for a deposit
  "toSend",
  "toPay",
  // of a dispute: what was to be paid, what the payment system reported, what is on the balance
  "ordered",
  "reported",
  "credited",
  "paymentId",
] as const;
export type WaitingField = (typeof waitingFields)[number];

/** Kinds of disputes: of another sum than ordered, whether the deposit is on the balance. */
export const disputeKinds = [
  "mismatch",
  "mismatchCredited",
  "paidAgain",
  "unknownOrder",
  "reversed",
] as const;

/** In place of a staff member's address: the ticket is assigned to nobody. */
export const nobody = "nobody";

export const ticketPriorities = ["low", "normal", "high"] as const;
export type TicketPriority = (typeof ticketPriorities)[number];

/** The operations that decide an item of each kind: who may run one of them may decide the item. */
export const decidingOperations = {
  ticket: ["tickets reply", "tickets close"],
  testServer: ["test-servers approve", "test-servers reject"],
  withdrawal: ["withdrawals send", "withdrawals pay", "withdrawals reject"],
  deposit: ["deposits accept", "deposits reject"],
  dispute: ["deposits settle", "deposits refund"],
  failedOrder: ["servers retry", "servers refund", "servers refund-upgrade", "servers dismiss"],
  drift: ["drifts settle", "drifts check", "servers reinstate", "servers revoke"],
  correction: ["balance confirm", "balance reject"],
} as const satisfies Record<WaitingKind, readonly string[]>;

export type DecidingOperation = (typeof decidingOperations)[WaitingKind][number];

/**
 * The states of an item in which an operation decides it: the status of a withdrawal, the kind of a dispute, a failed
 * order or a difference, whose proposal a correction is. The other operations of `decidingOperations` do so in every state.
 */
const decidedStates: { readonly [operation in DecidingOperation]?: readonly string[] } = {
  "withdrawals send": ["underReview"],
  "withdrawals pay": ["underReview", "processing"],
  // a second payment or one of an unknown order was never credited: a refund would take other money from the balance
  "deposits refund": ["mismatchCredited", "reversed"],
  "servers refund": ["create"],
  "servers refund-upgrade": ["resize"],
  // nobody has paid for them, unlike for a setup and an upgrade
  "servers dismiss": [
    "turnOn",
    "turnOff",
    "restart",
    "block",
    "unblock",
    "reinstall",
    "resetPassword",
    "takeSnapshot",
    "rollBack",
    "dropSnapshot",
  ],
  // compares now: an unpaid machine is stopped again, and a difference that is gone is closed
  "drifts check": ["unknownMachine", "missingMachine", "runningUnpaid"],
  "servers reinstate": ["revokedPaid"],
  "servers revoke": ["missingMachine"],
  // a second person confirms it
  "balance confirm": ["othersProposal"],
};

/** Returns the states of an item in which an operation decides it; undefined if it does so in every state. */
export const statesDecidedBy = (operation: DecidingOperation): readonly string[] | undefined =>
  decidedStates[operation];

/** Items of these kinds; of a kind in `states` only those in one of its states. */
export type WaitingScope = {
  kinds: readonly WaitingKind[];
  states: { readonly [kind in WaitingKind]?: readonly string[] };
};

/** Returns the items that someone with these roles may decide: those that their inbox lists and counts. */
export function decidableItems(roles: readonly StaffRole[]): WaitingScope {
  const kinds: WaitingKind[] = [];
  const states: { [kind in WaitingKind]?: readonly string[] } = {};
  for (const kind of waitingKinds) {
    const allowed = decidingOperations[kind].filter((operation) => mayRun(roles, operation));
    if (allowed.length === 0) continue;
    kinds.push(kind);
    if (allowed.every(statesDecidedBy)) states[kind] = allowed.flatMap((one) => statesDecidedBy(one) ?? []);
  }
  return { kinds, states };
}
