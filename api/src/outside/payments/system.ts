import * as z from "zod/mini";
import type { Language } from "#contract/languages";
import { paymentEvents } from "#contract/payments/deposit-status";
import type { DepositMethod } from "#contract/payments/index";

export type PaymentMethod = Omit<DepositMethod, "name"> & { name: Record<Language, string> };

/** An order as a payment system gets it. `costCents` is in hundredths of the currency. */
export type PaymentOrder = {
  orderId: string;
  method: string;
  costCents: number;
  currency: string;
  recipient: string;
  /** Where the payer comes back to. */
  returnUrl: string;
};

/** What a payment system says of a payment, whose id is its own. */
export const paymentReport = z.object({
  paymentId: z.string().check(z.minLength(1), z.maxLength(100)),
  orderId: z.string().check(z.minLength(1), z.maxLength(40)),
  event: z.enum(paymentEvents),
  costCents: z.int(),
  currency: z.string().check(z.maxLength(10)),
  recipient: z.string().check(z.maxLength(100)),
});
export type PaymentReport = z.output<typeof paymentReport>;

/**
 * A payment system, as the house sees it. To add one: write such an object and put it into the list of `index.ts`;
 * its page's origin goes into `PAYMENT_ORIGINS`.
 */
export type PaymentSystem = {
  readonly method: PaymentMethod;
  /** The house's account there, or the address that crypto payments are sent to. */
  readonly recipient: string;
  /** How long an order can be paid. */
  readonly lifetimeMinutes: number;
  /** Proves that an order is ours. */
  sign(order: PaymentOrder): string;
  /** The page where an order is paid; null where it is paid by a transfer to `recipient`. */
  payUrl(order: PaymentOrder): string | null;
  /** Reads a message to `/api/payments/callback/<method>`: `unsigned` where nobody proves to have sent it. */
  readReport(headers: Headers, body: string, now: Date): PaymentReport | "unsigned" | "unreadable";
};

export type Payments = {
  readonly systems: readonly PaymentSystem[];
  /** No real money is moved: pages say so, and the sandbox's own page is served. */
  readonly isSandbox: boolean;
};

export const systemOf = ({ systems }: Payments, method: string): PaymentSystem | undefined =>
  systems.find((system) => system.method.id === method);
