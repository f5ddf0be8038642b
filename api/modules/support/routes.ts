import type { Handler } from "#api/http/handle";
import { createTicket } from "./create-ticket";
import { closeTicket, ticketFile } from "./own-ticket";
import { departments, listTickets, readTicket, ticketVersion } from "./read-tickets";
import { replyTicket } from "./reply-ticket";

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
