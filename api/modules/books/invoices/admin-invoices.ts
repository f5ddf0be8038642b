import { and, eq, gte, lt, or, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import type { ListPart } from "#api/db/keyset";
import { invoices } from "#api/db/schema/books";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { ApiError } from "#api/lib/api-error";
import { bookSpanInput, bookSpanOf } from "#api/modules/books/book-span";
import type { InvoiceDocument } from "#contract/books/index";
import { invoiceKinds } from "#contract/books/index";
import { languages } from "#contract/languages";
import { documentOf, numberOf, readNumber } from "./document";
import type { Invoice } from "./issue";
import { reissueInvoice } from "./issue";
import { sendInvoice } from "./send";

/** Staff operations on invoices: list, show, resend, correct. */

export const listInvoicesInput = z.extend(bookSpanInput, {
  /** An e-mail address or an id. */
  client: z.optional(z.string()),
  kind: z.optional(z.enum(invoiceKinds)),
});

export type InvoiceRow = {
  number: string;
  kind: Invoice["kind"];
  issuedAt: Date;
  email: string;
  netCents: number;
  taxCents: number;
  totalCents: number;
};

/** Returns some of the invoices and credit notes of a span. */
export async function listInvoices(
  deps: Pick<Deps, "clock">,
  db: Database | Tx,
  { client, kind, ...span }: z.output<typeof listInvoicesInput>,
  { condition, order, limit, place }: ListPart,
): Promise<(InvoiceRow & { place: string[] })[]> {
  const { from, to } = bookSpanOf(deps, span);
  const rows = await db
    .select({ invoice: invoices, email: users.email, place })
    .from(invoices)
    .innerJoin(users, eq(users.id, invoices.userId))
    .where(
      and(
        gte(invoices.issuedAt, from),
        lt(invoices.issuedAt, to),
        kind && eq(invoices.kind, kind),
        client === undefined
          ? undefined
          : or(eq(users.id, client), eq(sql`lower(${users.email})`, client.toLowerCase())),
        condition,
      ),
    )
    .orderBy(...order)
    .limit(limit);
  return rows.map(({ invoice, ...row }) => ({
    ...row,
    number: numberOf(invoice),
    kind: invoice.kind,
    issuedAt: invoice.issuedAt,
    netCents: invoice.netCents,
    taxCents: invoice.taxCents,
    totalCents: invoice.totalCents,
  }));
}

/** Returns the invoice with this formatted number. */
export async function findInvoice(db: Database | Tx, text: string): Promise<Invoice | undefined> {
  const number = readNumber(text);
  if (!number) return undefined;
  const [invoice] = await db
    .select()
    .from(invoices)
    .where(
      and(eq(invoices.kind, number.kind), eq(invoices.year, number.year), eq(invoices.number, number.number)),
    );
  return invoice;
}

/** @throws {ApiError} 404 if there is no such number */
async function byNumber(db: Database | Tx, text: string): Promise<Invoice> {
  const invoice = await findInvoice(db, text);
  if (!invoice) throw new ApiError(404, "notFound");
  return invoice;
}

/** A formatted number, such as `INV-2026-000012`. */
export const showInvoiceInput = z.object({
  number: z.string(),
  language: z._default(z.enum(languages), "en"),
});

export const showInvoice = async (
  db: Database | Tx,
  { number, language }: z.output<typeof showInvoiceInput>,
): Promise<InvoiceDocument> => documentOf(db, await byNumber(db, number), language);

export const resendInvoiceInput = z.object({ number: z.string() });

/** Sends it to its client by e-mail, as PDF. */
export async function resendInvoice(
  deps: Pick<Deps, "ids">,
  tx: Tx,
  { number }: z.output<typeof resendInvoiceInput>,
): Promise<void> {
  await sendInvoice(deps, tx, await byNumber(tx, number));
}

export const correctInvoiceInput = z.object({
  number: z.string(),
  /** The reason, in the client's language; it is printed on the credit note. */
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
});

/**
 * Cancels an invoice by a credit note and issues it again with the current details of client and provider; both are
 * sent. No money moves.
 *
 * @throws {ApiError} 404 if there is no such invoice, 409 `invoiceCredited` if nothing is left of it
 */
export async function correctInvoice(
  deps: Pick<Deps, "clock" | "ids" | "settings">,
  tx: Tx,
  { number, reason }: z.output<typeof correctInvoiceInput>,
): Promise<{ creditNote: string; invoice: string }> {
  const wrong = await byNumber(tx, number);
  if (wrong.kind !== "invoice") throw new ApiError(404, "notFound");
  const written = await reissueInvoice(deps, tx, wrong, reason);
  if (!written) throw new ApiError(409, "invoiceCredited");
  await sendInvoice(deps, tx, written.creditNote);
  await sendInvoice(deps, tx, written.invoice);
  return { creditNote: numberOf(written.creditNote), invoice: numberOf(written.invoice) };
}
