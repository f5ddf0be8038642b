import { eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { invoices } from "#api/db/schema/books";
import type { Tx } from "#api/db/transaction";
import { textOf } from "#api/lib/translations";
import { countryName } from "#contract/books/countries";
import type { InvoiceDocument, InvoiceKind, ListedInvoice } from "#contract/books/index";
import type { Language } from "#contract/languages";
import type { Invoice } from "./issue";

const invoiceText = textOf("invoices");
const prefixes: Record<InvoiceKind, string> = { invoice: "INV", creditNote: "CN" };

/** `INV-2026-000012`. */
export const numberOf = ({ kind, year, number }: Pick<Invoice, "kind" | "year" | "number">): string =>
  `${prefixes[kind]}-${year}-${String(number).padStart(6, "0")}`;

/** Parses an invoice number; returns null if it is invalid. */
export function readNumber(text: string): Pick<Invoice, "kind" | "year" | "number"> | null {
  const [, prefix, year, number] = /^(INV|CN)-(\d{4})-(\d{1,9})$/i.exec(text.trim()) ?? [];
  if (!prefix) return null;
  const kind = prefix.toUpperCase() === prefixes.invoice ? "invoice" : "creditNote";
  return { kind, year: Number(year), number: Number(number) };
}

/** Returns an invoice as lists show it. */
export const listed = (invoice: Invoice, language: Language): ListedInvoice => ({
  invoiceId: invoice.id,
  kind: invoice.kind,
  number: numberOf(invoice),
  issuedAt: invoice.issuedAt.toISOString(),
  about: invoice.lines[0]?.text[language] ?? "",
  totalCents: invoice.totalCents,
});

function buyerLines({ buyer }: Invoice, language: Language): string[] {
  const { company, name, email, address, country, taxId } = buyer;
  return [
    ...(company ? [company, `${name}, ${email}`] : [name, email]),
    ...(address ? [address] : []),
    ...(country ? [countryName(country, language)] : []),
    ...(taxId ? [invoiceText(language, "taxIdIs", { taxId })] : []),
  ];
}

/** Returns an invoice as it was issued, in a language. */
export async function documentOf(
  db: Database | Tx,
  invoice: Invoice,
  language: Language,
): Promise<InvoiceDocument> {
  const { correctsId, taxPercent, buyer } = invoice;
  const [corrected] = correctsId ? await db.select().from(invoices).where(eq(invoices.id, correctsId)) : [];
  return {
    ...listed(invoice, language),
    seller: invoice.seller,
    buyer: buyerLines(invoice, language),
    lines: invoice.lines.map(({ text, amountCents }) => ({ text: text[language], amountCents })),
    netCents: invoice.netCents,
    taxCents: invoice.taxCents,
    taxPercent,
    isReverseCharge: taxPercent === 0 && buyer.taxId !== null,
    corrects: corrected ? { invoiceId: corrected.id, number: numberOf(corrected) } : null,
    reason: invoice.reason,
  };
}
