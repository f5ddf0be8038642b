import * as z from "zod/mini";
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
  /** Where the payer comes back to. */
  returnUrl: string;
};

/** An order as a payment system is asked to take it. Its id is the idempotency key: it is asked for in the same words as often as it takes. */
export type NewPayment = PaymentOrder & {
  /** Where reports are awaited. */
  callbackUrl: string;
  expiresAt: Date;
  /** What the payer reads on the system's page. */
  title: string;
};

export type CreatedPayment = {
  /** What the system calls it; null where it keeps nothing of its own. */
  thereId: string | null;
  /** The page where it is paid; null where it is paid by a transfer to `recipient`. */
  payUrl: string | null;
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

/** What a message is about; nothing in it is believed before `verify`. */
export type Notice = {
  orderId: string | null;
  thereId: string | null;
  /** A signature proves who sent it; what anybody may have sent is looked up for orders of ours only. */
  isProven: boolean;
  /** What it says, where its signature proves it and there is nobody to ask back. */
  signedReport?: PaymentReport;
};

/** `irrelevant`: proven, and nothing to us; `unsigned` where a signature is missing, `forged` where it is not the system's. */
export type Unread = "unsigned" | "forged" | "unreadable" | "irrelevant";

/** Money to give back. The id is the idempotency key. */
export type Refund = {
  id: string;
  orderId: string;
  /** Of the order, as `create` returned it. */
  thereId: string | null;
  /** Of the payment, as the report named it. */
  paymentId: string;
  costCents: number;
  currency: string;
  /** The refund's own id there, once it is known: it is then asked about, not asked for. */
  refundThereId: string | null;
};

export type RefundAnswer =
  | { status: "done" | "pending"; refundThereId: string | null }
  | { status: "declined"; reason: string };

/**
 * A payment system, as the house sees it. Whatever asks may take its time and throw: what came of it is then unknown, and it is asked again.
 * To add one: docs/adding-a-payment-system.md.
 */
export type PaymentSystem = {
  readonly method: PaymentMethod;
  /** The house's account there, or the address that payments are sent to. */
  readonly recipient: string;
  /** Where its page is, which the cabinet's pages must be allowed to lead to (`PAYMENT_ORIGINS`); null: none, or nobody knows. */
  readonly pageOrigin: string | null;
  /** How long an order can be paid. */
  readonly lifetimeMinutes: number;
  /** Proves that an order is ours (specification, "Payment"). */
  sign(order: PaymentOrder): string;
  /** Has the system take an order: one payment there however often it is asked. */
  create(order: NewPayment): Promise<CreatedPayment>;
  /** Reads a message to `/api/payments/callback/<method>`. Asks nobody. */
  readReport(headers: Headers, body: string, now: Date): Notice | Unread;
  /** How the payment stands that a notice is about: what is believed. Null where nothing has come of it yet. */
  verify(notice: Notice): Promise<PaymentReport | null>;
  /** Gives money back; null where the system can't, and an operator does it by hand. */
  refund: ((refund: Refund) => Promise<RefundAnswer>) | null;
  /** Asks something harmless; returns what was answered in a few words, without secrets. */
  check(): Promise<string>;
  /** Where a bank transfer goes, for the invoice of a method that asks for one. */
  readonly bankDetails?: readonly BankDetail[];
};

export type Payments = {
  readonly systems: readonly PaymentSystem[];
  /** No real money is moved: pages say so, and the sandbox's own page is served. */
  readonly isSandbox: boolean;
};

export const systemOf = ({ systems }: Payments, method: string): PaymentSystem | undefined =>
  systems.find((system) => system.method.id === method);

declare const isVerified: unique symbol;
/** A report that its system has confirmed: the only kind that moves money. */
export type VerifiedReport = PaymentReport & { readonly [isVerified]: true };

/** Asks a system how a payment stands; null where nothing has come of it. @throws where it does not answer, or not in its own terms. */
export async function verified(system: PaymentSystem, notice: Notice): Promise<VerifiedReport | null> {
  const report = await system.verify(notice);
  return report && (paymentReport.parse(report) as VerifiedReport);
}
