import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { serverStatuses, upgradeStatuses } from "#contract/vps/status";
import { ledgerTransactions } from "./balance";
import { users } from "./users";

/** Tariffs for rent. A rate that is no longer offered stays for the servers that have it. */
export const rates = pgTable("rates", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  processor: integer("processor").notNull(),
  memoryMb: integer("memory_mb").notNull(),
  diskGb: integer("disk_gb").notNull(),
  terminals: integer("terminals").notNull(),
  /** Null is unlimited. */
  trafficGb: integer("traffic_gb"),
  operatingSystems: text("operating_systems").array().notNull(),
  isOffered: boolean("is_offered").notNull().default(true),
  /** The rate of test servers. */
  isForTests: boolean("is_for_tests").notNull().default(false),
});

export const ratePrices = pgTable(
  "rate_prices",
  {
    rateId: text("rate_id")
      .notNull()
      .references(() => rates.id, { onDelete: "cascade" }),
    months: integer("months").notNull(),
    priceCents: integer("price_cents").notNull(),
  },
  (table) => [primaryKey({ columns: [table.rateId, table.months] })],
);

export const servers = pgTable(
  "servers",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    rateId: text("rate_id")
      .notNull()
      .references(() => rates.id),
    operatingSystem: text("operating_system").notNull(),
    comment: text("comment").notNull().default(""),
    status: text("status", { enum: serverStatuses }).notNull(),
    isTest: boolean("is_test").notNull().default(false),
    issuedAt: moment("issued_at").notNull(),
    paidUntil: moment("paid_until").notNull(),
    /**
     * The day of the month on which paid time ends, 1 to 31, or the month's last day if it is shorter (`periodDay`).
     * Null if nothing was paid since the column was added.
     */
    paidDay: integer("paid_day"),
    autoRenewal: boolean("auto_renewal").notNull(),
    /** The last period that was paid; an automatic renewal uses the same. */
    renewalMonths: integer("renewal_months").notNull(),
    blockedAt: moment("blocked_at"),
    /**
     * Days from `blockedAt` until an unpaid server is revoked, as its owner was told. Null if it was blocked before the
     * column existed: then the default applies.
     */
    graceDays: integer("grace_days"),
    /** Blocked by the operator: a payment does not unblock it. */
    isHeld: boolean("is_held").notNull().default(false),
    revokedAt: moment("revoked_at"),
    /** When the end of its paid time was last processed. */
    processedAt: moment("processed_at"),
    isOn: boolean("is_on").notNull().default(false),
    ip: text("ip"),
    /** Its machine's location as the hypervisor last reported it; null if it reports none. */
    node: text("node"),
    login: text("login"),
    /** Encrypted with the service's secret (`api/lib/encryption.ts`). */
    encryptedPassword: text("sealed_password"),
  },
  (table) => [
    // one index for each sort order of the list: a page is read from the index alone, however many servers there are
    index("servers_by_id").on(table.userId, table.id),
    index("servers_by_tariff").on(table.userId, table.rateId, table.id),
    index("servers_by_issued").on(table.userId, table.issuedAt, table.id),
    index("servers_by_end").on(table.userId, sql`(${table.status} = 'revoked')`, table.paidUntil, table.id),
    index("servers_by_paid_until").on(table.userId, table.paidUntil, table.id),
    index("servers_by_status").on(table.userId, table.status, table.issuedAt, table.id),
    index("servers_by_status_paid").on(table.userId, table.status, table.paidUntil, table.id),
    // search by the beginning of an id or address, whatever the database's collation
    index("servers_by_id_prefix").on(table.userId, table.id.op("text_pattern_ops")),
    index("servers_by_ip_prefix").on(table.userId, table.ip.op("text_pattern_ops")),
    // staff find a client by an address
    index("servers_by_ip").on(table.ip),
    index("servers_issued").on(table.issuedAt, table.id),
    // for the renewals
    index("servers_due").on(table.status, table.paidUntil),
  ],
);

/**
 * Number of a client's servers in each status, maintained by a trigger (migrations): counting ten thousand rows costs
 * more than a page of them.
 */
export const serverCounts = pgTable(
  "server_counts",
  {
    userId: text("user_id").notNull(),
    status: text("status", { enum: serverStatuses }).notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.status] })],
);

/**
 * Search index of comments, maintained by a trigger (migrations): the text in lower case, and each letter and pair of
 * letters of it as numbers specific to the client. It finds any substring of a comment in any script and letter case
 * (docs/adr/0017). An empty comment has no row.
 */
