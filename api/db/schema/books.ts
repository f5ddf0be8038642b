import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { invoiceKinds } from "#contract/books/index";
import type { Language } from "#contract/languages";
import { ledgerTransactions } from "./balance";
import { users } from "./users";

/** Billing details that a client's invoices show besides the client. */
export const billingDetails = pgTable("billing_details", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  company: text("company"),
  address: text("address"),
  /** ISO 3166-1 alpha-2. */
  country: text("country"),
  taxId: text("tax_id"),
  changedAt: moment("changed_at").notNull(),
});

/**
 * The country of each client's billing details and since when, written by a trigger on `billing_details` (migrations).
 * It stays after the account is deleted: the books of a past month do not change.
 */
export const taxCountries = pgTable(
  "tax_countries",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    since: moment("since").notNull(),
    /** ISO 3166-1 alpha-2; null since the client removed it. */
    country: text("country"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.since] })],
);

/** The last number issued for each year and kind. Issuing the next one locks the row, so that there are no gaps. */
export const invoiceNumbers = pgTable(
  "invoice_numbers",
  {
    kind: text("kind", { enum: invoiceKinds }).notNull(),
    year: integer("year").notNull(),
    last: integer("last").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.year] })],
);

export type InvoiceBuyer = {
  name: string;
  email: string;
  company: string | null;
  address: string | null;
  country: string | null;
  taxId: string | null;
};
/** Texts are stored in every language, so that a later release shows the same. */
export type InvoiceLine = { text: Record<Language, string>; amountCents: number };

/**
 * Documents issued for payments; never updated, never deleted (trigger in the migrations). A credit note's sums are
 * negative.
 */
export const invoices = pgTable(
  "invoices",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: invoiceKinds }).notNull(),
    /** The UTC year of issue. */
    year: integer("year").notNull(),
    number: integer("number").notNull(),
    issuedAt: moment("issued_at").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The payment: `server_payment` or `monitoring_period`, and its id. */
    referenceType: text("reference_type").notNull(),
    referenceId: text("reference_id").notNull(),
    ledgerId: bigint("ledger_id", { mode: "number" }).references(() => ledgerTransactions.id),
    /** One string per line. */
    seller: jsonb("seller").$type<string[]>().notNull(),
    buyer: jsonb("buyer").$type<InvoiceBuyer>().notNull(),
    lines: jsonb("lines").$type<InvoiceLine[]>().notNull(),
    netCents: integer("net_cents").notNull(),
    taxCents: integer("tax_cents").notNull(),
    /** Null if no tax rule applied. */
    taxPercent: numeric("tax_percent", { precision: 5, scale: 2, mode: "number" }),
    totalCents: integer("total_cents").notNull(),
    correctsId: text("corrects_id"),
    reason: text("reason"),
  },
  (table) => [
    uniqueIndex("invoices_number").on(table.kind, table.year, table.number),
    index("invoices_user").on(table.userId, table.issuedAt, table.id),
    index("invoices_reference").on(table.referenceType, table.referenceId),
    index("invoices_corrects").on(table.correctsId),
    index("invoices_issued").on(table.issuedAt),
    check("invoices_sums", sql`${table.netCents} + ${table.taxCents} = ${table.totalCents}`),
    check(
      "invoices_kind",
      sql`(${table.kind} = 'invoice' and ${table.totalCents} > 0 and ${table.correctsId} is null) or (${table.kind} = 'creditNote' and ${table.totalCents} < 0 and ${table.correctsId} is not null)`,
    ),
  ],
);
