import { lastIndexWhere } from "./binary-search";

/**
 * Sorted times, each of which is used once; finds the next unused one without walking through the used ones
 * (union-find).
 */
export class UnusedTimes {
  /** Where to continue from a used time; an unused one points to itself. One extra entry at either end. */
  private readonly before: number[];
  private readonly behind: number[];

  constructor(private readonly times: readonly number[]) {
    this.before = Array.from({ length: times.length + 2 }, (_, index) => index);
    this.behind = this.before.slice();
  }

  /** Returns the last unused time between `from` and `to`, or -1. */
  last(from: number, to: number): number {
    const index =
      follow(this.before, lastIndexWhere(this.times.length, (at) => this.timeOf(at) <= to) + 1) - 1;
    return index >= 0 && this.timeOf(index) >= from ? index : -1;
  }

  /** Returns the first unused time between `from` and `to`, or -1. */
  first(from: number, to: number): number {
    const index =
      follow(this.behind, lastIndexWhere(this.times.length, (at) => this.timeOf(at) < from) + 2) - 1;
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

/** Follows the pointers to one that points to itself, and shortens the path. */
function follow(next: number[], from: number): number {
  let index = from;
  for (let to = next[index] ?? index; to !== index; to = next[index] ?? index) {
    next[index] = next[to] ?? to;
    index = to;
  }
  return index;
}
