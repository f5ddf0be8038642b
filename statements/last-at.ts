/**
 * The last of the indexes 0 to `count` - 1 that a test holds for, by halves: it must hold for all before one that it holds for.
 *
 * @returns -1 where it holds for none
 */
export function lastAt(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
