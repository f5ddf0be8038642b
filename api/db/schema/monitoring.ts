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

/** One row per client who ever bought; it is what purchases lock. */
export const monitoringSubscriptions = pgTable(
  "monitoring_subscriptions",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    autopay: boolean("autopay").notNull().default(false),
    activatedAt: moment("activated_at").notNull(),
    paidUntil: moment("paid_until").notNull(),
    /** The end that the client was told of. */
    endTold: moment("end_told"),
  },
  (table) => [index("monitoring_subscriptions_due").on(table.paidUntil)],
);

/** Paid time: stretches that follow each other, each with its number of accounts. */
export const monitoringPeriods = pgTable(
  "monitoring_periods",
  {
    id: text("id").primaryKey(),
    userId: owner(),
    accounts: integer("accounts").notNull(),
    startsAt: moment("starts_at").notNull(),
    endsAt: moment("ends_at").notNull(),
  },
  // the unique start makes a repeated autopay of the same moment impossible
  (table) => [uniqueIndex("monitoring_periods_start").on(table.userId, table.startsAt)],
);

/** What the owner sees of a position, kept as the terminal sent it last; decimals as text. */
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

/** Seconds that a terminal said its broker's clock is ahead of UTC, first and last heard (epoch milliseconds). */
export type SeenOffset = { from: number; until: number; seconds: number };

export const monitoringAccounts = pgTable(
  "monitoring_accounts",
  {
    id: text("id").primaryKey(),
    userId: owner(),
    createdAt: moment("created_at").notNull(),
    /**
     * The `:monitoringId` of its page: unguessable, replaceable; `id` never leaves the service. The column keeps its first
     * name: processes of the release before go on reading it while they are replaced.
     */
    monitoringId: text("address").notNull(),
    number: text("number").notNull(),
    name: text("name").notNull(),
    /** SHA-256 of the activation key. */
    keyHash: text("key_hash").notNull(),
    /** The same key, sealed, until the terminal calls for the first time: whoever adds an account copies it on another machine. */
    sealedKey: text("sealed_key"),
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
    /** Seconds that the broker's clock is ahead of UTC, as it was last believed. */
    gmtOffset: integer("gmt_offset").notNull().default(0),
    /** The rule of the broker's clock (`contract/monitoring-zone.ts`); null: not known yet, its offset counts. */
    zone: text("zone"),
    isZoneChosen: boolean("is_zone_chosen").notNull().default(false),
    /** Offsets that were believed, each from a moment on, the newest last. */
    offsets: jsonb("offsets").$type<SeenOffset[]>().notNull().default([]),
    /** Of the terminal: its build, and its last ping to the broker in microseconds. */
    build: integer("build"),
    ping: integer("ping"),

    /** When the terminal called last, by our clock. */
    heardAt: moment("heard_at"),
    /** When it called first. */
    firstHeardAt: moment("first_heard_at"),
    balance: decimal("balance"),
    equity: decimal("equity"),
    margin: decimal("margin"),
    freeMargin: decimal("free_margin"),
    positions: jsonb("positions").$type<StoredPosition[]>().notNull().default([]),

    /** The balance before the first known event. */
    opening: decimal("opening").notNull().default(sql`0`),
    /** The last call at which the history added up: the newest event known then, the balance reported, when it was. */
    fitsAt: moment("fits_at"),
    fitsBalance: decimal("fits_balance"),
    fitsSeenAt: moment("fits_seen_at"),
    /** Since when it does not. */
    doubtedAt: moment("doubted_at"),
    /** Days from these on have to be summed up anew; null: all is up to date. */
    staleFrom: date("stale_from"),
    equityStaleFrom: date("equity_stale_from"),
    coverageStaleFrom: date("coverage_stale_from"),
    /** When the terminal was last asked for its whole history once more, and whether it is still at it. */
    resyncedAt: moment("resynced_at"),
    isResyncing: boolean("is_resyncing").notNull().default(false),
    /** How often it was asked since the history added up. */
    resyncs: integer("resyncs").notNull().default(0),
  },
  (table) => [
    uniqueIndex("monitoring_accounts_address").on(table.monitoringId),
    uniqueIndex("monitoring_accounts_key").on(table.keyHash),
    uniqueIndex("monitoring_accounts_number").on(table.userId, table.number),
    index("monitoring_accounts_user").on(table.userId, table.createdAt, table.id),
  ],
);

/** The column of whatever belongs to an account and goes with it. */
export const accountColumn = () =>
  text("account_id")
    .notNull()
    .references(() => monitoringAccounts.id, { onDelete: "cascade" });

/** Who looked at a page today: a hash that nobody can undo, gone after the day. */
export const monitoringViews = pgTable(
  "monitoring_views",
  {
    accountId: accountColumn(),
    day: date("day").notNull(),
    visitor: text("visitor").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day, table.visitor] })],
);
