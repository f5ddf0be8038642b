import type { Handler } from "#api/http/handle";
import { closeTicket } from "./close-ticket";
import { createTicket } from "./create-ticket";
import { departments, listTickets, readTicket, ticketVersion } from "./read-tickets";
import { replyTicket } from "./reply-ticket";
import { ticketFile } from "./ticket-file";

export const supportRoutes: readonly Handler[] = [
  departments,
  listTickets,
  readTicket,
  ticketVersion,
  createTicket,
  replyTicket,
  closeTicket,
  ticketFile,
];
