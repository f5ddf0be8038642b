import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { timestamp } from "#contract/fields";
import { languages } from "#contract/languages";
import { documentFormMaxBytes } from "#contract/rules";
import { neighbours } from "./cursors";
import { anyRole } from "./roles";
import { operationRow } from "./values";

/** Operations by name, and the health of the service. */

/** A text, or rows of a list; `previous` and `next` are for the input `before` and `after` of a long one. */
const answer = z.object({
  text: z.nullable(z.string()),
  rows: z.nullable(z.array(operationRow)),
  ...neighbours,
});

const operationInput = z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())]));
export type OperationInput = z.output<typeof operationInput>;

/** From the description of the operation; the values that it began with may have changed since. */
const etag = z.optional(z.string());

export const operation = defineEndpoint({
  method: "GET",
  path: "/admin/operations/:name",
  access: "staff",
  roles: anyRole,
  summary: "Describes the input of an operation; its name has hyphens, such as `deposits-reject`",
  input: z.object({
    name: z.string(),
    /** The value of the first parameter, if it is known: a client, a server, a request. */
    of: z.optional(z.string()),
    /** That of the second one, if the form begins with values of both: the language of a text. */
    and: z.optional(z.string()),
  }),
  output: z.object({
    name: z.string(),
    /** Of the present values with which the form begins; null if they are not known. To be sent back with the form. */
    etag: z.nullable(z.string()),
    /** The language of the client whom `of` concerns. */
    clientLanguage: z.nullable(z.enum(languages)),
    /** What `of` names: the same columns as in a confirmation; null if it is nothing known. */
    about: z.nullable(operationRow),
    /** The operation needs a confirmation. */
    needsConfirmation: z.boolean(),
    isRead: z.boolean(),
    /** What to know before the fields are filled in, by the names of columns; of `of`. */
    facts: operationRow,
    parameters: z.array(
      z.object({
        name: z.string(),
        isRequired: z.boolean(),
        /** `money` and `day` are texts too: a sum in dollars, a day in UTC. */
        kind: z.enum(["text", "money", "day", "flag", "list"]),
        initial: z.optional(z.union([z.string(), z.array(z.string())])),
        /** The client reads it. */
        isForClient: z.boolean(),
        /** The values to choose from, with their texts; a value without one is a word of the service. Empty if there are none. */
        choices: z.optional(z.array(z.object({ value: z.string(), label: z.nullable(z.string()) }))),
      }),
    ),
  }),
});
export type AdminOperation = z.output<typeof operation.output>;

export const operations = defineEndpoint({
  method: "GET",
  path: "/admin/operations",
  access: "staff",
  roles: anyRole,
  summary: "Lists the operations that your roles allow",
  output: z.object({ names: z.array(z.string()) }),
});

export const runOperation = defineEndpoint({
  method: "POST",
  path: "/admin/operations/:name",
  access: "staff",
  roles: anyRole,
  summary:
    "Runs an operation. One that needs confirmation takes `isConfirmed`, else 409 `confirmationNeeded`, unless it would be rejected. With an `etag`, 409 `valuesChanged` if what it overwrites has changed since, `valuesExist` if there was nothing then",
  idempotent: true,
  input: z.object({
    name: z.string(),
    input: operationInput,
    isConfirmed: z._default(z.boolean(), false),
    etag,
  }),
  maxBytes: documentFormMaxBytes,
  output: answer,
});

export const previewOperation = defineEndpoint({
  method: "POST",
  path: "/admin/operations/:name/preview",
  access: "staff",
  roles: anyRole,
  summary:
    "Returns whom and what an operation that changes something would concern, or the error that it would end with; it changes nothing",
  input: z.object({ name: z.string(), input: operationInput, etag }),
  maxBytes: documentFormMaxBytes,
  output: z.object({
    about: operationRow,
    /** The values that it overwrites, by parameter; null if its form does not begin with them. */
    present: z.nullable(
      z.object({
        values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
        etag: z.string(),
      }),
    ),
    /** Input of the confirmed operation: sums that it decides, charged as shown or not at all. */
    decided: z.record(z.string(), z.string()),
  }),
});

export const readList = defineEndpoint({
  method: "POST",
  path: "/admin/lists/:name",
  access: "staff",
  roles: anyRole,
  summary: "Runs a read-only operation; it is not audited",
  input: z.object({ name: z.string(), input: z._default(operationInput, {}) }),
  maxBytes: documentFormMaxBytes,
  output: answer,
});

export const health = defineEndpoint({
  method: "GET",
  path: "/admin/health",
  access: "staff",
  roles: ["machines"],
  summary:
    "Returns the version, the last backup, the last check of the ledger, the number of waiting and failed jobs, and the requests of the last hour",
  output: z.object({
    version: z.string(),
    startedAt: timestamp,
    backup: z.nullable(
      z.object({ at: timestamp, rows: z.int(), files: z.int(), restoredAt: z.nullable(timestamp) }),
    ),
    /** The last check that every balance equals its entries; null before the first one. */
    ledgerCheck: z.nullable(z.object({ at: timestamp, faults: z.int() })),
    databaseBytes: z.int(),
    waitingJobs: z.int(),
    failedJobs: z.int(),
    stoppedAddresses: z.int(),
    /** Requests of all processes in the last 60 minutes, and those of them with a status from 500 on. */
    requests: z.int(),
    failedRequests: z.int(),
  }),
});

const typed = z._default(z.string(), "");

export const previewAnnouncement = defineEndpoint({
  method: "POST",
  path: "/admin/announcements/preview",
  access: "staff",
  roles: [],
  summary: "Previews an announcement: the number of recipients and the e-mail in each language",
  input: z.object({
    segment: z.string(),
    plan: z.optional(z.string()),
    language: z.optional(z.string()),
    subjectEn: typed,
    textEn: typed,
    subjectRu: typed,
    textRu: typed,
  }),
  output: z.object({
    count: z.int(),
    emails: z.array(z.object({ language: z.string(), subject: z.string(), text: z.string() })),
  }),
});

export const ledgerCsv = defineEndpoint({
  method: "GET",
  path: "/admin/money/ledger.csv",
  access: "staff",
  roles: ["billing"],
  summary: "Exports the ledger as CSV, one line per entry; first and last day in UTC",
  input: z.object({
    from: z.optional(z.string()),
    to: z.optional(z.string()),
    /** `on`: starts with the balance of each account before the first day. */
    withOpening: z.optional(z.string()),
  }),
  answer: "file",
});
