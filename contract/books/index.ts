import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { cents, optionalText, timestamp } from "#contract/fields";
import { integer } from "#contract/integer";
import { invoicesPerPage } from "#contract/rules";
import { countries } from "./countries";

/** Invoices and credit notes for a client's payments, and their billing details (screens, "Balance operations"). */

export const invoiceKinds = ["invoice", "creditNote"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

// --- whom invoices name ----------------------------------------------------------------------------------------------

/** All fields are optional; an omitted field is cleared. */
export const billingDetailsInput = z.object({
  company: optionalText(120),
  address: optionalText(200),
  country: z.optional(z.enum(countries, "countryUnknown")),
  taxId: optionalText(40),
});
export type BillingDetailsInput = z.output<typeof billingDetailsInput>;

const billingDetails = z.object({
  company: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** ISO 3166-1 alpha-2. */
  country: z.nullable(z.string()),
  taxId: z.nullable(z.string()),
});
export type BillingDetails = z.output<typeof billingDetails>;

export const readBillingDetails = defineEndpoint({
  method: "GET",
  path: "/user/billing-details",
  access: "client",
  summary: "Returns billing details: company, address, country and tax ID",
  output: billingDetails,
});

export const changeBillingDetails = defineEndpoint({
  method: "POST",
  path: "/user/billing-details",
  access: "client",
  summary: "Updates billing details for future invoices",
  input: billingDetailsInput,
});

// --- invoices --------------------------------------------------------------------------------------------------------

const listedInvoice = z.object({
  invoiceId: z.string(),
  kind: z.enum(invoiceKinds),
  /** For example `INV-2026-000012`; gapless per year and kind. */
  number: z.string(),
  issuedAt: timestamp,
  /** The subject, in the viewer's language. */
  about: z.string(),
  /** Negative for a credit note. */
  totalCents: cents,
});
export type ListedInvoice = z.output<typeof listedInvoice>;

export const invoices = defineEndpoint({
  method: "GET",
  path: "/invoices",
  access: "client",
  summary: `Lists invoices and credit notes, newest first, ${invoicesPerPage} per page; a page past the end returns the last one`,
  input: z.object({ page: z._default(integer({ min: 1, max: 100_000 }), 1) }),
  output: z.object({ invoices: z.array(listedInvoice), page: z.int(), pages: z.int(), total: z.int() }),
});

const invoiceId = z.string().check(z.minLength(1), z.maxLength(64));

const invoiceDocument = z.extend(listedInvoice, {
  /** The issuer, one line each. */
  seller: z.array(z.string()),
  /** The recipient, one line each. */
  buyer: z.array(z.string()),
  lines: z.array(z.object({ text: z.string(), amountCents: cents })),
  netCents: cents,
  taxCents: cents,
  /** Percent of the net sum; null if no tax rule applies. */
  taxPercent: z.nullable(z.number()),
  /** The buyer owes the tax (reverse charge). */
  isReverseCharge: z.boolean(),
  /** The invoice that a credit note corrects. */
  corrects: z.nullable(z.object({ invoiceId: z.string(), number: z.string() })),
  /** Reason of a credit note. */
  reason: z.nullable(z.string()),
});
export type InvoiceDocument = z.output<typeof invoiceDocument>;

export const readInvoice = defineEndpoint({
  method: "GET",
  path: "/invoices/:invoiceId",
  access: "client",
  summary: "Returns an invoice or credit note as issued",
  input: z.object({ invoiceId }),
  output: invoiceDocument,
});

export const invoicePdf = defineEndpoint({
  method: "GET",
  path: "/invoices/:invoiceId/pdf",
  access: "client",
  summary: "Returns an invoice or credit note as PDF in the client's language",
  input: z.object({ invoiceId }),
  answer: "file",
});
