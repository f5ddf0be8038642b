import * as z from "zod/mini";
import { sandboxChoices } from "#contract/balance/ledger-lines";
import { defineEndpoint } from "#contract/endpoint";
import { cents, dollars, positiveCents, requiredText, timestamp } from "#contract/fields";
import { integer } from "#contract/integer";
import { returnToMaxLength, txidMaxLength, txidMinLength, walletMaxLength } from "#contract/rules";
import { depositStatuses } from "./deposit-status";

export * from "./invoice";

/** Deposits (screens, "Balance operations"; specification, "Payment"). */

const id = z.string().check(z.minLength(1), z.maxLength(40));
const order = z.object({ orderId: id });

/**
 * What a method asks of its payer (specification, section 5): the last digits of the `card` or the number of the `wallet` before the order
 * is made, the `txid` of a transfer to an address after it, `invoice`: a bank transfer, by the order's invoice; or `nothing`: the payment
 * system's page asks for it.
 */
const payerInputs = ["card", "wallet", "txid", "invoice", "nothing"] as const;

export const depositMethod = z.object({
  id: z.string(),
  asks: z.enum(payerInputs),
  /** In the reader's language. */
  name: z.string(),
  /** What the payment system takes for itself, on top of the sum. */
  feePercent: z.number(),
  feeFixedCents: cents,
  minCents: cents,
  maxCents: cents,
  /** What is paid in. */
  currency: z.string(),
  /** So many units of the currency are one dollar. */
  perDollar: z.number(),
});
export type DepositMethod = z.output<typeof depositMethod>;

export const depositMethods = defineEndpoint({
  method: "GET",
  path: "/payments/methods",
  access: "client",
  summary: "Lists deposit methods with their minimum, fee and currency",
  output: z.object({ methods: z.array(depositMethod), isSandbox: z.boolean() }),
});

/** What has to be paid for a sum, in hundredths of the currency: parts of one are rounded up. */
export function costOf(
  { feePercent, feeFixedCents, perDollar }: Pick<DepositMethod, "feePercent" | "feeFixedCents" | "perDollar">,
  sumCents: number,
): number {
  const cents = sumCents + feeFixedCents + Math.ceil((sumCents * Math.round(feePercent * 100)) / 10_000);
  return Math.ceil((cents * Math.round(perDollar * 10_000)) / 10_000);
}

export const payment = z.object({
  orderId: z.string(),
  createdAt: timestamp,
  method: depositMethod,
  /** What comes to the balance. */
  sumCents: cents,
  /** What is to be paid, in hundredths of the currency. */
  costCents: cents,
  currency: z.string(),
  /** Proves that the order is ours; the transaction id of a crypto payment comes with it. */
  signature: z.string(),
  /** The payment system's page (a path is below the cabinet); null where there is none, none yet, or nothing is to be paid any more. */
  payUrl: z.nullable(z.string()),
  /** Where a crypto payment is sent. */
  address: z.nullable(z.string()),
  /** The picture of the address, below `/api`. */
  qrUrl: z.nullable(z.string()),
  txid: z.nullable(z.string()),
  /** From where it is paid: `•••• 4242`, or the wallet. */
  payer: z.nullable(z.string()),
  status: z.enum(depositStatuses),
  /** Why it was refused, in the operator's or the payment system's words. */
  reason: z.nullable(z.string()),
  /** Until when it can be paid. */
  expiresAt: timestamp,
  receivedAt: z.nullable(timestamp),
  /** The page of the cabinet that asked for the money. */
  returnTo: z.nullable(z.string()),
  isSandbox: z.boolean(),
});
export type Payment = z.output<typeof payment>;

/** What has become of a deposit that was received: its status stays, the ledger has both movements. */
const afterwards = z.object({
  /** It was taken from the balance to be given back; `asked`: the payment system has not said yet that it is done. */
  refund: z.nullable(z.object({ status: z.enum(["asked", "done"]), sumCents: cents, createdAt: timestamp })),
  /** The payment system says that it is disputed or has gone back, and an operator has yet to look at it. */
  isDisputed: z.boolean(),
});
export type Afterwards = z.output<typeof afterwards>;

const method = requiredText("specifyMethod", 40);

/**
 * The last four digits of a card, which name it to its payer: the payment system's page takes the card itself.
 * A full number is refused and nowhere kept. Looked at only where a card is asked for.
 */
export const card = z.optional(
  z.string().check(
    z.overwrite((value) => value.replace(/[\s-]/g, "")),
    z.regex(/^(\D*\d){0,4}\D*$/, { error: "cardNotInFull", abort: true }),
    z.maxLength(20, "cardInvalid"),
  ),
);

export const isCardEnd = (text: string): boolean => /^\d{4}$/.test(text);

export const wallet = z.optional(z.string().check(z.trim(), z.maxLength(walletMaxLength, "tooLong")));

