import type { Decimal } from "#statements/decimal";
import { PriorityQueue } from "#statements/priority-queue";
import { SegmentTree } from "#statements/segment-tree";
import type { Side } from "#statements/types";

/** A position that is open while deals are read; `number` counts openings. */
export type Open = { position: string; side: Side; left: Decimal; number: number };

/** Open positions of one side. */
class OneSide {
  readonly listed = new PriorityQueue<Open>();
  readonly byVolume = new Map<Decimal, PriorityQueue<Open>>();
  /** Remaining volume of each, by number. */
  readonly left = new SegmentTree();
  total = 0n;
}

/** Open positions of one symbol, indexed by name, volume and age. */
export class OpenPositions {
  private readonly byName = new Map<string, Open>();
  private readonly byNumber: Open[] = [];
  private readonly sides = { long: new OneSide(), short: new OneSide() };

  get size(): number {
    return this.byName.size;
  }

  get(position: string): Open | undefined {
    return this.byName.get(position);
  }

  /** Returns the oldest position of a side among those in the report's table. */
  oldestListed(side: Side): Open | undefined {
    return this.sides[side].listed.first((one) => this.isOpen(one));
  }

  oldest(side: Side): Open | undefined {
    return this.byNumber[this.sides[side].left.find(1n)];
  }

  /** Returns the total open volume of a side. */
  total(side: Side): Decimal {
    return this.sides[side].total;
  }

  /**
   * Returns the oldest position of a side with exactly this volume, else the oldest with at least this volume; with
   * `isAny`, else the oldest.
   */
  fitting(side: Side, volume: Decimal, isAny: boolean): Open | undefined {
    const { byVolume, left } = this.sides[side];
    const exact = byVolume.get(volume)?.first((one) => this.isOpen(one));
    if (exact) return exact;
    byVolume.delete(volume);
    return this.byNumber[left.find(isAny || volume < 1n ? 1n : volume)];
  }

  /** Opens a position, or sets its remaining volume; a `left` of 0 closes it. */
  set(position: string, side: Side, remaining: Decimal, isListed: boolean): void {
    const existing = this.byName.get(position);
    if (existing) this.sides[existing.side].total -= existing.left;
    if (remaining > 0n) this.sides[side].total += remaining;
    if (existing && (remaining <= 0n || existing.side !== side))
      this.sides[existing.side].left.set(existing.number, 0n);
    if (remaining <= 0n) {
      this.byName.delete(position);
      return;
    }
    // a reversed position keeps its age, but is a new object
    const openPosition: Open = {
      position,
      side,
      left: remaining,
      number: existing?.number ?? this.byNumber.length,
    };
    this.byName.set(position, openPosition);
    this.byNumber[openPosition.number] = openPosition;
    const here = this.sides[side];
    here.left.set(openPosition.number, remaining);
    if (isListed) here.listed.add(openPosition);
    const same = here.byVolume.get(remaining) ?? new PriorityQueue<Open>();
    here.byVolume.set(remaining, same);
    same.add(openPosition);
  }

  private isOpen(one: Open): boolean {
    return this.byName.get(one.position) === one;
  }
}
