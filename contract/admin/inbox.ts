import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { timestamp } from "#contract/fields";
import { languages } from "#contract/languages";
import { cursors, neighbours } from "./cursors";
import { anyRole } from "./roles";
import { money, operationRow } from "./values";
import { ticketPriorities, waitingFields, waitingKinds } from "./waiting";

/** Requests that wait for a staff member. */

const waitingItem = z.object({
  kind: z.enum(waitingKinds),
  id: z.string(),
  since: timestamp,
  /** The deadline that the product promises the client. */
  dueAt: z.nullable(timestamp),
  isLate: z.boolean(),
  client: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
  /** A word before the other details: the kind of an order, a difference or a dispute. */
  what: z.nullable(z.string()),
  /** The amount of a deposit, a withdrawal or a correction. */
  sum: z.nullable(money),
  about: z.string(),
  /** Name of a ticket's department. */
  department: z.nullable(z.string()),
  /** Priority of a ticket. */
  priority: z.nullable(z.enum(ticketPriorities)),
  /** Other staff members who opened it within the last quarter of an hour. */
  openedBy: z.array(z.string()),
});
export type WaitingItem = z.output<typeof waitingItem>;

export const itemAddress = z.object({ kind: z.enum(waitingKinds), itemId: z.string() });

export const inbox = defineEndpoint({
  method: "GET",
  path: "/admin/inbox",
  access: "staff",
  roles: anyRole,
  summary: "Lists requests that your roles may decide, earliest due first, 50 per page",
  input: z.object({
    kind: z.optional(z.catch(z.optional(z.enum(waitingKinds)), undefined)),
    ...cursors,
  }),
  output: z.object({
    items: z.array(waitingItem),
    ...neighbours,
    /** Corrections of balances that you proposed and that wait for a colleague, oldest first: the first ten. */
    ownProposals: z.array(
      z.object({
        id: z.string(),
        clientId: z.string(),
        client: z.string(),
        sum: money,
        since: timestamp,
      }),
    ),
    /** Number of waiting items of each kind that your roles may decide, up to 100; `hasMore` if there are more. */
    counts: z.array(z.object({ kind: z.enum(waitingKinds), count: z.int(), hasMore: z.boolean() })),
  }),
});

export type Inbox = z.output<typeof inbox.output>;

export const inboxItem = defineEndpoint({
  method: "GET",
  path: "/admin/inbox/:kind/:itemId",
  access: "staff",
  roles: anyRole,
  summary: "Returns a request that needs a decision, and records who opened it",
  input: itemAddress,
  output: z.object({
    item: waitingItem,
    isWaiting: z.boolean(),
    /** The last operation that decided it or a part of it, by whom and when. */
    decision: z.nullable(z.object({ operation: z.string(), by: z.string(), at: timestamp })),
    /** Further details that the decision needs: the order and TXID of a deposit, the method and wallet of a withdrawal, the sums of a dispute. */
    fields: z.array(z.object({ name: z.enum(waitingFields), value: z.string() })),
    /** The tries of a failed order, rows as `servers orders <order>` returns them. */
    tries: z.array(operationRow),
    /** The client's language, in which reasons are written. */
    language: z.nullable(z.enum(languages)),
    /** The deposit that a dispute concerns, or the server that a failed order or a difference concerns. */
    subjectId: z.nullable(z.string()),
    /**
     * A withdrawal's status, the kind of a dispute, a failed order or a difference, or `ownProposal` or
     * `othersProposal` of a correction, on which the decisions depend; null for other kinds.
     */
    state: z.nullable(z.string()),
    /** The next one that your roles may decide. */
    next: z.nullable(itemAddress),
  }),
});
