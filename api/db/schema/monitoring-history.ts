import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { decimal, moment } from "#api/db/columns";
import { operationKinds } from "#statements/kinds";
import { accountColumn } from "./monitoring";

/** How a terminal's post came: with the account's key from anywhere, or from the address of a server that its owner rents here. */
export const terminalVias = ["key", "server"] as const;
export type PostSource = (typeof terminalVias)[number];

/**
 * Of what a file brought, whether its ticket is the number that the platform gave it (docs/adr/0025); what a terminal sent has
 * no other.
 */
const isPlatformTicket = () => boolean("is_platform_ticket").notNull().default(false);

/** Deals and balance operations as they came, one row per ticket. */
export const monitoringDeals = pgTable(
  "monitoring_deals",
  {
    accountId: accountColumn(),
    ticket: text("ticket").notNull(),
    position: text("position").notNull(),
    at: moment("at").notNull(),
    type: text("type", { enum: ["buy", "sell", ...operationKinds] }).notNull(),
    entry: text("entry", { enum: ["in", "out", "inout"] }),
    symbol: text("symbol").notNull(),
    volume: decimal("volume").notNull(),
    price: decimal("price"),
    commission: decimal("commission").notNull(),
    fee: decimal("fee").notNull(),
    swap: decimal("swap").notNull(),
    profit: decimal("profit").notNull(),
    /** Of a cash flow: equity less balance and credit right before it; null: no snapshot told it. Kept here, as snapshots are thinned. */
    floating: decimal("floating"),
    magic: text("magic"),
    comment: text("comment"),
    source: text("source", { enum: ["terminal", "import"] })
      .notNull()
      .default("terminal"),
    isPlatformTicket: isPlatformTicket(),
    /** What the broker's clock showed, as if it were UTC; `at` follows from it by the rule of the clock. Null: not from a terminal. */
    shownAt: moment("shown_at"),
    /** When a terminal first sent it, and from where (docs/adr/0010). */
    arrivedAt: moment("arrived_at"),
    via: text("via", { enum: terminalVias }),
    /** How often it was sent with other numbers since. */
    revisions: integer("revisions").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.ticket] }),
    index("monitoring_deals_position").on(table.accountId, table.position),
    index("monitoring_deals_time").on(table.accountId, table.at),
    index("monitoring_deals_operations")
      .on(table.accountId, table.at)
      .where(sql`type not in ('buy', 'sell')`),
  ],
);

/** Closed trades, derived from deals or imported. `seq` and `balanceBefore` are written when days are summed up. */
export const monitoringTrades = pgTable(
  "monitoring_trades",
  {
    accountId: accountColumn(),
    ticket: text("ticket").notNull(),
    position: text("position").notNull(),
    symbol: text("symbol").notNull(),
    side: text("side", { enum: ["long", "short"] }).notNull(),
    volume: decimal("volume").notNull(),
    openedAt: moment("opened_at"),
    closedAt: moment("closed_at").notNull(),
    openPrice: decimal("open_price"),
    closePrice: decimal("close_price"),
    profit: decimal("profit").notNull(),
    swap: decimal("swap").notNull(),
    commission: decimal("commission").notNull(),
    fee: decimal("fee").notNull(),
    taxes: decimal("taxes").notNull(),
    /** Net of everything. */
    result: decimal("result").notNull(),
    isFinal: boolean("is_final").notNull(),
    source: text("source", { enum: ["terminal", "import"] })
      .notNull()
      .default("terminal"),
    isPlatformTicket: isPlatformTicket(),
    /** Of the closing deal; null: from a file. */
    via: text("via", { enum: terminalVias }),
    /** Whether a post showed its position open before it closed, and whether one of its deals changed since it was first sent. */
    isSeenOpen: boolean("is_seen_open").notNull().default(false),
    isChanged: boolean("is_changed").notNull().default(false),
    /** The lowest and the highest floating result while it was open, by the tick; null where not all of it was watched. */
    mae: decimal("mae"),
    mfe: decimal("mfe"),
    magic: text("magic"),
    comment: text("comment"),
    /** The trade's number within the account, from 1, in the order of `compareEvents`. */
    seq: integer("seq"),
    balanceBefore: decimal("balance_before"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.ticket] }),
    index("monitoring_trades_position").on(table.accountId, table.position),
    index("monitoring_trades_closed").on(table.accountId, table.closedAt),
    // one for each order of the table
    index("monitoring_trades_seq").on(table.accountId, table.seq),
    index("monitoring_trades_opened").on(table.accountId, table.openedAt, table.seq),
    index("monitoring_trades_symbol").on(table.accountId, table.symbol, table.seq),
    index("monitoring_trades_volume").on(table.accountId, table.volume, table.seq),
    index("monitoring_trades_result").on(table.accountId, table.result, table.seq),
    // few, and asked for the last of them
    index("monitoring_trades_imported").on(table.accountId, table.seq).where(sql`source = 'import'`),
  ],
);

