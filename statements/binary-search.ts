/**
 * Returns the last index from 0 to `count` - 1 for which a test holds, by binary search: if the test holds for an
 * index, it must hold for all before it.
 *
 * @returns -1 if it holds for none
 */
export function lastIndexWhere(count: number, predicate: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (predicate(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
