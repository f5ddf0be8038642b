import * as z from "zod/mini";
import type { Answer } from "#api/lib/answer";
import type { Language } from "#contract/languages";
import { paymentEvents } from "#contract/payments/deposit-status";
import type { BankDetail, DepositMethod } from "#contract/payments/index";

export type PaymentMethod = Omit<DepositMethod, "name"> & { name: Record<Language, string> };

/** An order as it is signed. `costCents` is in hundredths of the currency. */
export type PaymentOrder = {
  orderId: string;
  method: string;
  costCents: number;
  currency: string;
  recipient: string;
  /** The page that the payer returns to. */
  returnUrl: string;
};

/** An order sent to a payment system. Its id is the idempotency key: retries are identical. */
export type NewPayment = PaymentOrder & {
  /** The URL for reports. */
  callbackUrl: string;
  expiresAt: Date;
  /** Title for the payer on the system's page. */
  title: string;
};

export type CreatedPayment = {
  /** What the payment is looked up by; null if nobody can be asked, as for a bank transfer: it is never polled. */
  thereId: string | null;
  /** The payment page; null if it is paid by a transfer to `recipient`. */
  payUrl: string | null;
};

/** A payment system's report of a payment, whose id is the system's. */
export const paymentReport = z.object({
  paymentId: z.string().check(z.minLength(1), z.maxLength(100)),
  orderId: z.string().check(z.minLength(1), z.maxLength(40)),
  event: z.enum(paymentEvents),
  costCents: z.int(),
  currency: z.string().check(z.maxLength(10)),
  recipient: z.string().check(z.maxLength(100)),
});
export type PaymentReport = z.output<typeof paymentReport>;

/** The subject of a message; nothing in it is trusted before `verify`. */
export type Notice = {
  orderId: string | null;
  thereId: string | null;
  /** Whether a signature proves the sender; an unproven message is verified only for known orders. */
  isProven: boolean;
  /** The report, if its signature proves it and the system can't be queried. */
  signedReport?: PaymentReport;
};

/**
 * `irrelevant`: authentic, but of no interest; `unsigned` if a signature is missing, `forged` if it is not the
 * system's.
 */
export type Unread = "unsigned" | "forged" | "unreadable" | "irrelevant";

/** A refund. The id is the idempotency key. */
export type Refund = {
  id: string;
  orderId: string;
  /** The order's, as `create` returned it. */
  thereId: string | null;
  /** The payment's, as in the report. */
  paymentId: string;
  costCents: number;
  currency: string;
  /** The system's refund id once known: the refund is then polled, not requested. */
  refundThereId: string | null;
};

export type RefundAnswer =
  | { status: "done" | "pending"; refundThereId: string | null }
  | { status: "declined"; reason: string };

/**
 * Our interface to a payment system. Every method that calls it may be slow and throw: the outcome is then unknown,
 * and the call is retried. To add one: docs/adding-a-payment-system.md.
 */
export type PaymentSystem = {
  readonly method: PaymentMethod;
  /** The company's account there, or the address that payments are sent to. */
  readonly recipient: string;
  /**
   * The origin of its payment page, which the cabinet's pages must allow (`PAYMENT_ORIGINS`); null: none, or unknown.
   */
  readonly pageOrigin: string | null;
  /** How long an order can be paid. */
  readonly lifetimeMinutes: number;
  /** Proves that an order is ours (specification, "Payment"). */
  sign(order: PaymentOrder): string;
  /** Creates the order in the system: one payment there, however often it is called. */
  create(order: NewPayment): Promise<CreatedPayment>;
  /** Parses a message to `/api/payments/callback/<method>`, without any request. */
  readReport(headers: Headers, body: string, now: Date): Notice | Unread;
  /** Returns the trusted status of a notice's payment. Null if it has no outcome yet. */
  verify(notice: Notice): Promise<PaymentReport | null>;
  /** Refunds money; null if the system can't, and an operator does it by hand. */
  refund: ((refund: Refund) => Promise<RefundAnswer>) | null;
  /** Makes a harmless request; resolves to a short summary of the response, without secrets. */
  check(): Promise<string | Answer>;
  /** The account for bank transfers, for the invoice of a method that needs one. */
  readonly bankDetails?: readonly BankDetail[];
};

export type Payments = {
  readonly systems: readonly PaymentSystem[];
  /** No real money moves: pages say so, and the sandbox's own page is served. */
  readonly isSandbox: boolean;
};

export const systemOf = ({ systems }: Payments, method: string): PaymentSystem | undefined =>
  systems.find((system) => system.method.id === method);

declare const isVerified: unique symbol;
/** A report confirmed by its system: the only kind that moves money. */
export type VerifiedReport = PaymentReport & { readonly [isVerified]: true };

/**
 * Queries a system for a payment's status; null if it has no outcome yet. @throws if the system does not answer, or
 * its answer is malformed.
 */
export async function verified(system: PaymentSystem, notice: Notice): Promise<VerifiedReport | null> {
  const report = await system.verify(notice);
  return report && (paymentReport.parse(report) as VerifiedReport);
}
