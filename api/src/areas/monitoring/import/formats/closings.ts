import type { Side } from "#api/areas/monitoring/statistics/history";
import type { Decimal } from "#api/values/decimal";
import type { ClosedPosition } from "./mt5-assign";

const keyOf = (symbol: string, side: Side, time: number) => `${symbol}|${side}|${time}`;

type List = { rows: ClosedPosition[]; head: number };

/** The table of positions by when each was closed; what a deal has closed is passed over. */
export class Closings {
  private readonly all = new Map<string, List>();
  private readonly byProfit = new Map<string, List>();
  private readonly done = new Set<ClosedPosition>();

  constructor(closed: ClosedPosition[]) {
    const put = (lists: Map<string, List>, key: string, row: ClosedPosition) => {
      const list = lists.get(key);
      if (list) list.rows.push(row);
      else lists.set(key, { rows: [row], head: 0 });
    };
    for (const row of closed.toSorted((a, b) => a.openTime - b.openTime)) {
      const key = keyOf(row.symbol, row.side, row.closeTime);
      put(this.all, key, row);
      put(this.byProfit, `${key}|${row.profit}`, row);
    }
  }

  /** Positions of a side that were closed at a moment and are not done with, the oldest first; with `profit`, those that brought it. */
  *at(symbol: string, side: Side, time: number, profit?: Decimal): Iterable<ClosedPosition> {
    const key = keyOf(symbol, side, time);
    const list = profit === undefined ? this.all.get(key) : this.byProfit.get(`${key}|${profit}`);
    if (!list) return;
    while (list.rows[list.head] && this.isDone(list.rows[list.head])) list.head += 1;
    for (let index = list.head; index < list.rows.length; index++) {
      const row = list.rows[index];
      if (row && !this.done.has(row)) yield row;
    }
  }

  finish(row: ClosedPosition): void {
    this.done.add(row);
  }

  private isDone(row: ClosedPosition | undefined): boolean {
    return row !== undefined && this.done.has(row);
  }
}
