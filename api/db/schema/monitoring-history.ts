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

/** How a terminal's post arrived: with the account's key from anywhere, or from the address of a server that its owner rents here. */
export const terminalVias = ["key", "server"] as const;
export type PostSource = (typeof terminalVias)[number];

/** For imported rows: whether the ticket is the platform's own number (docs/adr/0025). A terminal always sends the platform's ticket. */
const isPlatformTicket = () => boolean("is_platform_ticket").notNull().default(false);

/** Deals and balance operations as received, one row per ticket. */
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
    /**
     * For a cash flow: equity minus balance and credit immediately before it; null if no snapshot shows it. Stored here because snapshots
     * are downsampled.
     */
    floating: decimal("floating"),
    magic: text("magic"),
    comment: text("comment"),
    source: text("source", { enum: ["terminal", "import"] })
      .notNull()
      .default("terminal"),
    isPlatformTicket: isPlatformTicket(),
    /**
     * The time on the broker's clock, stored as if it were UTC; `at` is derived from it by the clock's rule. Null if not from a terminal.
     */
    shownAt: moment("shown_at"),
    /** When a terminal first sent it, and from where (docs/adr/0010). */
    arrivedAt: moment("arrived_at"),
    via: text("via", { enum: terminalVias }),
    /** How often it was sent again with other numbers. */
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

/** Closed trades, derived from deals or imported. `seq` and `balanceBefore` are set when days are aggregated. */
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
    /** Net of all costs. */
    result: decimal("result").notNull(),
    isFinal: boolean("is_final").notNull(),
    source: text("source", { enum: ["terminal", "import"] })
      .notNull()
      .default("terminal"),
    isPlatformTicket: isPlatformTicket(),
    /** Provenance of the closing deal; null if imported from a file. */
    via: text("via", { enum: terminalVias }),
    /** Whether a post showed its position open before it closed, and whether one of its deals changed after it was first sent. */
    isSeenOpen: boolean("is_seen_open").notNull().default(false),
    isChanged: boolean("is_changed").notNull().default(false),
    /** The lowest and the highest floating result while it was open, by tick; null unless all of that time was observed. */
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
    // one index for each sort order of the table
    index("monitoring_trades_seq").on(table.accountId, table.seq),
    index("monitoring_trades_opened").on(table.accountId, table.openedAt, table.seq),
    index("monitoring_trades_symbol").on(table.accountId, table.symbol, table.seq),
    index("monitoring_trades_volume").on(table.accountId, table.volume, table.seq),
    index("monitoring_trades_result").on(table.accountId, table.result, table.seq),
    // there are few, and the last one is queried
    index("monitoring_trades_imported").on(table.accountId, table.seq).where(sql`source = 'import'`),
  ],
);

/** Aggregates of UTC days (`statistics/summary.ts`, `statistics/equity.ts`, as text). */
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
    /** The sum of ln(1 + return) of the day's trades; null if a balance was not positive. */
    growth: doublePrecision("growth"),
    /** The day's last equity. */
    equityClose: decimal("equity_close"),
    trades: integer("trades").notNull().default(0),
    /** The number of the day's last trade; on days without trades, of the last one before. */
    lastSeq: integer("last_seq"),
    /** Seconds with an open position. */
    covered: integer("covered").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
);

/** Completed calendar months, combined from their days. */
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

/** Account values once a minute, downsampled later to one an hour, then one a day. */
export const monitoringSnapshots = pgTable(
  "monitoring_snapshots",
  {
    accountId: accountColumn(),
    /** Truncated to the minute. */
    at: moment("at").notNull(),
    balance: decimal("balance").notNull(),
    equity: decimal("equity").notNull(),
    margin: decimal("margin").notNull(),
    freeMargin: decimal("free_margin").notNull(),
    credit: decimal("credit").notNull(),
    /** The lowest and the highest equity since the previous post, by tick; null if the adapter does not report them. */
    equityLow: decimal("equity_low"),
    equityHigh: decimal("equity_high"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.at] }),
    index("monitoring_snapshots_at").on(table.at),
  ],
);

/**
 * Times at which an account's balance is known from a terminal or a file. The opening balance follows from the first one; each later one
 * shows what is missing since the one before (docs/adr/0025).
 */
export const monitoringCheckpoints = pgTable(
  "monitoring_checkpoints",
  {
    accountId: accountColumn(),
    source: text("source", { enum: ["terminal", "import"] }).notNull(),
    /** No later than the first event that the balance does not contain. */
    at: moment("at").notNull(),
    /** When it was reported, by our clock; for a file, `at`. */
    seenAt: moment("seen_at").notNull(),
    balance: decimal("balance").notNull(),
    /** Costs already paid from that balance for positions still open: in a file's trades they are booked at the close. */
    openCosts: decimal("open_costs").notNull().default(sql`0`),
    /** Reported minus known balance change since the previous checkpoint. */
    differs: decimal("differs").notNull().default(sql`0`),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.source, table.seenAt] })],
);

/** Earlier values of deals that were sent again with other numbers; append-only. */
export const monitoringRevisions = pgTable(
  "monitoring_revisions",
  {
    accountId: accountColumn(),
    ticket: text("ticket").notNull(),
    number: integer("number").notNull(),
    seenAt: moment("seen_at").notNull(),
    via: text("via", { enum: terminalVias }).notNull(),
    /** The previous values, decimals as text. */
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

/** The lowest and the highest floating result of positions, as a terminal observed them by tick (docs/adr/0023). */
export const monitoringExcursions = pgTable(
  "monitoring_excursions",
  {
    accountId: accountColumn(),
    position: text("position").notNull(),
    low: decimal("low").notNull(),
    high: decimal("high").notNull(),
    /** Whether observation has no gap between its opening and the last post. */
    isWhole: boolean("is_whole").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.position] })],
);
