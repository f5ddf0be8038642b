import type { Side } from "#api/areas/monitoring/statistics/history";
import type { Decimal } from "#api/values/decimal";
import { lastAt } from "#api/values/last-at";

/** A position that is open while a list of deals is read; `number` counts openings. */
export type Open = { position: string; side: Side; left: Decimal; number: number };

/** Positions by age; those that are no longer what was asked for are passed over when they come first. */
class Queue {
  private readonly items: Open[] = [];
  private head = 0;

  add(one: Open): void {
    const waiting = this.items.length - this.head;
    const before = lastAt(waiting, (index) => (this.items[this.head + index]?.number ?? 0) <= one.number);
    this.items.splice(this.head + before + 1, 0, one);
  }

  first(isMeant: (one: Open) => boolean): Open | undefined {
    for (; this.head < this.items.length; this.head++) {
      const one = this.items[this.head];
      if (one && isMeant(one)) return one;
    }
    return undefined;
  }
}

/** What is open of one symbol, found by name, by volume and by age without walking through all of it. */
export class OpenPositions {
  private readonly byName = new Map<string, Open>();
  private readonly byVolume = { long: new Map<Decimal, Queue>(), short: new Map<Decimal, Queue>() };
  private readonly listed = { long: new Queue(), short: new Queue() };
  private count = 0;

  get size(): number {
    return this.byName.size;
  }

  get(position: string): Open | undefined {
    return this.byName.get(position);
  }

  /** The oldest of a side among those that a table names. */
  oldestListed(side: Side): Open | undefined {
    return this.listed[side].first((one) => this.isOpen(one));
  }

  /** The oldest of a side with exactly this volume, else the oldest with this or more; `isAny`: whatever it has. */
  fitting(side: Side, volume: Decimal, isAny: boolean): Open | undefined {
    const exact = this.oldestOf(side, volume);
    if (exact) return exact;
    let found: Open | undefined;
    for (const left of this.byVolume[side].keys()) {
      if (!isAny && left < volume) continue;
      const one = this.oldestOf(side, left);
      if (!one) this.byVolume[side].delete(left);
      else if (!found || one.number < found.number) found = one;
    }
    return found;
  }

  /** Opens a position, or sets what is left of it; `left` of 0 closes it. */
  set(position: string, side: Side, left: Decimal, isListed: boolean): void {
    const known = this.byName.get(position);
    if (left <= 0n) {
      this.byName.delete(position);
      return;
    }
    // one that turned over keeps its age, but is another thing
    const one: Open = { position, side, left, number: known?.number ?? this.count++ };
    this.byName.set(position, one);
    if (isListed) this.listed[side].add(one);
    const queue = this.byVolume[side].get(left) ?? new Queue();
    this.byVolume[side].set(left, queue);
    queue.add(one);
  }

  private isOpen(one: Open): boolean {
    return this.byName.get(one.position) === one;
  }

  private oldestOf(side: Side, left: Decimal): Open | undefined {
    return this.byVolume[side].get(left)?.first((one) => this.isOpen(one));
  }
}
