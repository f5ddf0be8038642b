import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { requiredText, timestamp, unbrokenInLines } from "#contract/fields";
import { integer } from "#contract/integer";
import {
  ticketFileMaxBytes,
  ticketFilesMax,
  ticketFileTypes,
  ticketTextMaxLength,
  ticketTitleMaxLength,
} from "#contract/rules";
import { textLength } from "#contract/text-length";
import { ticketStatuses } from "./ticket-status";

/** Tickets (specification, sections 3 to 5 and 9). */

/** Text of several lines. Forms send a line end as CRLF; it counts as one character. */
const text = z.string("specifyText").check(
  z.overwrite((value) => value.replace(/\r\n?/g, "\n").trim()),
  z.minLength(1, { error: "specifyText", abort: true }),
  unbrokenInLines,
  z.refine((value) => textLength(value) <= ticketTextMaxLength, "textTooLong"),
);

export const ticketFiles = z.optional(
  z.array(z.file("fileTypeUnknown")).check(
    z.refine((files) => files.every((file) => file.size <= ticketFileMaxBytes), {
      error: "fileOver5Mb",
      abort: true,
    }),
    z.refine((files) => files.every((file) => file.size > 0), { error: "fileEmpty", abort: true }),
    z.refine(
      (files) => files.every((file) => (ticketFileTypes as readonly string[]).includes(file.type)),
      "fileTypeUnknown",
    ),
    z.maxLength(ticketFilesMax, "tooManyFiles"),
  ),
);

export const createTicketInput = z.object({
  departmentId: z
    .string("specifyDepartment")
    .check(z.minLength(1, "specifyDepartment"), z.maxLength(40, "specifyDepartment")),
  title: requiredText("specifyTitle", ticketTitleMaxLength),
  text,
  files: ticketFiles,
});

export const replyInput = z.object({ text, files: ticketFiles });

const department = z.object({ id: z.string(), name: z.string() });

const ticketRow = z.object({
  id: z.string(),
  title: z.string(),
  department,
  status: z.enum(ticketStatuses),
  createdAt: timestamp,
  lastMessageAt: timestamp,
  lastAuthor: z.enum(["client", "support"]),
  /** Support has posted a message that the client has not opened yet. */
  isUnread: z.boolean(),
});
export type TicketRow = z.output<typeof ticketRow>;

export const ticketMessage = z.object({
  id: z.string(),
  author: z.enum(["client", "support"]),
  text: z.string(),
  createdAt: timestamp,
  files: z.array(
    z.object({ id: z.string(), name: z.string(), kind: z.enum(ticketFileTypes), bytes: z.int() }),
  ),
});
export type TicketMessage = z.output<typeof ticketMessage>;

export const departments = defineEndpoint({
  method: "GET",
  path: "/support/departments",
  access: "client",
  summary: "Lists departments in the client's language",
  output: z.object({ departments: z.array(department) }),
});

export const tickets = defineEndpoint({
  method: "GET",
  path: "/support/tickets",
  access: "client",
  summary:
    "Lists the client's tickets, most recent first, 20 per page; a page past the end returns the last one",
  input: z.object({ page: z._default(integer({ min: 1, max: 10_000 }), 1) }),
  output: z.object({ tickets: z.array(ticketRow), page: z.int(), pages: z.int(), total: z.int() }),
});

export const ticket = defineEndpoint({
  method: "GET",
  path: "/support/tickets/:ticketId",
  access: "client",
  summary: "Returns a ticket with its messages, oldest first, and marks it read",
  input: z.object({ ticketId: z.string() }),
  output: z.object({ ...ticketRow.shape, messages: z.array(ticketMessage) }),
});

export const ticketVersion = defineEndpoint({
  method: "GET",
  path: "/support/tickets/:ticketId/version",
  access: "client",
  summary: "Returns a version that changes with the ticket, to poll for replies",
  input: z.object({ ticketId: z.string() }),
  output: z.object({ version: z.string() }),
});

export const createTicket = defineEndpoint({
  method: "POST",
  path: "/support/tickets",
  access: "client",
  isOpenToBlocked: true,
  summary: "Creates a ticket; 409 `ticketAlreadyOpen` with `ticketId` if the department has an open one",
  body: "multipart",
  maxFileBytes: ticketFileMaxBytes,
  idempotent: true,
  input: createTicketInput,
  output: z.object({ ticketId: z.string() }),
});

export const replyTicket = defineEndpoint({
  method: "POST",
  path: "/support/tickets/:ticketId/messages",
  access: "client",
  isOpenToBlocked: true,
  summary: "Adds a message to a ticket; a closed one is reopened",
  body: "multipart",
  maxFileBytes: ticketFileMaxBytes,
  idempotent: true,
  input: z.object({ ...replyInput.shape, ticketId: z.string() }),
});

export const closeTicket = defineEndpoint({
  method: "POST",
  path: "/support/tickets/:ticketId/close",
  access: "client",
  isOpenToBlocked: true,
  summary: "Closes a ticket",
  input: z.object({ ticketId: z.string() }),
});

export const ticketFile = defineEndpoint({
  method: "GET",
  path: "/support/tickets/:ticketId/files/:fileId",
  access: "client",
  summary: "Returns a file of a ticket as an attachment",
  answer: "file",
  input: z.object({ ticketId: z.string(), fileId: z.string() }),
});
