import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { pendingWithdrawalStatuses, withdrawalStatuses } from "#contract/partners/withdrawal-status";
import { ledgerTransactions } from "./balance";
import { users } from "./users";

export const userId = (name: string) =>
  text(name)
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/**
 * The operator's changes to the terms of the referral program: one row at most, see `api/modules/partners/terms.ts`.
 */
export const partnerTerms = pgTable(
  "partner_terms",
  {
    id: smallint("id").primaryKey().default(1),
    percent1: numeric("percent_1", { precision: 5, scale: 2, mode: "number" }).notNull(),
    percent2: numeric("percent_2", { precision: 5, scale: 2, mode: "number" }).notNull(),
    percent3: numeric("percent_3", { precision: 5, scale: 2, mode: "number" }).notNull(),
    minWithdrawalCents: integer("min_withdrawal_cents").notNull(),
    clearingDays: integer("clearing_days").notNull(),
  },
  (table) => [
    check("partner_terms_one_row", sql`${table.id} = 1`),
    check(
      "partner_terms_percents",
      sql`${table.percent1} >= 0 and ${table.percent2} >= 0 and ${table.percent3} >= 0
      and ${table.percent1} + ${table.percent2} + ${table.percent3} <= 100`,
    ),
    check("partner_terms_sums", sql`${table.minWithdrawalCents} > 0 and ${table.clearingDays} >= 0`),
  ],
);

/**
 * Clicks on a partner's link: one per visitor and UTC day. `visitor` is a hash that is meaningless outside of its
 * day.
 */
export const partnerClicks = pgTable(
  "partner_clicks",
  {
    partnerId: userId("partner_id"),
    day: date("day").notNull(),
    visitor: text("visitor").notNull(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.day, table.visitor] })],
);

/**
 * Who earns from whom, and on which level: written when a client is attributed and never changed. `id` represents the
 * client in the network that the partner sees; `parentId` is the `id` of the level above.
 */
export const partnerNetwork = pgTable(
  "partner_network",
  {
    id: text("id").primaryKey(),
    partnerId: userId("partner_id"),
    clientId: userId("client_id"),
    level: smallint("level").notNull().$type<1 | 2 | 3>(),
    parentId: text("parent_id"),
    joinedAt: moment("joined_at").notNull(),
  },
  (table) => [
    uniqueIndex("partner_network_client").on(table.clientId, table.level),
    uniqueIndex("partner_network_pair").on(table.partnerId, table.clientId),
    index("partner_network_tree").on(table.partnerId, table.parentId, table.joinedAt.desc(), table.id),
    check("partner_network_level", sql`${table.level} between 1 and 3`),
    check("partner_network_not_oneself", sql`${table.partnerId} <> ${table.clientId}`),
    check("partner_network_parent", sql`(${table.level} = 1) = (${table.parentId} is null)`),
  ],
);

/** Rents and renewals of referred clients. `id` is the payment's. */
export const partnerPayments = pgTable(
  "partner_payments",
  {
    id: text("id").primaryKey(),
    clientId: userId("client_id"),
    kind: text("kind", { enum: ["rent", "renewal"] }).notNull(),
    amountCents: integer("amount_cents").notNull(),
    createdAt: moment("created_at").notNull(),
    /** End of the time that it pays the server for; until then the client is an active referral. */
    paidUntil: moment("paid_until").notNull(),
    /** Refunded part; rewards are percentages of the rest. */
    refundedCents: integer("refunded_cents").notNull().default(0),
    /** Time of the last refund. */
    refundedAt: moment("refunded_at"),
  },
  (table) => [
    index("partner_payments_client").on(table.clientId, table.createdAt),
    check("partner_payments_amount", sql`${table.amountCents} >= 0`),
    check("partner_payments_refunded", sql`${table.refundedCents} between 0 and ${table.amountCents}`),
  ],
);

/**
 * One reward per payment and level. What each refund takes back is a separate, negative row that names the reward.
 */
