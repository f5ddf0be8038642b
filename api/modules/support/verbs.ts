import type { Verb } from "#api/http/verb";
import { closeTicket } from "./close-ticket";
import { createTicket } from "./create-ticket";
import { departments, listTickets, readTicket, ticketVersion } from "./read-tickets";
import { replyTicket } from "./reply-ticket";
import { ticketFile } from "./ticket-file";

export const supportVerbs: readonly Verb[] = [
  departments,
  listTickets,
  readTicket,
  ticketVersion,
  createTicket,
  replyTicket,
  closeTicket,
  ticketFile,
];
