import type { TicketStatus } from "#contract/support/ticket-status";

/** The badge tone of each ticket status. */
export const ticketTone = { new: "waiting", processing: "info", closed: "neutral" } as const satisfies Record<
  TicketStatus,
  string
>;
