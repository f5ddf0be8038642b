import { and, desc, eq, sql } from "drizzle-orm";
import type { InvoiceBuyer, InvoiceLine } from "#api/db/schema/books";
import { billingDetails, invoiceNumbers, invoices } from "#api/db/schema/books";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { formatDay } from "#api/lib/format";
import { taxRuleFor, taxWithin } from "#api/lib/tax-rules";
import { hasText, textNamed } from "#api/lib/translations";
import type { InvoiceKind } from "#contract/books/index";
import { languages } from "#contract/languages";
import type { Values } from "#locales/translate";

export type Invoice = typeof invoices.$inferSelect;
export type IssueDeps = Pick<Deps, "clock" | "ids" | "settings">;

type Reference = { type: "server_payment" | "monitoring_period"; id: string };

export type Purchase = {
  userId: string;
  reference: Reference;
  ledgerId: number;
  /** The purchase: `kind_<kind>` of the postings' texts, and its values. */
  kind: string;
  details: Values;
  period: { from: Date; to: Date };
  totalCents: number;
};

/**
 * Returns the next number of a year and kind. The row stays locked until the transaction ends: a number whose
 * transaction is rolled back is issued again, so that there are no gaps. Payments already wait for each other at the
 * account `revenue`.
 */
async function nextNumber(tx: Tx, kind: InvoiceKind, year: number): Promise<number> {
  const [row] = await tx
    .insert(invoiceNumbers)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [invoiceNumbers.kind, invoiceNumbers.year],
      set: { last: sql`${invoiceNumbers.last} + 1` },
    })
    .returning();
  if (!row) throw new Error("No number was given");
  return row.last;
}

async function buyerOf(tx: Tx, userId: string): Promise<InvoiceBuyer> {
  const [row] = await tx
    .select({ name: users.name, email: users.email, details: billingDetails })
    .from(users)
    .leftJoin(billingDetails, eq(billingDetails.userId, users.id))
    .where(eq(users.id, userId));
  if (!row) throw new Error(`There is no client ${userId}`);
  const { name, email, details } = row;
  return {
    name,
    email,
    company: details?.company ?? null,
    address: details?.address ?? null,
    country: details?.country ?? null,
    taxId: details?.taxId ?? null,
  };
}

type Content = Pick<
  Invoice,
  | "kind"
  | "userId"
  | "referenceType"
  | "referenceId"
  | "ledgerId"
  | "buyer"
  | "lines"
  | "totalCents"
  | "taxCents"
> &
  Partial<Pick<Invoice, "taxPercent" | "correctsId" | "reason">>;

async function write({ clock, ids, settings }: IssueDeps, tx: Tx, content: Content): Promise<Invoice> {
  const issuedAt = clock.now();
  const year = issuedAt.getUTCFullYear();
  const [invoice] = await tx
    .insert(invoices)
    .values({
      ...content,
      id: ids.id(),
      year,
      number: await nextNumber(tx, content.kind, year),
      issuedAt,
      seller: settings.brand.legal.length > 0 ? settings.brand.legal : [settings.brand.name],
      netCents: content.totalCents - content.taxCents,
    })
    .returning();
  if (!invoice) throw new Error("The invoice was not written");
  return invoice;
}

/** Issues an invoice for a payment, in its transaction, with the current details of client and provider. */
export async function issueInvoice(deps: IssueDeps, tx: Tx, purchase: Purchase): Promise<Invoice> {
  const { userId, reference, ledgerId, totalCents } = purchase;
  return invoicePayment(deps, tx, {
    userId,
    referenceType: reference.type,
    referenceId: reference.id,
    ledgerId,
    lines: [{ text: lineText(purchase), amountCents: totalCents }],
    totalCents,
  });
}

type Payment = Pick<
  Invoice,
  "userId" | "referenceType" | "referenceId" | "ledgerId" | "lines" | "totalCents"
>;

async function invoicePayment(deps: IssueDeps, tx: Tx, payment: Payment): Promise<Invoice> {
  const buyer = await buyerOf(tx, payment.userId);
  const rule = taxRuleFor(deps.settings.taxRules ?? [], buyer);
  return write(deps, tx, {
    ...payment,
    kind: "invoice",
    buyer,
    taxPercent: rule?.percent ?? null,
    taxCents: rule ? taxWithin(payment.totalCents, rule.percent) : 0,
  });
}

