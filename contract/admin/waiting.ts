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
export const waitingFields = ["order", "txid", "method", "wallet", "reason"] as const;
export type WaitingField = (typeof waitingFields)[number];

/** In place of a staff member's address: the ticket is assigned to nobody. */
export const nobody = "nobody";

export const ticketPriorities = ["low", "normal", "high"] as const;

/** The operations that decide an item of each kind: who may run one of them may decide the item. */
export const decidingOperations = {
  ticket: ["tickets reply", "tickets close"],
  testServer: ["test-servers approve", "test-servers reject"],
  withdrawal: ["withdrawals send", "withdrawals pay", "withdrawals reject"],
  deposit: ["deposits accept", "deposits reject"],
  dispute: ["deposits settle", "deposits refund"],
  failedOrder: ["servers retry", "servers refund", "servers refund-upgrade"],
  drift: ["drifts settle", "drifts check", "servers reinstate", "servers revoke"],
  correction: ["balance confirm", "balance reject"],
} as const satisfies Record<WaitingKind, readonly string[]>;

/** Returns the kinds of items that someone with these roles may decide. */
export const decidableKinds = (roles: readonly StaffRole[]): WaitingKind[] =>
  waitingKinds.filter((kind) => decidingOperations[kind].some((operation) => mayRun(roles, operation)));
