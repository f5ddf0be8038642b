import type { MovementStatus } from "#contract/balance/movements";

/** The shape and colour of a movement's status. */
export const movementTone = {
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
} as const satisfies Record<MovementStatus, string>;
