import type { PaymentSystem } from "#api/integrations/payments/system";
import type { FakeVendor } from "#api/integrations/testing/fake-vendor";

export type Message = { headers: Record<string, string>; body: string };

/** A payment system's far end, as the suite of promises plays it. What has no `?` every one can do. */
export type Vendor = {
  system: PaymentSystem;
  /** Null where there is no network in between. */
  farEnd: FakeVendor | null;
  /** What must never be seen outside: keys and secrets. */
  secrets: readonly string[];
  /** How many payments were made for an order. */
  made: (orderId: string) => number;
  /** The payer pays; `other` pays another sum, or in another currency. */
  pay: (orderId: string, other?: { costCents?: number; currency?: string }) => void;
  /** The payer's bank says no, or time is over. */
  fail: (orderId: string) => void;
  /** The bank takes the money back, or it is given back in the vendor's own pages. */
  reverse?: (orderId: string) => void;
  /** What the vendor tells of a payment as it stands, signed as it signs. */
  tell: (orderId: string) => Message;
  /** What the operator's command `deposits` is told instead, where the system tells of nothing: a bank. */
  operatorTells?: (orderId: string) => string[];
  /** The same message from somebody who has no secret. */
  forge: (orderId: string) => Message;
  /** Refunds that were made of an order; left out where refunds are by hand. */
  refunds?: (orderId: string) => number;
  close: () => Promise<void>;
};

export type Now = () => Date;
