/** A ticket's states (specification, section 4). */
export const ticketStatuses = ["new", "processing", "closed"] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** A closed ticket can't be closed again; a message opens it. */
export const canClose = (status: TicketStatus) => status !== "closed";

/** The state after a message of the client: a closed ticket is open again, the others stay as they are. */
export const afterClientMessage = (status: TicketStatus): TicketStatus =>
  status === "closed" ? "processing" : status;

/** The state after a message of support: a closed ticket stays closed, only its client opens it again. */
export const afterSupportMessage = (status: TicketStatus): TicketStatus =>
  status === "closed" ? "closed" : "processing";
