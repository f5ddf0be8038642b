import type { Decimal } from "#statements/decimal";
import { PriorityQueue } from "#statements/priority-queue";
import { SegmentTree } from "#statements/segment-tree";
import type { Side } from "#statements/types";
import type { ClosedPosition } from "./mt5-positions";
import type { Open } from "./open-positions";

/** Marks a row that can be neither closed nor opened: its position is open on the other side, or done. */
const elsewhere = -1n;

/** A group of rows of the table, oldest first, indexed by their remaining volume. */
class ClosedTogether {
  private readonly rows: ClosedPosition[] = [];
  /** Remaining volume of each row; 0 means not open. */
  private readonly lefts: Decimal[] = [];
  private readonly left = new SegmentTree();
  private readonly byLeft = new Map<Decimal, PriorityQueue<{ number: number }>>();

  add(row: ClosedPosition): number {
    const number = this.rows.push(row) - 1;
    this.set(number, 0n);
    return number;
  }

  set(number: number, remaining: Decimal): void {
    const before = this.lefts[number];
    if (before === remaining) return;
    this.lefts[number] = remaining;
    if (remaining > 0n || (before ?? 0n) > 0n) this.left.set(number, remaining > 0n ? remaining : 0n);
    const same = this.byLeft.get(remaining) ?? new PriorityQueue<{ number: number }>();
    this.byLeft.set(remaining, same);
    same.add({ number });
  }

  /**
   * Returns the first row that is open with exactly this volume, else the first with more; with `isAny`, else the
   * first open one.
   */
  open(volume: Decimal, isAny: boolean): ClosedPosition | undefined {
    const exact = volume > 0n ? this.first(volume) : undefined;
    return exact ?? this.rows[this.left.find(isAny || volume < 1n ? 1n : volume)];
  }

  /** Returns the first row that is not open. */
  unopened(): ClosedPosition | undefined {
    return this.first(0n);
  }

  private first(left: Decimal): ClosedPosition | undefined {
    const found = this.byLeft.get(left)?.first(({ number }) => this.lefts[number] === left);
    if (!found) this.byLeft.delete(left);
    return found && this.rows[found.number];
  }
}

type GroupEntry = { together: ClosedTogether; number: number; row: ClosedPosition; isDone: boolean };

const keyOf = (symbol: string, side: Side, time: number) => `${symbol}|${side}|${time}`;

/**
 * The table of positions, indexed by closing time, with the remaining volume of each. Rows already closed by a deal
 * are skipped.
 */
export class Closings {
  private readonly groups = new Map<string, ClosedTogether>();
  private readonly places = new Map<string, GroupEntry[]>();

  constructor(closed: ClosedPosition[]) {
    for (const row of closed.toSorted((a, b) => a.openTime - b.openTime)) {
      const key = keyOf(row.symbol, row.side, row.closeTime);
      const name = `${row.symbol}|${row.position}`;
      const places = this.places.get(name) ?? [];
      this.places.set(name, places);
      for (const group of [key, `${key}|${row.profit}`]) {
        const together = this.groups.get(group) ?? new ClosedTogether();
        this.groups.set(group, together);
        places.push({ together, number: together.add(row), row, isDone: false });
      }
    }
  }

  /** Returns the positions of a side that were closed at this time; with `profit`, only those with this profit. */
  at(symbol: string, side: Side, time: number, profit?: Decimal): ClosedTogether | undefined {
    const key = keyOf(symbol, side, time);
    return this.groups.get(profit === undefined ? key : `${key}|${profit}`);
  }

  /** Sets the open volume of a position. */
  note(symbol: string, position: string, open: Pick<Open, "side" | "left"> | undefined): void {
    for (const { together, number, row, isDone } of this.places.get(`${symbol}|${position}`) ?? []) {
      if (isDone) continue;
      if (open && open.side !== row.side) together.set(number, elsewhere);
      else together.set(number, open?.left ?? 0n);
    }
  }

  finish(row: ClosedPosition): void {
    for (const entry of this.places.get(`${row.symbol}|${row.position}`) ?? []) {
      if (entry.row !== row) continue;
      entry.isDone = true;
      entry.together.set(entry.number, elsewhere);
    }
  }
}
