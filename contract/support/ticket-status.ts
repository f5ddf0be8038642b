/** Ticket states (specification, section 4). */
export const ticketStatuses = ["new", "processing", "closed"] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** A closed ticket can't be closed again; a new message reopens it. */
export const canClose = (status: TicketStatus) => status !== "closed";

/** Returns the state after a client's message: a closed ticket reopens, other states stay. */
export const afterClientMessage = (status: TicketStatus): TicketStatus =>
  status === "closed" ? "processing" : status;

/** Returns the state after a message from support: a closed ticket stays closed, since only its client reopens it. */
export const afterSupportMessage = (status: TicketStatus): TicketStatus =>
  status === "closed" ? "closed" : "processing";
