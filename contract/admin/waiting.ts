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
