import type { Decimal } from "#statements/decimal";
import { divideRounded } from "#statements/decimal";
import { tradesOf } from "#statements/trades";
import type { Deal, Side, Trade } from "#statements/types";
import { Closings } from "./closings";
import { matchDeals } from "./match-deals";
import type { ClosedPosition, ListedDeal, ListedPositions } from "./mt5-positions";
import { compareTickets } from "./mt5-positions";
import { OpenPositions } from "./open-positions";

const sum = (values: Decimal[]) => values.reduce((all, value) => all + value, 0n);

/**
 * Adds to a position's trades the data that only its row of the table has: stop loss and take profit and, for a
 * position opened before the file begins, its opening and the cost of that (`costs`, one per trade).
 */
function withRow(trades: Trade[], row: ClosedPosition, costs: Decimal[]): Trade[] {
  const { stopLoss, takeProfit, openTime, openPrice } = row;
  return trades.map((trade, index) => ({
    ...trade,
    ...(trade.openTime === null ? { openTime, openPrice } : {}),
    stopLoss,
    takeProfit,
    commission: trade.commission + (costs[index] ?? 0n),
  }));
}

/**
 * Returns the opening commission of a position opened before the file begins: the row's commission less that of the
 * deals, split by volume as in `tradesOf`. Empty if some of its closings are not in the file.
 */
function costsBeforeOf(trades: Trade[], { commission, volume }: ClosedPosition): Decimal[] {
  const isBefore = trades.every(({ openTime }) => openTime === null);
  const cost = commission - sum(trades.map((trade) => trade.commission));
  if (!isBefore || cost >= 0n || sum(trades.map((trade) => trade.volume)) !== volume) return [];
  const shares = trades.slice(0, -1).map((trade) => divideRounded(cost * trade.volume, volume));
  return [...shares, cost - sum(shares)];
}

/**
 * Assigns positions to deals, which reports list without them. An opening deal's position is its order. A closing
 * deal's position is the one whose row of the table of positions it adds up to (`settle`). If that can't be told, it
 * is one of the open positions in the symbol: the one that the table has as closed at that time, else the one with a
 * fitting volume, else the oldest (a netting account has only one). A position opened before the file begins is known
 * only from the table of positions.
 *
 * If there is no such table, the account's kind is unknown and a deal closes more than any single position has, the
 * account is taken for a netting one: its orders are one position.
 *
 * @returns deals with positions, the closed trades, the number of open positions and of those that the table has as
 * closed, and the commission paid before the first deal that the trades include.
 */
export function assignPositions(
  listed: ListedDeal[],
  positions: ListedPositions,
): { deals: Deal[]; trades: Trade[]; open: number; notClosed: number; costsBefore: Decimal } {
  const sorted = listed.toSorted((a, b) => a.time - b.time || compareTickets(a.ticket, b.ticket));
  const matched = matchDeals(sorted, positions);
  const open = new Map<string, OpenPositions>();
  const table: Table = {
    closings: new Closings(positions.closed.filter((row) => !matched.rows.has(row))),
    rows: new Map(positions.closed.map((row) => [row.position, row])),
    isListed: (position) => table.rows.has(position) || positions.open.has(position),
    isHedge: positions.isHedge,
    isNetting: positions.isNetting,
    seen: { bothSides: false, closedTogether: false },
  };
  const groups = new Map<string, Deal[]>();
  const deals = sorted.map((listedDeal) => {
    const { order, ...deal } = listedDeal;
    const here = open.get(deal.symbol) ?? new OpenPositions();
    open.set(deal.symbol, here);
    const known = matched.positionOf.get(listedDeal);
    const position = known ?? deal.position ?? positionOf(deal, order, here, table);
    if (known === undefined) apply(deal, position, here, table);
    const assigned: Deal = { ...deal, position };
    const group = groups.get(position);
    if (group) group.push(assigned);
    else groups.set(position, [assigned]);
    return assigned;
  });
  const { bothSides, closedTogether } = table.seen;
  const mayNet = !positions.isHedge && !positions.isNetting && positions.closed.length === 0;
  if (mayNet && closedTogether && !bothSides)
    return assignPositions(listed, { ...positions, isNetting: true });
  let costsBefore = 0n;
  const trades = [...groups].flatMap(([position, own]) => {
    const row = table.rows.get(position);
    const positionTrades = tradesOf(own);
    if (!row) return positionTrades;
    const costs = costsBeforeOf(positionTrades, row);
    costsBefore = costs.reduce((sum, cost) => sum + cost, costsBefore);
    return withRow(positionTrades, row, costs);
  });
  return {
    deals,
    trades: trades.toSorted((a, b) => a.closeTime - b.closeTime || compareTickets(a.ticket, b.ticket)),
    open: [...open.values()].reduce((sum, { size }) => sum + size, matched.open),
    notClosed: positions.closed.filter(
      (row) =>
        !matched.rows.has(row) &&
        row.opened === row.volume &&
        !positions.open.has(row.position) &&
        open.get(row.symbol)?.get(row.position)?.side === row.side,
    ).length,
    costsBefore,
  };
}