export const serverComments = pgTable(
  "server_comments",
  {
    serverId: text("server_id")
      .primaryKey()
      .references(() => servers.id, { onDelete: "cascade" }),
    userId: text("user_id").notNull(),
    lowerCaseText: text("words").notNull(),
    ngrams: integer("parts").array().notNull(),
  },
  (table) => [index("server_comments_parts").using("gin", table.ngrams).with({ fastupdate: false })],
);

/** Payments for a server; the money itself is in the ledger under `ledgerId`. */
export const serverPayments = pgTable(
  "server_payments",
  {
    id: text("id").primaryKey(),
    serverId: text("server_id")
      .notNull()
      .references(() => servers.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    kind: text("kind", { enum: ["rent", "renewal", "upgrade", "refund"] }).notNull(),
    createdAt: moment("created_at").notNull(),
    periodFrom: moment("period_from").notNull(),
    periodTo: moment("period_to").notNull(),
    months: integer("months"),
    priceCents: integer("price_cents").notNull(),
    discountCents: integer("discount_cents").notNull().default(0),
    totalCents: integer("total_cents").notNull(),
    promoCode: text("promo_code"),
    /** The name of the rate at that time. */
    tariff: text("tariff").notNull(),
    /** The ledger's transaction; null if nothing had to be paid. */
    ledgerId: bigint("ledger_id", { mode: "number" }).references(() => ledgerTransactions.id),
  },
  (table) => [
    // a server's period is paid once, by whichever payment comes first
    uniqueIndex("server_payments_period")
      .on(table.serverId, table.periodFrom)
      .where(sql`${table.kind} in ('rent', 'renewal')`),
    index("server_payments_server").on(table.serverId, table.createdAt),
    index("server_payments_user").on(table.userId, table.createdAt),
    uniqueIndex("server_payments_ledger").on(table.ledgerId),
  ],
);

export const upgrades = pgTable(
  "upgrades",
  {
    id: text("id").primaryKey(),
    serverId: text("server_id")
      .notNull()
      .references(() => servers.id),
    fromRateId: text("from_rate_id")
      .notNull()
      .references(() => rates.id),
    toRateId: text("to_rate_id")
      .notNull()
      .references(() => rates.id),
    status: text("status", { enum: upgradeStatuses }).notNull(),
    createdAt: moment("created_at").notNull(),
    startsAt: moment("starts_at").notNull(),
    finishedAt: moment("finished_at"),
    /** End of the time whose price difference the upgrade itself covers. Null for rows older than the column. */
    paidUntil: moment("paid_until"),
    /** The price difference, including that of renewals paid since; cancelling the upgrade refunds it. */
    chargedCents: integer("charged_cents").notNull(),
  },
  (table) => [
    uniqueIndex("upgrades_one_pending")
      .on(table.serverId)
      .where(sql`${table.status} in ('pending', 'running')`),
    index("upgrades_due").on(table.status, table.startsAt),
  ],
);

/** Extra cost of renewals because of an accepted upgrade: refunded with it, and their rewards with them. */
export const upgradeSurcharges = pgTable(
  "upgrade_surcharges",
  {
    upgradeId: text("upgrade_id")
      .notNull()
      .references(() => upgrades.id),
    paymentId: text("payment_id")
      .notNull()
      .references(() => serverPayments.id),
    cents: integer("cents").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.upgradeId, table.paymentId] }),
    index("upgrade_surcharges_payment").on(table.paymentId),
  ],
);

/** One request for a test server per client, ever. */
export const testServerRequests = pgTable(
  "test_server_requests",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    comment: text("comment").notNull(),
    status: text("status", { enum: ["underReview", "approved", "rejected"] }).notNull(),
    reason: text("reason"),
    createdAt: moment("created_at").notNull(),
    decidedAt: moment("decided_at"),
    serverId: text("server_id").references(() => servers.id),
  },
  (table) => [
    uniqueIndex("test_server_requests_user").on(table.userId),
    index("test_server_requests_status").on(table.status, table.createdAt),
    index("test_server_requests_created").on(table.createdAt, table.id),
  ],
);

/** Sent emails about the end of a paid period: each once. */
export const serverNotices = pgTable(
  "server_notices",
  {
    serverId: text("server_id")
      .notNull()
      .references(() => servers.id),
    paidUntil: moment("paid_until").notNull(),
    daysLeft: integer("days_left").notNull(),
    sentAt: moment("sent_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.paidUntil, table.daysLeft] })],
);
