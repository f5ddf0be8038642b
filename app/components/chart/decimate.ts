export type Point = { at: number; value: number };

/**
 * At most about `limit` points that draw the same picture: of each slice of time's order its lowest and its highest,
 * so that no peak and no trough is lost; the first and the last point stay. Points come in order of time.
 */
export function decimate(points: readonly Point[], limit = 300): Point[] {
  if (points.length <= limit) return [...points];
  const inner = points.slice(1, -1);
  const slices = Math.floor((limit - 2) / 2);
  const kept: Point[] = points.slice(0, 1);
  for (let slice = 0; slice < slices; slice++) {
    const start = Math.floor((slice * inner.length) / slices);
    const end = Math.floor(((slice + 1) * inner.length) / slices);
    kept.push(...extremes(inner.slice(start, end)));
  }
  return kept.concat(points.slice(-1));
}

function extremes(slice: readonly Point[]): Point[] {
  const [first] = slice;
  if (!first) return [];
  let low = first;
  let high = first;
  for (const point of slice) {
    if (point.value < low.value) low = point;
    if (point.value > high.value) high = point;
  }
  if (low === high) return [low];
  return low.at <= high.at ? [low, high] : [high, low];
}
