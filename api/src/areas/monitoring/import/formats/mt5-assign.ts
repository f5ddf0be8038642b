import type { Deal, Side, Trade } from "#api/areas/monitoring/statistics/history";
import { tradesOf } from "#api/areas/monitoring/statistics/trades";
import type { Decimal } from "#api/values/decimal";

/** A deal as a file lists it: its order is known, its position often is not. */
export type ListedDeal = Omit<Deal, "position"> & { order: string; position?: string };

/** A row of the report's table of positions: it says which opening and which closing belong together. */
export type ClosedPosition = {
  position: string;
  symbol: string;
  side: Side;
  openTime: number;
  openPrice: Decimal;
  closeTime: number;
  profit: Decimal;
  stopLoss: Decimal | null;
  takeProfit: Decimal | null;
};

/** Order of tickets as numbers, whatever their length. */
export const compareTickets = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

type Open = { position: string; side: Side; left: Decimal };

/**
 * Reports list deals without the position they belong to. An opening deal's position is the order that made it; a closing deal's is
 * found among what is open in its symbol: the one that the table of positions says was closed at that moment, else the one whose
 * volume fits, else the oldest (a netting account has but one). A position that was opened before the file begins is known from the
 * table of positions alone.
 *
 * @returns deals with positions, the closed trades, and how many positions stay open.
 */
export function assignPositions(
  listed: ListedDeal[],
  closed: ClosedPosition[],
): { deals: Deal[]; trades: Trade[]; open: number } {
  const open = new Map<string, Open[]>();
  const closings = new Map<string, ClosedPosition[]>();
  for (const row of closed) {
    const key = closingKey(row.symbol, row.side, row.closeTime);
    closings.set(key, [...(closings.get(key) ?? []), row]);
  }
  const known = new Set(closed.map((row) => row.position));
  const groups = new Map<string, Deal[]>();
  const deals = listed
    .toSorted((a, b) => a.time - b.time || compareTickets(a.ticket, b.ticket))
    .map(({ order, ...deal }) => {
      const here = open.get(deal.symbol) ?? [];
      open.set(deal.symbol, here);
      const position = deal.position ?? positionOf(deal, order, here, closings, known);
      apply(deal, position, here);
      const whole: Deal = { ...deal, position };
      const group = groups.get(position);
      if (group) group.push(whole);
      else groups.set(position, [whole]);
      return whole;
    });
  const levels = new Map(closed.map((row) => [row.position, row]));
  const trades = [...groups.values()].flatMap(tradesOf).map((trade) => {
    const row = levels.get(trade.position);
    if (!row) return trade;
    const opened = trade.openTime === null ? { openTime: row.openTime, openPrice: row.openPrice } : {};
    return { ...trade, ...opened, stopLoss: row.stopLoss, takeProfit: row.takeProfit };
  });
  const left = [...open.values()].reduce((sum, list) => sum + list.length, 0);
  return {
    deals,
    trades: trades.toSorted((a, b) => a.closeTime - b.closeTime || compareTickets(a.ticket, b.ticket)),
    open: left,
  };
}

const closingKey = (symbol: string, side: Side, time: number) => `${symbol}|${side}|${time}`;
const sideOf = (type: "buy" | "sell"): Side => (type === "buy" ? "long" : "short");

function positionOf(
  deal: Omit<Deal, "position">,
  order: string,
  here: Open[],
  closings: Map<string, ClosedPosition[]>,
  known: Set<string>,
): string {
  const side = sideOf(deal.type);
  if (deal.entry === "in") {
    if (known.size === 0 || known.has(order)) return order;
    // an order that is no position of its own added to one, as on netting accounts
    return here.find((one) => one.side === side && known.has(one.position))?.position ?? order;
  }
  const candidates = here.filter(
    (one) => one.side !== side && (deal.entry === "inout" || one.left >= deal.volume),
  );
  const closedNow =
    closings.get(closingKey(deal.symbol, side === "long" ? "short" : "long", deal.time)) ?? [];
  const score = (one: Open) => {
    const row = closedNow.find(({ position }) => position === one.position);
    return (row ? 4 : 0) + (row?.profit === deal.profit ? 2 : 0) + (one.left === deal.volume ? 1 : 0);
  };
  const [best] = candidates.toSorted((a, b) => score(b) - score(a));
  if (best && score(best) >= 4) return best.position;
  const before = closedNow.filter(({ position }) => !here.some((one) => one.position === position));
  const row = before.find(({ profit }) => profit === deal.profit) ?? (best ? undefined : before[0]);
  if (row) return row.position;
  return best?.position ?? order;
}

function apply(deal: Omit<Deal, "position">, position: string, here: Open[]): void {
  const index = here.findIndex((one) => one.position === position);
  const one = here[index];
  const side = sideOf(deal.type);
  if (deal.entry === "in") {
    if (one) one.left += deal.volume;
    else here.push({ position, side, left: deal.volume });
  } else if (one) {
    one.left -= deal.volume;
    if (one.left < 0n && deal.entry === "inout") here[index] = { position, side, left: -one.left };
    else if (one.left <= 0n) here.splice(index, 1);
  }
}