export const partnerRewards = pgTable(
  "partner_rewards",
  {
    id: text("id").primaryKey(),
    partnerId: userId("partner_id"),
    clientId: userId("client_id"),
    paymentId: text("payment_id")
      .notNull()
      .references(() => partnerPayments.id),
    level: smallint("level").notNull().$type<1 | 2 | 3>(),
    percent: numeric("percent", { precision: 5, scale: 2, mode: "number" }).notNull(),
    amountCents: integer("amount_cents").notNull(),
    /** The ledger's transaction; null if no money had to move. */
    transactionId: bigint("transaction_id", { mode: "number" }).references(() => ledgerTransactions.id),
    createdAt: moment("created_at").notNull(),
    /**
     * The reward clears no earlier than this time, and no earlier than `settledAt`, when its payment became
     * irreversible.
     */
    clearsAt: moment("clears_at").notNull(),
    settledAt: moment("settled_at"),
    reversedRewardId: text("takes_back_id"),
  },
  (table) => [
    uniqueIndex("partner_rewards_once")
      .on(table.paymentId, table.level)
      .where(sql`${table.reversedRewardId} is null`),
    index("partner_rewards_unsettled").on(table.paymentId).where(sql`${table.settledAt} is null`),
    index("partner_rewards_partner").on(table.partnerId, table.createdAt),
    // rewards that have not cleared are queried on every page and are few
    index("partner_rewards_waiting").on(table.partnerId).where(sql`${table.settledAt} is null`),
    index("partner_rewards_clearing").on(table.partnerId, table.clearsAt),
    index("partner_rewards_client").on(table.partnerId, table.clientId),
    check(
      "partner_rewards_sign",
      sql`(${table.reversedRewardId} is null and ${table.amountCents} > 0) or (${table.reversedRewardId} is not null and ${table.amountCents} <= 0)`,
    ),
  ],
);

/** Wallets for withdrawals; a new one is usable once the client has confirmed it by e-mail. */
export const partnerWallets = pgTable(
  "partner_wallets",
  {
    id: text("id").primaryKey(),
    userId: userId("user_id"),
    method: text("method").notNull(),
    wallet: text("wallet").notNull(),
    createdAt: moment("created_at").notNull(),
    confirmedAt: moment("confirmed_at"),
    codeHash: text("code_hash"),
    codeSentAt: moment("code_sent_at"),
  },
  (table) => [
    uniqueIndex("partner_wallets_wallet").on(table.userId, table.method, table.wallet),
    uniqueIndex("partner_wallets_code").on(table.codeHash),
  ],
);

export const partnerWithdrawals = pgTable(
  "partner_withdrawals",
  {
    id: text("id").primaryKey(),
    userId: userId("user_id"),
    createdAt: moment("created_at").notNull(),
    method: text("method").notNull(),
    wallet: text("wallet").notNull(),
    walletId: text("wallet_id").references(() => partnerWallets.id),
    amountCents: integer("amount_cents").notNull(),
    status: text("status", { enum: withdrawalStatuses }).notNull(),
    dueOn: date("due_on").notNull(),
    decidedAt: moment("decided_at"),
    reason: text("reason"),
    /** The staff member who paid, rejected or cancelled it; null if the client cancelled it, or it expired. */
    decidedBy: text("decided_by"),
    /** Proof of payment that the client sees: the payment system's transaction id. */
    reference: text("reference"),
  },
  (table) => [
    uniqueIndex("partner_withdrawals_one_pending")
      .on(table.userId)
      .where(sql.raw(`status in (${pendingWithdrawalStatuses.map((status) => `'${status}'`).join(", ")})`)),
    index("partner_withdrawals_user").on(table.userId, table.createdAt),
    // what waits for staff, in the order of the inbox
    index("partner_withdrawals_waiting")
      .on(table.dueOn, table.createdAt)
      .where(sql`${table.status} in ('underReview', 'processing')`),
    index("partner_withdrawals_status").on(table.status, table.dueOn, table.createdAt, table.id),
    // all of them, newest first
    index("partner_withdrawals_created").on(table.createdAt, table.id),
    index("partner_withdrawals_status_created").on(table.status, table.createdAt, table.id),
    check("partner_withdrawals_amount", sql`${table.amountCents} > 0`),
  ],
);