const depositInput = {
  method,
  card,
  wallet,
  returnTo: z.optional(z.string().check(z.startsWith("/"), z.maxLength(returnToMaxLength))),
};

/** The deposit form: which of card and wallet is asked for follows from the method (specification, section 5). */
export function depositForm(methods: readonly Pick<DepositMethod, "id" | "asks">[]) {
  const askedBy = (form: unknown) =>
    methods.find((known) => known.id === (form as { method?: unknown })?.method)?.asks;
  type Form = { card?: string | undefined; wallet?: string | undefined };
  const asks = (what: "card" | "wallet", error: string, isRight: (text: string) => boolean) =>
    z.refine<Form>((form) => askedBy(form) !== what || isRight(form[what] ?? ""), {
      error,
      path: [what],
      // told along with the other mistakes, not after them
      when: ({ value }) => typeof value === "object" && value !== null,
    });
  return z.object({ amount: dollars, ...depositInput }).check(
    asks("card", "specifyCard", (text) => text !== ""),
    asks("card", "cardInvalid", (text) => text === "" || isCardEnd(text)),
    asks("wallet", "specifyWallet", (text) => text !== ""),
  );
}

export const createDeposit = defineEndpoint({
  method: "POST",
  path: "/payments/deposits",
  access: "client",
  summary: "Creates a signed deposit order; the balance changes once it is paid",
  input: z.object({ amountCents: positiveCents, ...depositInput }),
  output: z.object({ payment }),
  idempotent: true,
});

export const getDeposit = defineEndpoint({
  method: "GET",
  path: "/payments/deposits/:orderId",
  access: "client",
  summary: "Returns the status of a deposit and its refund",
  input: order,
  output: z.object({ payment, afterwards }),
});

export const depositQr = defineEndpoint({
  method: "GET",
  path: "/payments/deposits/:orderId/qr.svg",
  access: "client",
  summary: "Returns the crypto deposit address as a QR code (SVG)",
  input: order,
  answer: "file",
});

export const txidForm = z.object({
  txid: z
    .string("specifyTxid")
    .check(
      z.trim(),
      z.minLength(1, { error: "specifyTxid", abort: true }),
      z.minLength(txidMinLength, { error: "txidInvalid", abort: true }),
      z.maxLength(txidMaxLength, { error: "txidInvalid", abort: true }),
      z.regex(/^[A-Za-z0-9_-]+$/, "txidInvalid"),
    ),
  /** The payment's. */
  signature: z.optional(z.string().check(z.maxLength(200))),
});

export const deleteDeposit = defineEndpoint({
  method: "POST",
  path: "/payments/deposits/:orderId/delete",
  access: "client",
  summary:
    "Deletes an unpaid order; it stays in the history as deleted, and a late payment is still credited",
  input: order,
});

export const submitTxid = defineEndpoint({
  method: "POST",
  path: "/payments/deposits/:orderId/txid",
  access: "client",
  summary:
    "Submits the transaction ID of a crypto deposit for review. 401 `transactionIdTaken` if already used",
  input: z.extend(txidForm, { orderId: id }),
  output: z.object({ payment }),
});

export const paymentCallback = defineEndpoint({
  method: "POST",
  path: "/payments/callback/:method",
  access: "signed",
  summary:
    "Receives a payment system's signed callback, verified by lookup where possible; repeats and reordering change nothing",
  input: z.object({ method: id }),
});

// --- the sandbox: a payment system for trying things out --------------------------------------------------------------

/** A signed order as it stands in the address of the payment page. */
export const signedOrder = z.object({
  orderId: id,
  method: z._default(z.string().check(z.maxLength(40)), ""),
  costCents: z._default(integer({}), 0),
  currency: z._default(z.string().check(z.maxLength(10)), ""),
  recipient: z._default(z.string().check(z.maxLength(100)), ""),
  returnUrl: z._default(z.string().check(z.maxLength(500)), ""),
  signature: z.optional(z.string().check(z.maxLength(200))),
});
export type SignedOrder = z.output<typeof signedOrder>;

export const sandboxOrder = defineEndpoint({
  method: "GET",
  path: "/payments/sandbox/:orderId",
  access: "public",
  summary: "Returns a signed order for the sandbox payment page",
  input: signedOrder,
  output: z.object({
    methodName: z.string(),
    costCents: cents,
    currency: z.string(),
    recipient: z.string(),
    returnUrl: z.string(),
  }),
});

export const sandboxPay = defineEndpoint({
  method: "POST",
  path: "/payments/sandbox/:orderId",
  access: "public",
  summary: "Acts as the payer in the sandbox: pays, fails, leaves or pays slowly; the callback follows",
  input: z.extend(signedOrder, { choice: z.enum(sandboxChoices) }),
  output: z.object({ returnUrl: z.string() }),
});
