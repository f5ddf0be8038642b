import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { timestamp } from "#contract/fields";
import { languages } from "#contract/languages";
import { ticketFileMaxBytes } from "#contract/rules";
import { ticketFiles, ticketMessage } from "#contract/support/index";
import { ticketStatuses } from "#contract/support/ticket-status";
import { client } from "./clients";
import { cursors, neighbours } from "./cursors";
import { itemAddress } from "./inbox";
import { ticketPriorities } from "./waiting";

/** Tickets as seen by support. */

export const ticketFilters = ["waiting", "open", "closed"] as const;

const ticketRow = z.object({
  id: z.string(),
  title: z.string(),
  department: z.string(),
  status: z.enum(ticketStatuses),
  waitsForSupport: z.boolean(),
  lastMessageAt: timestamp,
  client: z.string(),
  assignee: z.nullable(z.string()),
  priority: z.enum(ticketPriorities),
});

export const tickets = defineEndpoint({
  method: "GET",
  path: "/admin/tickets",
  access: "staff",
  roles: ["support"],
  summary: "Lists tickets that need a reply, all open, or closed, 50 per page",
  input: z.object({
    status: z._default(z.catch(z.enum(ticketFilters), "waiting"), "waiting"),
    /** Id of a department; all of them if it is missing. */
    department: z.optional(z.string()),
    ...cursors,
  }),
  output: z.object({
    tickets: z.array(ticketRow),
    departments: z.array(z.object({ id: z.string(), name: z.string() })),
    ...neighbours,
  }),
});

export const ticket = defineEndpoint({
  method: "GET",
  path: "/admin/tickets/:ticketId",
  access: "staff",
  roles: ["support"],
  summary: "Returns a ticket with messages, notes and client, and records who opened it",
  input: z.object({
    ticketId: z.string(),
    saved: z.optional(z.string()),
    /** The list that `next` continues: `inbox` for the inbox, else the waiting tickets. */
    from: z.optional(z.catch(z.optional(z.enum(["inbox"])), undefined)),
  }),
  output: z.object({
    ...ticketRow.shape,
    clientId: z.string(),
    clientName: z.string(),
    language: z.enum(languages),
    /**
     * The latest messages, oldest first; `by` is the name of the staff member who wrote it, null for the client, and if
     * it is not known.
     */
    messages: z.array(z.extend(ticketMessage, { by: z.nullable(z.string()) })),
    hasEarlierMessages: z.boolean(),
    /** The newest ones: of more than `shownNotes` one more, so that the page knows. */
    notes: z.array(z.object({ at: timestamp, by: z.string(), text: z.string() })),
    servers: client.output.shape.servers,
    openedBy: z.array(z.string()),
    savedReplies: z.array(z.string()),
    /** Of assignee and priority, for `tickets assign`. */
    assignmentEtag: z.string(),
    /** Whom the ticket may be assigned to: enabled staff accounts that may reply. */
    assignees: z.array(z.object({ email: z.string(), name: z.string() })),
    /** The text of the requested saved reply, with the client's values filled in. */
    draft: z.string(),
    /** The waiting ticket that follows this one; from the inbox, the next item that your roles may decide. */
    next: z.nullable(itemAddress),
  }),
});
export type AdminTicket = z.output<typeof ticket.output>;

export const ticketFile = defineEndpoint({
  method: "GET",
  path: "/admin/tickets/:ticketId/files/:fileId",
  access: "staff",
  roles: ["support"],
  summary: "Returns a file of a ticket",
  input: z.object({ ticketId: z.string(), fileId: z.string() }),
  answer: "file",
});

export const reply = defineEndpoint({
  method: "POST",
  path: "/admin/tickets/:ticketId/messages",
  access: "staff",
  roles: ["support"],
  summary: "Replies to a ticket and e-mails the client",
  body: "multipart",
  maxFileBytes: ticketFileMaxBytes,
  idempotent: true,
  input: z.object({
    ticketId: z.string(),
    text: z.string(),
    files: ticketFiles,
    /** Time of the last message that was shown. If support has replied since, the request fails with 409 `ticketAnswered`. */
    seenAt: z.optional(timestamp),
  }),
});
