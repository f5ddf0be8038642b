import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { decimal, moment } from "#api/db/columns";
import { currencyDisplays, visibilities } from "#contract/monitoring/index";
import { users } from "./users";

const owner = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** One row per client who ever bought a subscription; purchases lock it. */
export const monitoringSubscriptions = pgTable(
  "monitoring_subscriptions",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    autopay: boolean("autopay").notNull().default(false),
    activatedAt: moment("activated_at").notNull(),
    paidUntil: moment("paid_until").notNull(),
    /** The end of paid time that the client was last notified of. */
    notifiedEnd: moment("end_told"),
  },
  (table) => [index("monitoring_subscriptions_due").on(table.paidUntil)],
);

/** Paid time: consecutive periods, each with its number of accounts. */
export const monitoringPeriods = pgTable(
  "monitoring_periods",
  {
    id: text("id").primaryKey(),
    userId: owner(),
    accounts: integer("accounts").notNull(),
    startsAt: moment("starts_at").notNull(),
    endsAt: moment("ends_at").notNull(),
  },
  // the unique start prevents a second autopay of the same period
  (table) => [uniqueIndex("monitoring_periods_start").on(table.userId, table.startsAt)],
);

/** What the owner sees of a position, as the terminal sent it last; decimals as text. */
export type StoredPosition = {
  ticket: string;
  symbol: string;
  side: "long" | "short";
  volume: string;
  openTime: number;
  openPrice: string;
  stopLoss: string | null;
  takeProfit: string | null;
  swap: string;
  profit: string;
};

/**
 * The broker clock's offset ahead of UTC in seconds, as a terminal reported it; first and last time it was reported
 * (epoch milliseconds).
 */
export type SeenOffset = { from: number; until: number; seconds: number };

export const monitoringAccounts = pgTable(
  "monitoring_accounts",
  {
    id: text("id").primaryKey(),
    userId: owner(),
    createdAt: moment("created_at").notNull(),
    /**
     * The `:monitoringId` of its page: unguessable, replaceable; `id` never leaves the service. The column keeps its
     * first name: processes of the previous release still read it during a deployment.
     */
    monitoringId: text("address").notNull(),
    number: text("number").notNull(),
    name: text("name").notNull(),
    /** SHA-256 of the activation key. */
    keyHash: text("key_hash").notNull(),
    /** The same key, encrypted, until the terminal's first post: the client copies it on another machine. */
    encryptedKey: text("sealed_key"),
    visibility: text("visibility", { enum: visibilities }).notNull().default("private"),
    showMoney: boolean("show_money").notNull().default(false),
    showPositions: boolean("show_positions").notNull().default(false),
    showNumber: boolean("show_number").notNull().default(false),
    currencyDisplay: text("currency_display", { enum: currencyDisplays }).notNull().default("symbol"),
    /** The client's server that the terminal runs on. */
    serverId: text("server_id"),
    views: integer("views").notNull().default(0),

    server: text("server"),
    currency: text("currency"),
    leverage: integer("leverage"),
    mode: text("mode", { enum: ["demo", "real", "contest"] }),
    /** Seconds that the broker's clock is ahead of UTC, as last accepted. */
    gmtOffset: integer("gmt_offset").notNull().default(0),
    /**
     * The rule of the broker's clock (`contract/monitoring-zone.ts`); null if not known yet: then `gmtOffset`
     * applies.
     */
    zone: text("zone"),
    isZoneChosen: boolean("is_zone_chosen").notNull().default(false),
    /** Accepted offsets, each with its start, oldest first. */
    offsets: jsonb("offsets").$type<SeenOffset[]>().notNull().default([]),
    /** Of the terminal: its build, and its last ping to the broker in microseconds. */
    build: integer("build"),
    ping: integer("ping"),

    /** Time of the terminal's last post, by our clock. */
    heardAt: moment("heard_at"),
    /** Time of its first post. */
    firstHeardAt: moment("first_heard_at"),
    balance: decimal("balance"),
    equity: decimal("equity"),
    margin: decimal("margin"),
    freeMargin: decimal("free_margin"),
    positions: jsonb("positions").$type<StoredPosition[]>().notNull().default([]),

    /** The balance before the first known event. */
    opening: decimal("opening").notNull().default(sql`0`),
    /**
     * The last post at which the history reconciled with the balance: the newest event known then, the reported
     * balance, and the time.
     */
    reconciledAt: moment("fits_at"),
    reconciledBalance: decimal("fits_balance"),
    reconciledSeenAt: moment("fits_seen_at"),
    /** Since when the history has not reconciled. */
    unreconciledSince: moment("doubted_at"),
    /** Days from these dates on must be aggregated again; null: all are up to date. */
    dirtyFrom: date("stale_from"),
    equityDirtyFrom: date("equity_stale_from"),
    coverageDirtyFrom: date("coverage_stale_from"),
    /** When the terminal was last requested to send its whole history again, and whether it still does. */
    resyncedAt: moment("resynced_at"),
    isResyncing: boolean("is_resyncing").notNull().default(false),
    /** How often a full history was requested since the history last reconciled. */
    resyncs: integer("resyncs").notNull().default(0),
  },
  (table) => [
    uniqueIndex("monitoring_accounts_address").on(table.monitoringId),
    uniqueIndex("monitoring_accounts_key").on(table.keyHash),
    uniqueIndex("monitoring_accounts_number").on(table.userId, table.number),
    // staff find a client by the trading account
    index("monitoring_accounts_by_number").on(table.number),
    index("monitoring_accounts_user").on(table.userId, table.createdAt, table.id),
  ],
);

/** The foreign key of rows that belong to an account and are deleted with it. */
export const accountColumn = () =>
  text("account_id")
    .notNull()
    .references(() => monitoringAccounts.id, { onDelete: "cascade" });

/** Today's viewers of a page: an irreversible hash, deleted after the day. */
export const monitoringViews = pgTable(
  "monitoring_views",
  {
    accountId: accountColumn(),
    day: date("day").notNull(),
    visitor: text("visitor").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day, table.visitor] })],
);
