import * as z from "zod/mini";
import type { Output } from "#contract/endpoint";
import { defineEndpoint } from "#contract/endpoint";
import { cents, timestamp } from "#contract/fields";
import { monitoringFreeAccounts } from "#contract/rules";
import { clientMaintenance } from "./maintenance";
import { firstSteps } from "./status";

/** Facts that need the client's attention; a page shows the most urgent one (look, "Attention strip"). */

/** A server whose paid period is ending or has ended; `priceCents` is the current price of its usual period. */
const dueServer = z.object({
  serverId: z.string(),
  comment: z.string(),
  paidUntil: timestamp,
  months: z.int(),
  priceCents: cents,
});
export type DueServer = z.output<typeof dueServer>;

export const attention = defineEndpoint({
  method: "GET",
  path: "/vps/attention",
  access: "client",
  summary: "Returns what needs attention (ending servers, missing money, unread replies) and the first steps",
  output: z.object({
    /** Number of servers by status. */
    counts: z.object({ settingUp: z.int(), active: z.int(), blocked: z.int(), revoked: z.int() }),
    balanceCents: cents,
    /**
     * Blocked because of a missing payment: the server whose paid period ended first. After `revokedOn` its data is
     * gone.
     */
    blocked: z.nullable(z.extend(dueServer, { revokedOn: timestamp })),
    /** Active without auto-renewal: the server that ends first. */
    ending: z.nullable(dueServer),
    /** Active with auto-renewal: the server that is renewed first, at `renewsAt`. */
    renewing: z.nullable(z.extend(dueServer, { renewsAt: timestamp })),
    /** A monitored account whose terminal has stopped sending. */
    silent: z.nullable(z.object({ monitoringId: z.string(), name: z.string(), heardAt: timestamp })),
    /** A ticket with an unread answer. */
    answer: z.nullable(z.object({ ticketId: z.string(), title: z.string() })),
    /** A wallet that is not confirmed yet by the link in its email. */
    wallet: z.nullable(z.object({ method: z.string(), wallet: z.string() })),
    /** The next maintenance of one of the client's servers, or the running one. */
    maintenance: z._default(z.nullable(clientMaintenance), null),
    /** Monitored accounts that every client has free. */
    freeAccounts: z._default(z.int(), monitoringFreeAccounts),
    firstSteps: z.object({
      hasCredentialsShown: z.boolean(),
      hasAccount: z.boolean(),
      isTerminalHeard: z.boolean(),
      skipped: z.array(z.enum(firstSteps)),
    }),
  }),
});
export type Attention = Output<typeof attention>;

export const skipFirstStepForm = z.object({ step: z.enum(firstSteps) });

export const skipFirstStep = defineEndpoint({
  method: "POST",
  path: "/vps/first-steps/skip",
  access: "client",
  summary: "Skips one of the first steps; a repeat changes nothing",
  input: skipFirstStepForm,
});
