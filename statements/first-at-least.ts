import type { Decimal } from "./decimal";

/** Amounts at places 0, 1, …, nothing where none was set: the first place that holds so much is found by halves. */
export class FirstAtLeast {
  /** A tree of the largest amounts: below the one at n are 2n and 2n + 1, the places are its last half. */
  private largest: Decimal[] = [0n, 0n];
  private places = 1;

  set(place: number, amount: Decimal): void {
    while (place >= this.places) this.double();
    let at = this.places + place;
    this.largest[at] = amount;
    for (at >>= 1; at > 0; at >>= 1) this.largest[at] = this.larger(at);
  }

  /** The first place that holds `amount` or more, which is above nothing; -1: none does. */
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
    for (const [place, amount] of amounts.entries()) this.largest[this.places + place] = amount;
    for (let index = this.places - 1; index > 0; index--) this.largest[index] = this.larger(index);
  }
}
