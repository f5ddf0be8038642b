import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { cents, timestamp } from "#contract/fields";
import { languages } from "#contract/languages";
import { securityEventKinds } from "#contract/security/events";
import { ticketStatuses } from "#contract/support/ticket-status";
import { serverStatuses } from "#contract/vps/status";
import { anyRole } from "./roles";
import { operationRow } from "./values";

/** Clients as seen by staff. */

/** Notes that a page of the console shows: the newest. */
export const shownNotes = 10;

const clientRow = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  createdAt: timestamp,
  isBlocked: z.boolean(),
  /** The account is deleted: its name and e-mail are gone, and nothing can be done for it. */
  isDeleted: z.boolean(),
});

const ledgerLine = z.object({
  id: z.string(),
  at: timestamp,
  about: z.string(),
  amountCents: cents,
  balanceCents: cents,
});

export const clients = defineEndpoint({
  method: "GET",
  path: "/admin/clients",
  access: "staff",
  roles: anyRole,
  summary: "Finds clients by e-mail, name or any of their IDs; without a query, the newest",
  input: z.object({ q: z._default(z.string().check(z.trim(), z.maxLength(200)), "") }),
  output: z.object({ clients: z.array(clientRow) }),
});

export const client = defineEndpoint({
  method: "GET",
  path: "/admin/clients/:clientId",
  access: "staff",
  roles: anyRole,
  summary: "Returns a client's account with its latest activity",
  input: z.object({ clientId: z.string() }),
  output: z.object({
    ...clientRow.shape,
    language: z.enum(languages),
    emailVerifiedAt: z.nullable(timestamp),
    blockReason: z.nullable(z.string()),
    hasTwoStep: z.boolean(),
    referrer: z.nullable(z.object({ id: z.string(), email: z.string() })),
    balanceCents: cents,
    partnerBalanceCents: cents,
    debtCents: cents,
    lines: z.array(ledgerLine),
    /** Of the partner balance. */
    partnerLines: z.array(ledgerLine),
    deposits: z.array(
      z.object({
        id: z.string(),
        at: timestamp,
        /** Its name as the client sees it. */
        method: z.string(),
        sumCents: cents,
        refundedCents: cents,
        status: z.string(),
      }),
    ),
    /** The latest, with the columns that fit of the rows that `clients withdrawals <client>` returns. */
    withdrawals: z.array(operationRow),
    servers: z.array(
      z.object({
        id: z.string(),
        tariff: z.string(),
        ip: z.nullable(z.string()),
        comment: z.string(),
        status: z.enum(serverStatuses),
        isHeld: z.boolean(),
        paidUntil: timestamp,
      }),
    ),
    tickets: z.array(
      z.object({ id: z.string(), title: z.string(), status: z.enum(ticketStatuses), at: timestamp }),
    ),
    accounts: z.array(z.object({ id: z.string(), number: z.string(), name: z.string() })),
    sessions: z.array(
      z.object({ id: z.string(), seenAt: timestamp, address: z.string(), userAgent: z.string() }),
    ),
    emails: z.array(
      z.object({
        id: z.string(),
        at: timestamp,
        address: z.string(),
        /** Null if it contains a code. */
        subject: z.nullable(z.string()),
        canResend: z.boolean(),
      }),
    ),
    activity: z.array(z.object({ at: timestamp, kind: z.enum(securityEventKinds), address: z.string() })),
    /** The newest ones: of more than `shownNotes` one more, so that the page knows. */
    notes: z.array(z.object({ at: timestamp, by: z.string(), text: z.string() })),
    actions: z.array(z.object({ at: timestamp, by: z.string(), operation: z.string(), answer: z.string() })),
  }),
});
export type AdminClient = z.output<typeof client.output>;