type Table = {
  closings: Closings;
  rows: Map<string, ClosedPosition>;
  isListed: (position: string) => boolean;
  isHedge: boolean;
  isNetting: boolean;
  /**
   * Signs of the kind of an account that does not state it: a netting account never has both sides open; a deal that
   * closes several positions at once occurs only on one.
   */
  seen: { bothSides: boolean; closedTogether: boolean };
};
type Placeless = Omit<Deal, "position">;

const sideOf = (type: "buy" | "sell"): Side => (type === "buy" ? "long" : "short");
const otherSide = (side: Side): Side => (side === "long" ? "short" : "long");

function positionOf(deal: Placeless, order: string, here: OpenPositions, table: Table): string {
  const side = sideOf(deal.type);
  if (deal.entry === "in") {
    if (here.total(otherSide(side)) > 0n) table.seen.bothSides = true;
    if (table.isHedge || table.isListed(order)) return order;
    if (table.rows.size === 0) return (table.isNetting && here.oldest(side)?.position) || order;
    // an order that is not a separate position was added to an existing one, as on netting accounts
    return here.oldestListed(side)?.position ?? order;
  }
  const closes = otherSide(side);
  const candidatesWith = (profit?: Decimal) => table.closings.at(deal.symbol, closes, deal.time, profit);
  // the table has the result of the whole position, which equals the deal's if it closed at once
  const isAny = deal.entry === "inout";
  const same = candidatesWith(deal.profit)?.open(deal.volume, isAny);
  if (same) return same.position;
  const before = candidatesWith(deal.profit)?.unopened();
  if (before) {
    table.closings.finish(before);
    return before.position;
  }
  const part = candidatesWith()?.open(deal.volume, isAny);
  if (part) return part.position;
  const best = here.fitting(closes, deal.volume, isAny);
  if (!best && here.total(closes) >= deal.volume) table.seen.closedTogether = true;
  return best?.position ?? candidatesWith()?.unopened()?.position ?? order;
}

function apply(deal: Placeless, position: string, here: OpenPositions, table: Table): void {
  const openPosition = here.get(position);
  const side = sideOf(deal.type);
  const row = table.rows.get(position);
  const isListed = table.isListed(position);
  if (deal.entry === "in") {
    here.set(position, openPosition?.side ?? side, (openPosition?.left ?? 0n) + deal.volume, isListed);
  } else if (openPosition) {
    const left = openPosition.left - deal.volume;
    if (left < 0n && deal.entry === "inout") here.set(position, side, -left, isListed);
    else here.set(position, openPosition.side, left, isListed);
  }
  table.closings.note(deal.symbol, position, here.get(position));
  if (deal.entry !== "in" && openPosition && row?.closeTime === deal.time && !here.get(position))
    table.closings.finish(row);
}
