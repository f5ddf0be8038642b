import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { cents, timestamp } from "#contract/fields";

/** What will be paid from the balance by itself (screens, "Balance operations"). */

const due = {
  /** Of a server; null for the monitoring subscription. */
  server: z.nullable(z.object({ id: z.string(), tariff: z.string(), comment: z.string() })),
  /** When it is first tried by itself, a day before its paid time ends; of what is not automatic, that end. */
  at: timestamp,
  months: z.int(),
  amountCents: cents,
};

export const comingPayment = z.object({
  ...due,
  /** Paid by itself; otherwise it ends unless it is paid for. */
  isAutomatic: z.boolean(),
  /** What this and all before it leave of the balance; below zero: so much is missing. Null after the first that is not paid. */
  leavesCents: z.nullable(cents),
});
export type ComingPayment = z.output<typeof comingPayment>;

export const comingPayments = defineEndpoint({
  method: "GET",
  path: "/vps/coming-payments",
  access: "client",
  summary: "Returns the balance, upcoming payments and the first one it does not cover",
  output: z.object({
    balanceCents: cents,
    /** What the client owes: it is paid first by what comes in (docs/adr/0020). */
    owedCents: cents,
    /** The next payment of each, the soonest first. */
    payments: z.array(comingPayment),
    /** The first that cannot be paid, later periods counted; null where there is none until `until`. */
    shortage: z.nullable(z.object({ ...due, missingCents: cents })),
    /** How far it was looked ahead. */
    until: timestamp,
    hasAutomatic: z.boolean(),
  }),
});
export type Coming = z.output<typeof comingPayments.output>;
