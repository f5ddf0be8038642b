import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { depositStatuses, paymentEvents } from "#contract/payments/deposit-status";
import { ledgerTransactions } from "./balance";
import { users } from "./users";

/** Orders for deposits. The money itself is in the ledger only: a received deposit names its transaction there. */
export const deposits = pgTable(
  "deposits",
  {
    /** The order id that payment systems know. */
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    method: text("method").notNull(),
    /** The sum credited to the balance. */
    sumCents: integer("sum_cents").notNull(),
    /** The sum to pay, in hundredths of the currency. */
    costCents: integer("cost_cents").notNull(),
    currency: text("currency").notNull(),
    /** The payee: the company's account at the payment system, or its address. */
    recipient: text("recipient").notNull(),
    /** The source: the last digits of a card, a wallet; never a whole card number. */
    payer: text("payer"),
    txid: text("txid"),
    /** The transaction id, normalized for comparison. */
    txidKey: text("txid_key"),
    status: text("status", { enum: depositStatuses }).notNull(),
    reason: text("reason"),
    /** Set once an operator has approved or rejected it. */
    decidedAt: moment("decided_at"),
    decidedBy: text("decided_by"),
    returnTo: text("return_to"),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    changedAt: moment("changed_at").notNull(),
    receivedAt: moment("received_at"),
    ledgerId: bigint("ledger_id", { mode: "number" }).references(() => ledgerTransactions.id),
    /** The payment system's id of the order, and the page where it is paid. */
    thereId: text("there_id"),
    payUrl: text("pay_url"),
    /**
     * When the payment system accepted the order. Until then the result of the request is unknown, and it is retried.
     */
    createdThereAt: moment("created_there_at"),
    /** When the payment system was last polled for the status. */
    polledAt: moment("looked_at"),
  },
  (table) => [
    check("deposits_sums", sql`${table.sumCents} > 0 and ${table.costCents} > 0`),
    // received means exactly: in the ledger
    check("deposits_received", sql`(${table.status} = 'received') = (${table.ledgerId} is not null)`),
    uniqueIndex("deposits_ledger").on(table.ledgerId),
    // a transaction pays for one deposit of the whole system; a rejected one can be used again by its true owner
    uniqueIndex("deposits_txid").on(table.txidKey).where(sql`${table.status} <> 'rejected'`),
    // staff find a client by the transaction
    index("deposits_by_txid").on(table.txid),
    index("deposits_user").on(table.userId, table.createdAt, table.id),
    index("deposits_status").on(table.status, table.changedAt),
    // all of them, newest first
    index("deposits_created").on(table.createdAt, table.id),
    index("deposits_status_created").on(table.status, table.createdAt, table.id),
  ],
);

export const reportOutcomes = [
  /** The report changed the deposit. */
  "applied",
  /** The report contains nothing new, or came too late to matter. */
  "noChange",
  /** Order, sum, currency or recipient differ: an operator checks it. */
  "mismatch",
  /** The client paid a deposit that was paid or rejected already: an operator refunds it. */
  "paidAgain",
  "unknownOrder",
  /** Received money has gone back, or is disputed, and not by us: an operator takes it from the balance. */
  "reversed",
] as const;

export const refundStatuses = ["asked", "done", "declined"] as const;

/**
 * Refunds of deposits. The money leaves the balance before the request to the payment system, and returns if it
 * declines.
 */
export const depositRefunds = pgTable(
  "deposit_refunds",
  {
    /** The idempotency key at the payment system. */
    id: text("id").primaryKey(),
    depositId: text("deposit_id")
      .notNull()
      .references(() => deposits.id),
    sumCents: integer("sum_cents").notNull(),
    /** In hundredths of the deposit's currency. */
    costCents: integer("cost_cents").notNull(),
    status: text("status", { enum: refundStatuses }).notNull(),
    /** True if the payment system is requested to refund it; false if an operator or the payer's bank has already. */
    isRequested: boolean("is_asked").notNull(),
    /** The operator's reason; `declined` is the payment system's. */
    reason: text("reason").notNull(),
    declined: text("declined"),
    thereId: text("there_id"),
    createdAt: moment("created_at").notNull(),
    changedAt: moment("changed_at").notNull(),
    ledgerId: bigint("ledger_id", { mode: "number" })
      .notNull()
      .references(() => ledgerTransactions.id),
    /** The transaction that returned the money to the balance. */
    returnLedgerId: bigint("return_ledger_id", { mode: "number" }).references(() => ledgerTransactions.id),
  },
  (table) => [
    check("deposit_refunds_sums", sql`${table.sumCents} > 0 and ${table.costCents} > 0`),
    check(
      "deposit_refunds_declined",
      sql`(${table.status} <> 'declined' or ${table.returnLedgerId} is not null) and (${table.status} not in ('asked', 'done') or ${table.returnLedgerId} is null)`,
    ),
    // a payment system gets one refund request per deposit; the payer's bank may take the rest (`startRefund` limits
    // the sums)
    uniqueIndex("deposit_refunds_asked_once")
      .on(table.depositId)
      .where(sql`${table.status} <> 'declined' and ${table.isRequested}`),
    index("deposit_refunds_deposit").on(table.depositId),
    index("deposit_refunds_created").on(table.createdAt, table.id),
    uniqueIndex("deposit_refunds_ledger").on(table.ledgerId),
  ],
);

/** Every authenticated report of a payment system, each stored once. */
export const paymentReports = pgTable(
  "payment_reports",
  {
    id: text("id").primaryKey(),
    method: text("method").notNull(),
    /** SHA-256 of the body: a replay has the same. */
    bodyHash: text("body_hash").notNull(),
    body: text("body").notNull(),
    orderId: text("order_id").notNull(),
    paymentId: text("payment_id").notNull(),
    event: text("event", { enum: paymentEvents }).notNull(),
    outcome: text("outcome", { enum: reportOutcomes }).notNull(),
    receivedAt: moment("received_at").notNull(),
    /** When an operator has settled a dispute. */
    settledAt: moment("settled_at"),
    settlement: text("settlement"),
  },
  (table) => [
    uniqueIndex("payment_reports_once").on(table.method, table.bodyHash),
    index("payment_reports_order").on(table.orderId),
    // staff find a client by the payment
    index("payment_reports_payment").on(table.paymentId),
    index("payment_reports_disputes")
      .on(table.receivedAt)
      .where(
        sql`${table.outcome} in ('mismatch', 'paidAgain', 'unknownOrder', 'reversed') and ${table.settledAt} is null`,
      ),
  ],
);
