import type { Decimal } from "#statements/decimal";
import { FirstAtLeast } from "#statements/first-at-least";
import { OldestFirst } from "#statements/oldest-first";
import type { Side } from "#statements/types";
import type { ClosedPosition } from "./mt5-positions";
import type { Open } from "./open-positions";

/** Neither to be closed nor to be opened: open on the other side, or done with. */
const elsewhere = -1n;

/** Rows of the table that belong together, the oldest first, found by what is left of each without walking through all of them. */
class ClosedTogether {
  private readonly rows: ClosedPosition[] = [];
  /** What is left of each; nothing: it is not open. */
  private readonly lefts: Decimal[] = [];
  private readonly left = new FirstAtLeast();
  private readonly byLeft = new Map<Decimal, OldestFirst<{ number: number }>>();

  add(row: ClosedPosition): number {
    const number = this.rows.push(row) - 1;
    this.set(number, 0n);
    return number;
  }

  set(number: number, left: Decimal): void {
    const before = this.lefts[number];
    if (before === left) return;
    this.lefts[number] = left;
    if (left > 0n || (before ?? 0n) > 0n) this.left.set(number, left > 0n ? left : 0n);
    const same = this.byLeft.get(left) ?? new OldestFirst<{ number: number }>();
    this.byLeft.set(left, same);
    same.add({ number });
  }

  /** The first that is open with exactly this volume, else the first with more; `isAny`: whatever it has. */
  open(volume: Decimal, isAny: boolean): ClosedPosition | undefined {
    const exact = volume > 0n ? this.first(volume) : undefined;
    return exact ?? this.rows[this.left.find(isAny || volume < 1n ? 1n : volume)];
  }

  /** The first that is not open. */
  unopened(): ClosedPosition | undefined {
    return this.first(0n);
  }

  private first(left: Decimal): ClosedPosition | undefined {
    const found = this.byLeft.get(left)?.first(({ number }) => this.lefts[number] === left);
    if (!found) this.byLeft.delete(left);
    return found && this.rows[found.number];
  }
}

type Place = { together: ClosedTogether; number: number; row: ClosedPosition; isDone: boolean };

const keyOf = (symbol: string, side: Side, time: number) => `${symbol}|${side}|${time}`;

/** The table of positions by when each was closed, and what is left of each; what a deal has closed is passed over. */
export class Closings {
  private readonly groups = new Map<string, ClosedTogether>();
  private readonly places = new Map<string, Place[]>();

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

  /** Positions of a side that were closed at a moment; with `profit`, those that brought it. */
  at(symbol: string, side: Side, time: number, profit?: Decimal): ClosedTogether | undefined {
    const key = keyOf(symbol, side, time);
    return this.groups.get(profit === undefined ? key : `${key}|${profit}`);
  }

  /** Says what is open of a position now. */
  note(symbol: string, position: string, open: Pick<Open, "side" | "left"> | undefined): void {
    for (const { together, number, row, isDone } of this.places.get(`${symbol}|${position}`) ?? []) {
      if (isDone) continue;
      if (open && open.side !== row.side) together.set(number, elsewhere);
      else together.set(number, open?.left ?? 0n);
    }
  }

  finish(row: ClosedPosition): void {
    for (const place of this.places.get(`${row.symbol}|${row.position}`) ?? []) {
      if (place.row !== row) continue;
      place.isDone = true;
      place.together.set(place.number, elsewhere);
    }
  }
}
