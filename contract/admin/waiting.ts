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

export const ticketPriorities = ["low", "normal", "high"] as const;

/** An operation that decides an item of each kind: who may run it may decide the item. */
const deciding: Record<WaitingKind, string> = {
  ticket: "tickets reply",
  testServer: "test-servers approve",
  withdrawal: "withdrawals pay",
  deposit: "deposits accept",
  dispute: "deposits settle",
  failedOrder: "servers retry",
  drift: "drifts settle",
  correction: "balance confirm",
};

/** Returns the kinds of items that someone with these roles may decide. */
export const decidableKinds = (roles: readonly StaffRole[]): WaitingKind[] =>
  waitingKinds.filter((kind) => mayRun(roles, deciding[kind]));
