import type { TicketStatus } from "#contract/support/ticket-status";

/** How a ticket's status looks: its badge's tone. */
export const ticketTone = { new: "waiting", processing: "info", closed: "neutral" } as const satisfies Record<
  TicketStatus,
  string
>;
