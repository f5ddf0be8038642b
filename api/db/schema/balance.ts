import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import type { ApiError } from "#api/lib/api-error";
import { users } from "./users";

const amount = (name: string) => bigint(name, { mode: "number" });

/**
 * An account of the ledger: a client's (`main`, `partner`, `withdrawal_hold`, and `debt`, at most zero), or, without
 * an owner, one of the company.
 */
export const ledgerAccounts = pgTable(
  "ledger_accounts",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    userId: text("user_id").references(() => users.id),
    kind: text("kind").notNull(),
    /** The cached sum of the account's entries. */
    balanceCents: amount("balance_cents").notNull().default(0),
  },
  (table) => [
    uniqueIndex("ledger_accounts_owner").on(table.userId, table.kind).where(sql`${table.userId} is not null`),
    uniqueIndex("ledger_accounts_house").on(table.kind).where(sql`${table.userId} is null`),
    check(
      "ledger_accounts_not_below_zero",
      sql`${table.userId} is null or (${table.kind} <> 'debt' and ${table.balanceCents} >= 0) or (${table.kind} = 'debt' and ${table.balanceCents} <= 0)`,
    ),
  ],
);

/** A transfer of money: its entries sum to zero. */
export const ledgerTransactions = pgTable(
  "ledger_transactions",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text("kind").notNull(),
    /** The reason: the type and id of the row that caused it. */
    referenceType: text("reference_type").notNull(),
    referenceId: text("reference_id").notNull(),
    at: moment("at").notNull(),
    details: jsonb("details").$type<Record<string, string | number>>().notNull().default({}),
  },
  (table) => [
    index("ledger_transactions_reference").on(table.referenceType, table.referenceId),
    index("ledger_transactions_at").on(table.at),
  ],
);

/** Never updated, never deleted (trigger in the migrations). */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: bigint("transaction_id", { mode: "number" })
      .notNull()
      .references(() => ledgerTransactions.id),
    accountId: bigint("account_id", { mode: "number" })
      .notNull()
      .references(() => ledgerAccounts.id),
    amountCents: amount("amount_cents").notNull(),
    /** The account's balance after this entry. */
    balanceAfterCents: amount("balance_after_cents").notNull(),
    /** `kind` and `at` of the transaction, copied so that a history is read and counted from one index. */
    kind: text("kind").notNull(),
    at: moment("at").notNull(),
  },
  (table) => [
    index("ledger_entries_history").on(table.accountId, table.at, table.id, table.kind),
    // reads one history without scanning the others
    index("ledger_entries_of_history").on(
      table.accountId,
      sql`movement_history(${table.kind})`,
      table.at,
      table.id,
    ),
    index("ledger_entries_transaction").on(table.transactionId),
  ],
);

const ledgerHistories = ["deposits", "transfers", "server-payments", "withdrawals", "other"] as const;

/**
 * Count and sum of each history's ledger transactions per client and UTC day, maintained by triggers (migrations).
 * With it, a page among a million rows and an opening balance are found without counting them. `other`: transactions
 * that change the balance and belong to no history.
 */
export const ledgerDays = pgTable(
  "movement_days",
  {
    userId: text("user_id").notNull(),
    history: text("history", { enum: ledgerHistories }).notNull(),
    day: date("day").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
    /** Of the main balance; requests (`deposits`, `withdrawals`) are counted and move nothing. */
    amountCents: amount("amount_cents").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.history, table.day] })],
);

/**
 * The same per month, where `month` is its first day; maintained from `movement_days` by a trigger (docs/adr/0015).
 */
export const ledgerMonths = pgTable(
  "movement_months",
  {
    userId: text("user_id").notNull(),
    history: text("history", { enum: ledgerHistories }).notNull(),
    month: date("month").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
    amountCents: amount("amount_cents").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.history, table.month] })],
);

/** Stored responses and rejections of requests that may be retried. */
export const idempotencyKeys = pgTable("idempotency_keys", {
  key: text("key").primaryKey(),
  userId: text("user_id").notNull(),
  endpoint: text("call").notNull(),
  parametersHash: text("parameters_hash").notNull(),
  answer: jsonb("answer"),
  error: jsonb("refusal").$type<Pick<ApiError, "status" | "code" | "extra"> & { attempt?: number }>(),
  createdAt: moment("created_at").notNull(),
});