/** UTC days summed up (`statistics/summary.ts`, `statistics/equity.ts`, as text). */
export const monitoringDays = pgTable(
  "monitoring_days",
  {
    accountId: accountColumn(),
    day: date("day").notNull(),
    summary: text("summary"),
    equity: text("equity"),
    /** Balance before the day's first event, after its last, and its lowest. Null on days without events. */
    opening: decimal("opening"),
    closing: decimal("closing"),
    lowest: decimal("lowest"),
    /** The sum of ln(1 + return) of the day's trades; null where a balance was not positive. */
    growth: doublePrecision("growth"),
    /** The day's last equity. */
    equityClose: decimal("equity_close"),
    trades: integer("trades").notNull().default(0),
    /** The number of the day's last trade; of days without trades, the last one before. */
    lastSeq: integer("last_seq"),
    /** Seconds with an open position. */
    covered: integer("covered").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
);

/** Calendar months that are over, joined from their days. */
export const monitoringMonths = pgTable(
  "monitoring_months",
  {
    accountId: accountColumn(),
    /** The first day of the month. */
    month: date("month").notNull(),
    summary: text("summary").notNull(),
    equity: text("equity").notNull(),
    covered: integer("covered").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.month] })],
);

/** The account once a minute, later once an hour, then once a day. */
export const monitoringSnapshots = pgTable(
  "monitoring_snapshots",
  {
    accountId: accountColumn(),
    /** Cut to the minute. */
    at: moment("at").notNull(),
    balance: decimal("balance").notNull(),
    equity: decimal("equity").notNull(),
    margin: decimal("margin").notNull(),
    freeMargin: decimal("free_margin").notNull(),
    credit: decimal("credit").notNull(),
    /** The lowest and the highest equity since the call before, by the tick; null where the adapter does not say. */
    equityLow: decimal("equity_low"),
    equityHigh: decimal("equity_high"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.at] }),
    index("monitoring_snapshots_at").on(table.at),
  ],
);

/**
 * Moments at which an account's balance is known from a terminal or a file: the first of them is what the opening follows from, each
 * other one says what is missing since the one before (docs/adr/0025).
 */
export const monitoringCheckpoints = pgTable(
  "monitoring_checkpoints",
  {
    accountId: accountColumn(),
    source: text("source", { enum: ["terminal", "import"] }).notNull(),
    /** No later than the first event that the balance does not contain. */
    at: moment("at").notNull(),
    /** When it was told, by our clock; in a file, `at`. */
    seenAt: moment("seen_at").notNull(),
    balance: decimal("balance").notNull(),
    /** What that balance had paid for positions that were still open: in a file's trades it comes with their close. */
    openCosts: decimal("open_costs").notNull().default(sql`0`),
    /** Stated less known, since the checkpoint before. */
    differs: decimal("differs").notNull().default(sql`0`),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.source, table.seenAt] })],
);

/** What deals said before they were sent with other numbers; rows are only added. */
export const monitoringRevisions = pgTable(
  "monitoring_revisions",
  {
    accountId: accountColumn(),
    ticket: text("ticket").notNull(),
    number: integer("number").notNull(),
    seenAt: moment("seen_at").notNull(),
    via: text("via", { enum: terminalVias }).notNull(),
    /** The numbers before, decimals as text. */
    was: jsonb("was").$type<Record<string, string | null>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.ticket, table.number] })],
);

/** When a post first showed a position open. */
export const monitoringSeenPositions = pgTable(
  "monitoring_seen_positions",
  {
    accountId: accountColumn(),
    position: text("position").notNull(),
    seenAt: moment("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.position] })],
);

/** Positions as a terminal watched them, by the tick: the lowest and the highest floating result (docs/adr/0023). */
export const monitoringExcursions = pgTable(
  "monitoring_excursions",
  {
    accountId: accountColumn(),
    position: text("position").notNull(),
    low: decimal("low").notNull(),
    high: decimal("high").notNull(),
    /** Whether nothing was missed between its opening and the last look. */
    isWhole: boolean("is_whole").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.position] })],
);
