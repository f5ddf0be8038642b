/** Moves overlapping labels apart: positions in percent, at least `gap` between them, in the same order. */
export function layOutLabels(places: readonly number[], gap = 11): number[] {
  const order = places.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at);
  for (let index = 1; index < order.length; index++) {
    const [above, below] = [order[index - 1], order[index]];
    if (above && below) below.at = Math.max(below.at, above.at + gap);
  }
  const overflow = Math.max(0, (order.at(-1)?.at ?? 0) - 100);
  const result = [...places];
  for (const { at, index } of order) result[index] = Math.max(0, Math.round((at - overflow) * 10) / 10);
  return result;
}
