import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { depositStatuses, paymentEvents } from "#contract/payments/deposit-status";
import { ledgerTransactions } from "./balance";
import { users } from "./user";

/** Orders for deposits. Money itself stands in the ledger only: a deposit that is received names its transaction there. */
export const deposits = pgTable(
  "deposits",
  {
    /** The order id that payment systems know. */
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    method: text("method").notNull(),
    /** What comes to the balance. */
    sumCents: integer("sum_cents").notNull(),
    /** What is to be paid, in hundredths of the currency. */
    costCents: integer("cost_cents").notNull(),
    currency: text("currency").notNull(),
    /** Who is paid: the house's account at the payment system, or its address. */
    recipient: text("recipient").notNull(),
    /** From where: the last digits of a card, a wallet; never a whole card number. */
    payer: text("payer"),
    txid: text("txid"),
    /** The transaction id in the one form that is compared. */
    txidKey: text("txid_key"),
    status: text("status", { enum: depositStatuses }).notNull(),
    reason: text("reason"),
    /** Set once an operator has said yes or no. */
    decidedAt: moment("decided_at"),
    returnTo: text("return_to"),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    changedAt: moment("changed_at").notNull(),
    receivedAt: moment("received_at"),
    ledgerId: bigint("ledger_id", { mode: "number" }).references(() => ledgerTransactions.id),
  },
  (table) => [
    check("deposits_sums", sql`${table.sumCents} > 0 and ${table.costCents} > 0`),
    // received means: in the ledger; and nothing else does
    check("deposits_received", sql`(${table.status} = 'received') = (${table.ledgerId} is not null)`),
    uniqueIndex("deposits_ledger").on(table.ledgerId),
    // a transaction pays for one deposit of the whole system; one that was refused is free again for its true owner
    uniqueIndex("deposits_txid").on(table.txidKey).where(sql`${table.status} <> 'rejected'`),
    index("deposits_user").on(table.userId, table.createdAt, table.id),
    index("deposits_status").on(table.status, table.changedAt),
  ],
);

export const reportOutcomes = [
  /** The deposit has changed by it. */
  "applied",
  /** It says what is known, or came too late to matter. */
  "noChange",
  /** Order, sum, currency or recipient differ: an operator looks at it. */
  "mismatch",
  /** The client paid what was paid or refused already: an operator gives it back. */
  "paidAgain",
  "unknownOrder",
] as const;

/** Every signed message of a payment system, each kept once. */
export const paymentReports = pgTable(
  "payment_reports",
  {
    id: text("id").primaryKey(),
    method: text("method").notNull(),
    /** SHA-256 of the message: a replay is the same one. */
    bodyHash: text("body_hash").notNull(),
    body: text("body").notNull(),
    orderId: text("order_id").notNull(),
    paymentId: text("payment_id").notNull(),
    event: text("event", { enum: paymentEvents }).notNull(),
    outcome: text("outcome", { enum: reportOutcomes }).notNull(),
    receivedAt: moment("received_at").notNull(),
    /** When an operator has dealt with a dispute. */
    settledAt: moment("settled_at"),
    settlement: text("settlement"),
  },
  (table) => [
    uniqueIndex("payment_reports_once").on(table.method, table.bodyHash),
    index("payment_reports_order").on(table.orderId),
    index("payment_reports_disputes")
      .on(table.receivedAt)
      .where(
        sql`${table.outcome} in ('mismatch', 'paidAgain', 'unknownOrder') and ${table.settledAt} is null`,
      ),
  ],
);
