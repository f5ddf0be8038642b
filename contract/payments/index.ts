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
 * Input that a method requires from the payer (specification, section 5). `card` and `wallet`: the card's last digits or the wallet's
 * number, before the order is created. `txid`: the transaction id of a crypto payment, after the transfer. `invoice`: none, because the
 * client pays the order's invoice by bank transfer. `nothing`: the payment system's page asks for it.
 */
const payerInputs = ["card", "wallet", "txid", "invoice", "nothing"] as const;

export const depositMethod = z.object({
  id: z.string(),
  asks: z.enum(payerInputs),
  /** In the viewer's language. */
  name: z.string(),
  /** Fee of the payment system, added to the amount. */
  feePercent: z.number(),
  feeFixedCents: cents,
  minCents: cents,
  maxCents: cents,
  /** Currency of the payment. */
  currency: z.string(),
  /** Units of the currency per US dollar. */
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

/** Returns the amount to pay for a sum, in hundredths of the currency, rounded up. */
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
  /** The amount credited to the balance. */
  sumCents: cents,
  /** The amount to pay, in hundredths of the currency. */
  costCents: cents,
  currency: z.string(),
  /** Proves that the order is ours; required when submitting the transaction id of a crypto payment. */
  signature: z.string(),
  /** The payment system's page (a path is within the cabinet). Null if there is none, none yet, or nothing to pay any more. */
  payUrl: z.nullable(z.string()),
  /** Address for a crypto payment. */
  address: z.nullable(z.string()),
  /** QR code of the address, below `/api`. */
  qrUrl: z.nullable(z.string()),
  txid: z.nullable(z.string()),
  /** Source of the payment: `•••• 4242`, or the wallet. */
  payer: z.nullable(z.string()),
  status: z.enum(depositStatuses),
  /** Why it was rejected, as stated by the operator or the payment system. */
  reason: z.nullable(z.string()),
  /** When the order expires. */
  expiresAt: timestamp,
  receivedAt: z.nullable(timestamp),
  /** The page of the cabinet from which the client came to deposit. */
  returnTo: z.nullable(z.string()),
  isSandbox: z.boolean(),
});
export type Payment = z.output<typeof payment>;

/** What happened to a received deposit afterwards: its status does not change, and the ledger has both transactions. */
const afterwards = z.object({
  /** The deposit was deducted from the balance for a refund; `asked`: the payment system has not confirmed it yet. */
  refund: z.nullable(z.object({ status: z.enum(["asked", "done"]), sumCents: cents, createdAt: timestamp })),
  /** The payment system reports a dispute or a chargeback, and an operator has not handled it yet. */
  isDisputed: z.boolean(),
});
export type Afterwards = z.output<typeof afterwards>;

const method = requiredText("specifyMethod", 40);

/**
 * The last four digits of a card, by which its owner recognizes it; only the payment system's page takes the whole number. A full number
 * is rejected and not stored anywhere. Validated only if the method requires a card.
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

/** Returns the schema of the deposit form: the method determines whether card or wallet is required (specification, section 5). */
export function depositForm(methods: readonly Pick<DepositMethod, "id" | "asks">[]) {
  const payerInputOf = (form: unknown) =>
    methods.find((known) => known.id === (form as { method?: unknown })?.method)?.asks;
  type Form = { card?: string | undefined; wallet?: string | undefined };
  const checkPayerInput = (what: "card" | "wallet", error: string, isRight: (text: string) => boolean) =>
    z.refine<Form>((form) => payerInputOf(form) !== what || isRight(form[what] ?? ""), {
      error,
      path: [what],
      // reports this together with the other errors, not after them
      when: ({ value }) => typeof value === "object" && value !== null,
    });
  return z.object({ amount: dollars, ...depositInput }).check(
    checkPayerInput("card", "specifyCard", (text) => text !== ""),
    checkPayerInput("card", "cardInvalid", (text) => text === "" || isCardEnd(text)),
    checkPayerInput("wallet", "specifyWallet", (text) => text !== ""),
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
  /** The payment's signature. */
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

/** A signed order in the URL of the payment page. */
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
