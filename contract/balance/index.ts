import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { cents, dollars, email, positiveCents, timestamp } from "#contract/fields";
import { integer } from "#contract/integer";
import { periodFields } from "#contract/period";
import { ledgerLinesPerPage, statementMaxLines } from "#contract/rules";
import { historyKinds, ledgerLineStatuses } from "./ledger-lines";

/** Transfers between clients, the four histories, receipts and statements (screens, "Balance operations"). */

// --- transfers -----------------------------------------------------------------------------------------------------

export const transferLimits = defineEndpoint({
  method: "GET",
  path: "/balance/transfers/limits",
  access: "client",
  summary: "Returns the transfer limits and the balance",
  output: z.object({ minCents: cents, maxCents: cents, balanceCents: cents }),
});

/** The typed input: `amount` in dollars, parsed into cents. */
export const transferForm = z.object({ email, amount: dollars });

const transferInput = z.object({ email, amountCents: positiveCents });

export const checkTransfer = defineEndpoint({
  method: "POST",
  path: "/balance/transfers/check",
  access: "client",
  summary: "Previews a transfer: the recipient and the remaining balance",
  input: transferInput,
  output: z.object({
    email: z.string(),
    /** First letters only, so that names cannot be looked up by email address. */
    recipientName: z.string(),
    amountCents: cents,
    balanceAfterCents: cents,
  }),
});
export type CheckedTransfer = z.output<typeof checkTransfer.output>;

export const transfer = defineEndpoint({
  method: "POST",
  path: "/balance/transfers",
  access: "client",
  summary:
    "Transfers money to another client and e-mails them. With two-step login, a new recipient or more than $100 a day needs recent authentication",
  input: transferInput,
  output: z.object({ transferId: z.string(), balanceCents: cents }),
  idempotent: true,
});

// --- histories -----------------------------------------------------------------------------------------------------

export const ledgerLine = z.object({
  id: z.string(),
  at: timestamp,
  /** Positive if the client receives it. */
  amountCents: cents,
  /** Method or counterparty, and the purpose, in the viewer's language. */
  about: z.string(),
  status: z.enum(ledgerLineStatuses),
  /** Money has moved, so there is a receipt. */
  hasReceipt: z.boolean(),
});
export type LedgerLine = z.output<typeof ledgerLine>;

const kind = z.enum(historyKinds);

export const historyQuery = z.object({
  ...periodFields,
  page: z._default(z.catch(integer({ min: 1, max: 100_000 }), 1), 1),
});

export const history = defineEndpoint({
  method: "GET",
  path: "/balance/history/:kind",
  access: "client",
  summary: `Lists one of the four histories, newest first, ${ledgerLinesPerPage} per page; a page past the end returns the last one`,
  input: z.extend(historyQuery, { kind }),
  output: z.object({ movements: z.array(ledgerLine), page: z.int(), pages: z.int(), total: z.int() }),
});

export const historyCsv = defineEndpoint({
  method: "GET",
  path: "/balance/history/:kind/csv",
  access: "client",
  summary: "Exports a history as CSV in the client's language",
  input: z.object({ ...periodFields, kind }),
  answer: "file",
});

const operation = z.extend(z.omit(ledgerLine, { hasReceipt: true }), {
  /** The balance after this operation. */
  balanceCents: cents,
  /** The receipt's kind and id. */
  receipt: z.nullable(z.object({ kind, receiptId: z.string() })),
});
export type Operation = z.output<typeof operation>;

export const operations = defineEndpoint({
  method: "GET",
  path: "/balance/latest",
  access: "client",
  summary: `Returns the balance and its transactions, newest first, ${ledgerLinesPerPage} per page; a page past the end returns the last one`,
  input: historyQuery,
  output: z.object({
    balanceCents: cents,
    movements: z.array(operation),
    page: z.int(),
    pages: z.int(),
    total: z.int(),
  }),
});

// --- papers --------------------------------------------------------------------------------------------------------

const client = z.object({ name: z.string(), email: z.string() });

export const receipt = defineEndpoint({
  method: "GET",
  path: "/balance/receipts/:kind/:receiptId",
  access: "client",
  summary: "Returns a receipt of one transaction",
  input: z.object({ kind, receiptId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: z.object({
    movement: ledgerLine,
    client,
    /** Further details, with names in the viewer's language. */
    facts: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
});

export const statement = defineEndpoint({
  method: "GET",
  path: "/balance/statement",
  access: "client",
  summary: `Returns a statement of the main balance: opening and closing balance and up to ${statementMaxLines} transactions, oldest first`,
  input: z.object(periodFields),
  output: z.object({
    client,
    from: timestamp,
    /** Exclusive. */
    to: timestamp,
    openingCents: cents,
    inCents: cents,
    outCents: cents,
    closingCents: cents,
    lines: z.array(
      z.object({ id: z.string(), at: timestamp, about: z.string(), amountCents: cents, balanceCents: cents }),
    ),
  }),
});
export type Statement = z.output<typeof statement.output>;
