import { lastAt } from "./last-at";

/** Moments in their order, each of which is used once: the next unused one is found without walking through the used. */
export class Unused {
  /** Where to look on from a used one, beginning with itself where it is unused; one more than there are moments at either end. */
  private readonly before: number[];
  private readonly behind: number[];

  constructor(private readonly times: readonly number[]) {
    this.before = Array.from({ length: times.length + 2 }, (_, index) => index);
    this.behind = this.before.slice();
  }

  /** The last unused one of `from` to `to`, -1: there is none. */
  last(from: number, to: number): number {
    const index = follow(this.before, lastAt(this.times.length, (at) => this.timeOf(at) <= to) + 1) - 1;
    return index >= 0 && this.timeOf(index) >= from ? index : -1;
  }

  /** The first unused one of `from` to `to`, -1: there is none. */
  first(from: number, to: number): number {
    const index = follow(this.behind, lastAt(this.times.length, (at) => this.timeOf(at) < from) + 2) - 1;
    return index < this.times.length && this.timeOf(index) <= to ? index : -1;
  }

  use(index: number): void {
    this.before[index + 1] = index;
    this.behind[index + 1] = index + 2;
  }

  timeOf(index: number): number {
    return this.times[index] ?? Number.POSITIVE_INFINITY;
  }
}

/** Goes on from one to the next until one leads to itself, and shortens the way that was gone. */
function follow(next: number[], from: number): number {
  let at = from;
  for (let to = next[at] ?? at; to !== at; to = next[at] ?? at) {
    next[at] = next[to] ?? to;
    at = to;
  }
  return at;
}