function lineText({ kind, details, period }: Purchase): InvoiceLine["text"] {
  const key = `kind_${kind}`;
  const entries = languages.map((language) => {
    const days = `${formatDay(period.from.toISOString(), language)} – ${formatDay(period.to.toISOString(), language)}`;
    const name = textNamed("postings", language, hasText("postings", key) ? key : "kind_unknown", details);
    return [language, `${name}, ${days}`] as const;
  });
  return Object.fromEntries(entries) as InvoiceLine["text"];
}

/** Returns the part of an invoice that credit notes have not refunded yet, as positive sums. */
export async function uncredited(tx: Tx, { id, totalCents, taxCents }: Invoice) {
  const [existing] = await tx
    .select({
      total: sql<number>`coalesce(sum(${invoices.totalCents}), 0)::int`,
      tax: sql<number>`coalesce(sum(${invoices.taxCents}), 0)::int`,
    })
    .from(invoices)
    .where(eq(invoices.correctsId, id));
  return { totalCents: totalCents + (existing?.total ?? 0), taxCents: taxCents + (existing?.tax ?? 0) };
}

type Credit = {
  /** The sum to credit, limited to the rest; by default all of the rest. */
  cents?: number;
  reason?: string;
  /** The ledger transaction of the refund. */
  ledgerId?: number | null;
};

/**
 * Corrects an invoice by a credit note with the invoice's own parties and tax; returns null if nothing is left of it.
 */
export async function creditInvoice(
  deps: IssueDeps,
  tx: Tx,
  invoice: Invoice,
  { cents, reason, ledgerId = null }: Credit,
): Promise<Invoice | null> {
  // of two concurrent credit notes the second one sees the first
  await tx.select({ id: users.id }).from(users).where(eq(users.id, invoice.userId)).for("no key update");
  const remainder = await uncredited(tx, invoice);
  const totalCents = Math.min(remainder.totalCents, cents ?? remainder.totalCents);
  if (totalCents <= 0) return null;
  const { userId, referenceType, referenceId, buyer, taxPercent } = invoice;
  // the last one takes the rest of the tax that rounding has left
  const taxCents =
    totalCents === remainder.totalCents ? remainder.taxCents : taxWithin(totalCents, taxPercent ?? 0);
  const [line] = invoice.lines;
  return write(deps, tx, {
    kind: "creditNote",
    userId,
    referenceType,
    referenceId,
    ledgerId,
    buyer,
    lines: line ? [{ text: line.text, amountCents: 0 - totalCents }] : [],
    totalCents: 0 - totalCents,
    taxCents: 0 - taxCents,
    taxPercent,
    correctsId: invoice.id,
    reason: reason ?? null,
  });
}

/** Issues a credit note for a full or partial refund of a payment; none if it was never invoiced. */
export async function creditPayment(
  deps: IssueDeps,
  tx: Tx,
  reference: Reference,
  credit: Credit,
): Promise<void> {
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.kind, "invoice"),
        eq(invoices.referenceType, reference.type),
        eq(invoices.referenceId, reference.id),
      ),
    )
    .orderBy(desc(invoices.issuedAt), desc(invoices.year), desc(invoices.number))
    .limit(1);
  if (invoice) await creditInvoice(deps, tx, invoice, credit);
}

/**
 * Cancels an invoice by a credit note and issues it again with the current details of client and provider. No money
 * moves.
 */
export async function reissueInvoice(
  deps: IssueDeps,
  tx: Tx,
  invoice: Invoice,
  reason: string,
): Promise<{ creditNote: Invoice; invoice: Invoice } | null> {
  const creditNote = await creditInvoice(deps, tx, invoice, { reason });
  if (!creditNote) return null;
  const { userId, referenceType, referenceId, ledgerId } = invoice;
  const totalCents = 0 - creditNote.totalCents;
  const lines = creditNote.lines.map(({ text }) => ({ text, amountCents: totalCents }));
  const anew = await invoicePayment(deps, tx, {
    userId,
    referenceType,
    referenceId,
    ledgerId,
    lines,
    totalCents,
  });
  return { creditNote, invoice: anew };
}
