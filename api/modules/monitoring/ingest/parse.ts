import type { Excursion } from "#api/modules/monitoring/history/excursions";
import { dayMilliseconds } from "#contract/day";
import { readCurrency } from "#contract/monitoring/currency";
import { ingestMaxDeals, ingestMaxExcursions, ingestMaxPositions } from "#contract/monitoring/index";
import type { Decimal } from "#statements/decimal";
import { operationKindOf } from "#statements/kinds";
import type { BalanceOperation, Deal } from "#statements/types";
import type { BrokerClock } from "./clock";
import { applyReportedOffset, toUtc } from "./clock";
import type { FieldFault, Values } from "./fields";
import { brokerTime, Fields } from "./fields";
import { readExcursions } from "./parse-excursions";
import type { PostedPosition } from "./parse-positions";
import { readPositions } from "./parse-positions";

/**
 * A terminal's post after parsing. Undefined fields were not sent; `refused` lists the fields that could not be read,
 * and why.
 */
export type Post = {
  key?: string;
  account: string | null;
  server?: string;
  currency?: string;
  leverage?: number;
  mode?: "demo" | "real" | "contest";
  /** The broker's clock as known after this post, and whether its rule has to be found again. */
  clock: BrokerClock;
  isClockNews: boolean;
  /** The terminal's build, and its last ping in microseconds. */
  build?: number;
  ping?: number;
  /** Time of the state below, in UTC. */
  time: number;
  state: State | null;
  positions: PostedPosition[] | null;
  /** Excursions of the positions that the terminal watched. */
  excursions: Excursion[];
  /** Whether the post has a list of deals, even an empty one. */
  hasDeals: boolean;
  deals: Deal[];
  operations: BalanceOperation[];
  rejected: Record<string, FieldFault>;
};

export type State = {
  balance: Decimal;
  equity: Decimal;
  margin: Decimal;
  freeMargin: Decimal;
  credit: Decimal;
  /** Since the previous post, tick by tick; null if the adapter does not send it. */
  equityLow: Decimal | null;
  equityHigh: Decimal | null;
};

const modes = ["demo", "real", "contest"] as const;
const nameMax = 64;
const commentMax = 128;
const offsetMax = 14 * 3600;
/** Clocks differ, but times later than this are rejected. */
const maxAheadMs = 2 * dayMilliseconds;

const listOf = (value: unknown, max: number): unknown[] => (Array.isArray(value) ? value.slice(0, max) : []);

/**
 * Returns the oldest entries of a list that is too long: the terminal is then asked to continue after the newest one
 * stored.
 */
function oldestOf(value: unknown, max: number): unknown[] {
  const list = Array.isArray(value) ? value : [];
  if (list.length <= max) return list;
  const timeOf = (item: unknown) =>
    (isObject(item) ? brokerTime(item.time) : null) ?? Number.MAX_SAFE_INTEGER;
  return list.toSorted((a, b) => timeOf(a) - timeOf(b)).slice(0, max);
}

type Clock = (shown: number) => number;
const unknownClock: BrokerClock = { rule: null, isChosen: false, gmtOffset: 0, offsets: [] };
const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Parses a terminal's post.
 *
 * @param body output of `readJson`
 * @param now our clock, epoch milliseconds
 * @param knownClock the broker's clock as known from earlier posts
 * @returns null if the body is not an object
 */
export function parsePost(body: unknown, now: number, knownClock: BrokerClock = unknownClock): Post | null {
  if (!isObject(body)) return null;
  const rejected: Record<string, FieldFault> = {};
  const head = new Fields(body, "", rejected);
  const gmtOffset = head.integer("gmt_offset", -offsetMax, offsetMax);
  const { clock, isNews } = applyReportedOffset(knownClock, gmtOffset, now);
  const utc = (shown: number) => toUtc(clock, shown);
  const latest = now + maxAheadMs;
  // the post's own time is converted with the offset sent along, whether that is accepted or not
  const own = (shown: number) => (gmtOffset === undefined ? utc(shown) : shown - gmtOffset * 1000);
  const timed = new Fields(body, "", rejected, own);
  const sentAt = timed.has("time") ? (timed.time("time", latest)?.time ?? null) : now;
  const { deals, operations } = readDeals(oldestOf(body.deals, ingestMaxDeals), rejected, utc, latest);
  return {
    key: head.text("key", 200),
    account: head.name("account", 20),
    server: head.text("server", nameMax),
    currency: readCurrency(head.text("currency", 8) ?? "") || undefined,
    leverage: head.integer("leverage", 0, 100_000),
    mode: (head.has("mode") && head.word("mode", modes)) || undefined,
    clock,
    isClockNews: isNews,
    build: head.integer("build", 0, 1_000_000),
    ping: head.integer("ping", 0, 600_000_000),
    time: sentAt === null || sentAt > now + dayMilliseconds ? now : sentAt,
    state: readState(head),
    positions: Array.isArray(body.positions)
      ? readPositions(
          listOf(body.positions, ingestMaxPositions).map((item) => (isObject(item) ? item : {})),
          rejected,
          utc,
          latest,
        )
      : null,
    excursions: readExcursions(listOf(body.excursions, ingestMaxExcursions).filter(isObject), rejected),
    hasDeals: Array.isArray(body.deals),
    deals,
    operations,
    rejected,
  };
}

