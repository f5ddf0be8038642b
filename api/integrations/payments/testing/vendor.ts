import type { PaymentSystem } from "#api/integrations/payments/system";
import type { FakeVendor } from "#api/integrations/testing/fake-vendor";

export type Message = { headers: Record<string, string>; body: string };

/** A fake payment system for the shared test suite. Members without `?` exist in every one. */
export type Vendor = {
  system: PaymentSystem;
  /** Null if no network is involved. */
  farEnd: FakeVendor | null;
  /** Keys and secrets, which must never be visible outside. */
  secrets: readonly string[];
  /** Returns the number of payments created for an order. */
  paymentCount: (orderId: string) => number;
  /** The payer pays; `other` is a different sum or currency. */
  pay: (orderId: string, other?: { costCents?: number; currency?: string }) => void;
  /** The payer's bank declines, or the order expires. */
  fail: (orderId: string) => void;
  /** The bank reverses the payment, or it is refunded in the vendor's own pages. */
  reverse?: (orderId: string) => void;
  /** Returns the vendor's signed message with the payment's current status. */
  notification: (orderId: string) => Message;
  /** Returns the arguments of the operator's command `deposits`, for a system that sends no messages: a bank. */
  operatorArgs?: (orderId: string) => string[];
  /** Returns the same message from a sender without the secret. */
  forge: (orderId: string) => Message;
  /** Returns the number of refunds for an order; undefined if refunds are done by hand. */
  refunds?: (orderId: string) => number;
  close: () => Promise<void>;
};

export type Now = () => Date;
