import type { BalanceOperation, Deal, OpenPosition } from "#api/areas/monitoring/statistics/history";
import type { Decimal } from "#api/values/decimal";
import { ingestMaxDeals, ingestMaxPositions } from "#contract/monitoring/index";
import type { FieldFault, Values } from "./fields";
import { Fields } from "./fields";

/** A terminal's post as it was understood. What is undefined was not sent; `refused` says what could not be read, and why. */
export type Post = {
  key?: string;
  account: string | null;
  server?: string;
  currency?: string;
  leverage?: number;
  mode?: "demo" | "real" | "contest";
  gmtOffset?: number;
  /** The moment that the state below belongs to, in UTC. */
  time: number;
  state: { balance: Decimal; equity: Decimal; margin: Decimal; freeMargin: Decimal; credit: Decimal } | null;
  positions: OpenPosition[] | null;
  deals: Deal[];
  operations: BalanceOperation[];
  refused: Record<string, FieldFault>;
};

const modes = ["demo", "real", "contest"] as const;
const nameMax = 64;
const commentMax = 128;
const offsetMax = 14 * 3600;
/** Clocks differ; what claims to be later than this is not believed. */
const aheadMax = 2 * 86_400_000;

const listOf = (value: unknown, max: number): unknown[] => (Array.isArray(value) ? value.slice(0, max) : []);
const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @param body what `readJson` gave
 * @param now our clock, epoch milliseconds
 * @param knownOffset the broker's clock as known from earlier posts, seconds
 * @returns null where the body is no object
 */
export function parsePost(body: unknown, now: number, knownOffset = 0): Post | null {
  if (!isObject(body)) return null;
  const refused: Record<string, FieldFault> = {};
  const head = new Fields(body, "", refused, 0);
  const gmtOffset = head.integer("gmt_offset", -offsetMax, offsetMax);
  const offset = gmtOffset ?? knownOffset;
  const latest = now + aheadMax;
  const timed = new Fields(body, "", refused, offset);
  const sentAt = timed.has("time") ? timed.time("time", latest) : now;
  const { deals, operations } = readDeals(listOf(body.deals, ingestMaxDeals), refused, offset, latest);
  return {
    key: head.text("key", 200),
    account: head.name("account", 20),
    server: head.text("server", nameMax),
    currency: head.text("currency", 8)?.toUpperCase(),
    leverage: head.integer("leverage", 0, 100_000),
    mode: (head.has("mode") && head.word("mode", modes)) || undefined,
    gmtOffset,
    time: sentAt === null || sentAt > now + 86_400_000 ? now : sentAt,
    state: readState(head),
    positions: Array.isArray(body.positions)
      ? readPositions(listOf(body.positions, ingestMaxPositions), refused, offset, latest)
      : null,
    deals,
    operations,
    refused,
  };
}

function readState(head: Fields): Post["state"] {
  if (!head.has("balance") && !head.has("equity")) return null;
  const balance = head.decimal("balance");
  const equity = head.decimal("equity");
  const margin = head.decimal("margin", 0n);
  const credit = head.decimal("credit", 0n);
  if (balance === null || equity === null) return null;
  const freeMargin = head.decimal("free_margin", equity - (margin ?? 0n));
  return {
    balance,
    equity,
    margin: margin ?? 0n,
    freeMargin: freeMargin ?? equity - (margin ?? 0n),
    credit: credit ?? 0n,
  };
}

function readPositions(
  list: unknown[],
  refused: Post["refused"],
  offset: number,
  latest: number,
): OpenPosition[] {
  return list.flatMap((item, index): OpenPosition[] => {
    const fields = new Fields(isObject(item) ? item : {}, `positions.${index}.`, refused, offset);
    const ticket = fields.name("ticket", 32);
    const symbol = fields.name("symbol", nameMax);
    const type = fields.word("type", ["buy", "sell"]);
    const [volume, openPrice, profit] = [
      fields.decimal("volume"),
      fields.decimal("open_price"),
      fields.decimal("profit"),
    ];
    const openTime = fields.time("open_time", latest);
    const swap = fields.decimal("swap", 0n);
    if (ticket === null || symbol === null || type === null || volume === null) return [];
    if (openPrice === null || profit === null || openTime === null) return [];
    // 0 is how terminals say that no level is set
    const level = (name: string) => fields.decimal(name, 0n) || null;
    const levels = { stopLoss: level("sl"), takeProfit: level("tp") };
    return [
      {
        ticket,
        symbol,
        side: type === "buy" ? "long" : "short",
        volume,
        openTime,
        openPrice,
        ...levels,
        swap: swap ?? 0n,
        profit,
      },
    ];
  });
}

function readDeals(
  list: unknown[],
  refused: Post["refused"],
  offset: number,
  latest: number,
): Pick<Post, "deals" | "operations"> {
  const deals = new Map<string, Deal>();
  const operations = new Map<string, BalanceOperation>();
  for (const [index, item] of list.entries()) {
    const fields = new Fields(isObject(item) ? item : {}, `deals.${index}.`, refused, offset);
    const ticket = fields.name("ticket", 32);
    const type = fields.word("type", ["buy", "sell", "balance", "credit", "correction"]);
    const time = fields.time("time", latest);
    if (ticket === null || type === null || time === null) continue;
    const comment = fields.text("comment", commentMax);
    if (type !== "buy" && type !== "sell") {
      const amount = fields.decimal("profit");
      if (amount !== null)
        operations.set(ticket, { ticket, time, type, amount, ...(comment && { comment }) });
      continue;
    }
    const deal = readTrade(fields, { ticket, type, time });
    if (deal) deals.set(ticket, { ...deal, ...(comment && { comment }) });
  }
  return { deals: [...deals.values()], operations: [...operations.values()] };
}

function readTrade(fields: Fields, known: Pick<Deal, "ticket" | "time" | "type">): Deal | null {
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
    ...known,
    // 0 is how MetaTrader says that a deal belongs to no position
    position: position === undefined || position === "0" ? known.ticket : position,
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
