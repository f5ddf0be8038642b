/** A priority queue by number, smallest first; obsolete items are dropped when they come first. */
export class PriorityQueue<T extends { number: number }> {
  private readonly heap: T[] = [];

  add(item: T): void {
    let index = this.heap.push(item) - 1;
    while (index > 0) {
      const above = (index - 1) >> 1;
      if (this.numberAt(above) <= item.number) break;
      this.swap(index, above);
      index = above;
    }
  }

  first(isCurrent: (item: T) => boolean): T | undefined {
    for (let [item] = this.heap; item; [item] = this.heap) {
      if (isCurrent(item)) return item;
      this.drop();
    }
    return undefined;
  }

  private drop(): void {
    const last = this.heap.pop();
    if (!last || this.heap.length === 0) return;
    this.heap[0] = last;
    for (let index = 0; ; ) {
      const left = 2 * index + 1;
      const least = this.numberAt(left + 1) < this.numberAt(left) ? left + 1 : left;
      if (this.numberAt(least) >= last.number) return;
      this.swap(index, least);
      index = least;
    }
  }

  private numberAt(at: number): number {
    return this.heap[at]?.number ?? Number.POSITIVE_INFINITY;
  }

  private swap(a: number, b: number): void {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (!one || !other) return;
    this.heap[a] = other;
    this.heap[b] = one;
  }
}
