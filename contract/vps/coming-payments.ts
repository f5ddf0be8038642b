import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { cents, timestamp } from "#contract/fields";

/** Upcoming payments from the balance (screens, "Balance operations"). */

const due = {
  /** The server paid for; null for the monitoring subscription. */
  server: z.nullable(z.object({ id: z.string(), tariff: z.string(), comment: z.string() })),
  /**
   * Automatic payments: time of the first attempt, a day before the paid period ends. Others: the end of the paid
   * period.
   */
  at: timestamp,
  months: z.int(),
  amountCents: cents,
};

export const comingPayment = z.object({
  ...due,
  /** Whether it is paid automatically; otherwise it ends unless the client pays. */
  isAutomatic: z.boolean(),
  /**
   * Balance after this payment and all before it; a negative value is the missing sum. Null after the first payment
   * that is not covered.
   */
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
    /** The client's debt; incoming money pays it first (docs/adr/0020). */
    owedCents: cents,
    /** The next payment of each server or subscription, earliest first. */
    payments: z.array(comingPayment),
    /**
     * The first payment that the balance does not cover, later periods included; null if there is none before
     * `until`.
     */
    shortage: z.nullable(z.object({ ...due, missingCents: cents })),
    /** End of the forecast. */
    until: timestamp,
    hasAutomatic: z.boolean(),
  }),
});
export type Coming = z.output<typeof comingPayments.output>;
