import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { timestamp } from "#contract/fields";
import { cursors, neighbours } from "./cursors";
import { anyRole } from "./roles";
import { waitingKinds } from "./waiting";

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
  about: z.string(),
  /** Other staff members who opened it within the last quarter of an hour. */
  openedBy: z.array(z.string()),
});
export type WaitingItem = z.output<typeof waitingItem>;

export const inbox = defineEndpoint({
  method: "GET",
  path: "/admin/inbox",
  access: "staff",
  roles: anyRole,
  summary: "Lists requests that need a decision, earliest due first, 50 per page",
  input: z.object({
    kind: z.optional(z.catch(z.optional(z.enum(waitingKinds)), undefined)),
    ...cursors,
  }),
  output: z.object({
    items: z.array(waitingItem),
    ...neighbours,
    /** Number of waiting items of each kind, up to 100; `hasMore` if there are more. */
    counts: z.array(z.object({ kind: z.enum(waitingKinds), count: z.int(), hasMore: z.boolean() })),
  }),
});
