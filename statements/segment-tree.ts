import type { Decimal } from "./decimal";

/**
 * A segment tree over amounts at places 0, 1, … (0 if not set), which finds the first place with at least a given
 * amount in logarithmic time.
 */
export class SegmentTree {
  /** The tree of maxima: the children of node n are 2n and 2n + 1, and the last half are the places. */
  private largest: Decimal[] = [0n, 0n];
  private places = 1;

  set(index: number, amount: Decimal): void {
    while (index >= this.places) this.double();
    let at = this.places + index;
    this.largest[at] = amount;
    for (at >>= 1; at > 0; at >>= 1) this.largest[at] = this.larger(at);
  }

  /** Returns the first place with at least `amount`, which must be positive, or -1 if there is none. */
  find(amount: Decimal): number {
    if (this.at(1) < amount) return -1;
    let at = 1;
    while (at < this.places) at = this.at(2 * at) >= amount ? 2 * at : 2 * at + 1;
    return at - this.places;
  }

  private at(index: number): Decimal {
    return this.largest[index] ?? 0n;
  }

  private larger(index: number): Decimal {
    const [left, right] = [this.at(2 * index), this.at(2 * index + 1)];
    return left > right ? left : right;
  }

  private double(): void {
    const amounts = this.largest.slice(this.places);
    this.places *= 2;
    this.largest = new Array<Decimal>(2 * this.places).fill(0n);
    for (const [slot, amount] of amounts.entries()) this.largest[this.places + slot] = amount;
    for (let index = this.places - 1; index > 0; index--) this.largest[index] = this.larger(index);
  }
}
