import type { Decimal } from "#statements/decimal";
import { groupBy } from "#statements/group-by";
import { closingsOf } from "./closing-search";
import type { ClosedPosition, ListedDeal, ListedPositions } from "./mt5-positions";

/** Positions of the table whose deals were all found. */
export type MatchedPositions = {
  /** The position number of each of their deals. */
  positionOf: ReadonlyMap<ListedDeal, string>;
  rows: ReadonlySet<ClosedPosition>;
  /** Number of them that were only partly closed. */
  open: number;
};

const nameOf = (symbol: string, position: string) => `${symbol}|${position}`;
const volumeOf = (items: { volume: Decimal }[]) => items.reduce((sum, { volume }) => sum + volume, 0n);

/**
 * Finds the closing deals of the positions in a report's table. A row sums up a position: the times of the first and
 * the last deal, the closed and the opened volume, the total result (MetaTrader 5, release notes of build 1525; some
 * terminals write a row per closing). If deals add up to a row, its position is settled and they belong to no other
 * position.
 *
 * Only positions of a single order are settled: on a netting account other orders may have added to them.
 *
 * @param deals sorted oldest first.
 */
export function matchDeals(
  deals: readonly ListedDeal[],
  { closed, isHedge }: ListedPositions,
): MatchedPositions {
  const nothing = { positionOf: new Map(), rows: new Set<ClosedPosition>(), open: 0 };
  if (closed.length === 0 || deals.some(({ position }) => position !== undefined)) return nothing;
  const of = (entry: ListedDeal["entry"]) => deals.filter((deal) => deal.entry === entry);
  const turnedOver = new Set(of("inout").map(({ symbol }) => symbol));
  const openings = groupBy(of("in"), ({ symbol, order }) => nameOf(symbol, order));
  const positions = groupBy(closed, ({ symbol, position }) => nameOf(symbol, position));
  const isOfOneOrder = (name: string, rows: ClosedPosition[]) => {
    const own = openings.get(name);
    if (!own) return isHedge;
    const [first] = rows;
    return volumeOf(own) === (rows.length === 1 && first ? first.opened : volumeOf(rows));
  };
  const candidates = [...positions].filter(
    ([name, rows]) => !turnedOver.has(rows[0]?.symbol ?? "") && isOfOneOrder(name, rows),
  );
  const closings = groupBy(
    of("out").filter(({ volume }) => volume > 0n),
    ({ symbol, type }) => nameOf(symbol, type === "sell" ? "long" : "short"),
  );
  const dealsByRow = new Map<ClosedPosition, ListedDeal[]>();
  const bySide = groupBy(
    candidates.flatMap(([, rows]) => rows),
    ({ symbol, side }) => nameOf(symbol, side),
  );
  for (const [key, rows] of bySide)
    for (const [row, list] of closingsOf(rows, closings.get(key) ?? [])) dealsByRow.set(row, list);

  const positionOf = new Map<ListedDeal, string>();
  const matched = candidates.filter(([, rows]) => rows.every((row) => dealsByRow.has(row)));
  for (const [name, rows] of matched) {
    for (const row of rows)
      for (const deal of [...(openings.get(name) ?? []), ...(dealsByRow.get(row) ?? [])])
        positionOf.set(deal, row.position);
  }
  const inPart = matched.filter(
    ([, [first, ...others]]) => !others.length && first && first.opened > first.volume,
  );
  return { positionOf, rows: new Set(matched.flatMap(([, rows]) => rows)), open: inPart.length };
}
