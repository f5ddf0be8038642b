import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { depositStatuses, paymentEvents } from "#contract/payments/deposit-status";
import { ledgerTransactions } from "./balance";
import { users } from "./users";

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
    /** What the payment system calls it, and the page where it is paid. */
    thereId: text("there_id"),
    payUrl: text("pay_url"),
    /** When the payment system has taken the order; until then what came of asking is unknown, and it is asked again. */
    createdThereAt: moment("created_there_at"),
    /** When the payment system was asked last how it stands. */
    lookedAt: moment("looked_at"),
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
  /** Money that was received has gone back, or is disputed, and not by our doing: an operator takes it from the balance. */
  "reversed",
] as const;

export const refundStatuses = ["asked", "done", "declined"] as const;

/** Deposits that go back. The money leaves the balance before the payment system is asked, and returns where it declines. */
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
    /** The payment system gives it back; else an operator has, or the payer's bank. */
    isAsked: boolean("is_asked").notNull(),
    /** Why, in the operator's words; what the payment system said where it declined. */
    reason: text("reason").notNull(),
    declined: text("declined"),
    thereId: text("there_id"),
    createdAt: moment("created_at").notNull(),
    changedAt: moment("changed_at").notNull(),
    ledgerId: bigint("ledger_id", { mode: "number" })
      .notNull()
      .references(() => ledgerTransactions.id),
    /** The transaction that put it back on the balance. */
    returnLedgerId: bigint("return_ledger_id", { mode: "number" }).references(() => ledgerTransactions.id),
  },
  (table) => [
    check("deposit_refunds_sums", sql`${table.sumCents} > 0 and ${table.costCents} > 0`),
    check(
      "deposit_refunds_declined",
      sql`(${table.status} <> 'declined' or ${table.returnLedgerId} is not null) and (${table.status} not in ('asked', 'done') or ${table.returnLedgerId} is null)`,
    ),
    // a payment system is asked for a deposit once; its payer's bank may take the rest (`startRefund` holds the sums)
    uniqueIndex("deposit_refunds_asked_once")
      .on(table.depositId)
      .where(sql`${table.status} <> 'declined' and ${table.isAsked}`),
    index("deposit_refunds_deposit").on(table.depositId),
    uniqueIndex("deposit_refunds_ledger").on(table.ledgerId),
  ],
);

/** Everything that a payment system was believed to have said, each kept once. */
export const paymentReports = pgTable(
  "payment_reports",
  {
    id: text("id").primaryKey(),
    method: text("method").notNull(),
    /** SHA-256 of what was said: a replay is the same. */
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
        sql`${table.outcome} in ('mismatch', 'paidAgain', 'unknownOrder', 'reversed') and ${table.settledAt} is null`,
      ),
  ],
);