function readState(head: Fields): Post["state"] {
  if (!head.has("balance") && !head.has("equity")) return null;
  const balance = head.decimal("balance");
  const equity = head.decimal("equity");
  const margin = head.decimal("margin", 0n);
  const credit = head.decimal("credit", 0n);
  const extreme = (name: string) => (head.has(name) ? head.decimal(name) : null);
  const [equityLow, equityHigh] = [extreme("equity_low"), extreme("equity_high")];
  if (balance === null || equity === null) return null;
  const freeMargin = head.decimal("free_margin", equity - (margin ?? 0n));
  return {
    balance,
    equity,
    margin: margin ?? 0n,
    freeMargin: freeMargin ?? equity - (margin ?? 0n),
    credit: credit ?? 0n,
    equityLow: equityLow !== null && equityLow <= equity ? equityLow : null,
    equityHigh: equityHigh !== null && equityHigh >= equity ? equityHigh : null,
  };
}

function readDeals(
  list: unknown[],
  rejected: Post["rejected"],
  clock: Clock,
  latest: number,
): Pick<Post, "deals" | "operations"> {
  const deals = new Map<string, Deal>();
  const operations = new Map<string, BalanceOperation>();
  for (const [index, item] of list.entries()) {
    const fields = new Fields(isObject(item) ? item : {}, `deals.${index}.`, rejected, clock);
    const ticket = fields.name("ticket", 32);
    const type = readKind(fields);
    const times = fields.time("time", latest);
    if (ticket === null || type === null || times === null) continue;
    const comment = fields.text("comment", commentMax);
    if (type !== "buy" && type !== "sell") {
      const amount = fields.decimal("profit");
      if (amount !== null)
        operations.set(ticket, { ticket, ...times, type, amount, ...(comment && { comment }) });
      continue;
    }
    const deal = readTrade(fields, { ticket, type, ...times });
    const own = deal && partOf(deal, comment);
    if (own) deals.set(ticket, { ...own, ...(comment && { comment }) });
  }
  return { deals: [...deals.values()], operations: [...operations.values()] };
}

/**
 * Assigns the rest of a hedged order to its trade. If an opposite order closes part of an order, MetaTrader 4 writes
 * the rest as a row with volume 0 and the comment "close hedge by #123"; it belongs to that order's trade and has no
 * opening.
 */
function partOf(deal: Deal, comment: string | undefined): Deal | null {
  const other = deal.volume === 0n && /close hedge by #(\d+)/i.exec(comment ?? "")?.[1];
  if (other) return { ...deal, position: other };
  return deal.volume === 0n && deal.entry === "in" ? null : deal;
}

/** Reads the type: `buy`, `sell`, or a terminal's name for another kind of deal. */
function readKind(fields: Fields): Deal["type"] | BalanceOperation["type"] | null {
  const kind = operationKindOf(fields.text("type", 40) ?? "");
  return kind ?? fields.word("type", ["buy", "sell"]);
}

function readTrade(fields: Fields, base: Pick<Deal, "ticket" | "time" | "shown" | "type">): Deal | null {
  const entry = fields.word("entry", ["in", "out", "inout"], "out");
  const symbol = fields.name("symbol", nameMax);
  const volume = fields.decimal("volume");
  const profit = fields.decimal("profit", 0n);
  const [commission, fee, swap] = [
    fields.decimal("commission", 0n),
    fields.decimal("fee", 0n),
    fields.decimal("swap", 0n),
  ];
  const price = fields.has("price") ? fields.decimal("price") : null;
  if (entry === null || symbol === null || volume === null || profit === null) return null;
  if (commission === null || fee === null || swap === null) return null;
  const position = fields.text("position", 32);
  const magic = fields.text("magic", 24);
  return {
    ...base,
    // MetaTrader sends 0 for a deal without a position
    position: position === undefined || position === "0" ? base.ticket : position,
    entry,
    symbol,
    volume: volume < 0n ? -volume : volume,
    price,
    commission,
    fee,
    swap,
    profit,
    ...(magic && { magic }),
  };
}
