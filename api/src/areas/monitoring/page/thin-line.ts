export type Point = [time: number, value: number];

/**
 * At most about `limit` points of a line that look like all of it: the first and the last, and the lowest and highest of each stretch.
 */
export function thinLine(points: Point[], limit = 300): Point[] {
  if (points.length <= limit) return points;
  const stretches = Math.floor(limit / 2) - 1;
  const kept: Point[] = points.slice(0, 1);
  for (let index = 0; index < stretches; index++) {
    const start = 1 + Math.floor((index * (points.length - 2)) / stretches);
    const end = 1 + Math.floor(((index + 1) * (points.length - 2)) / stretches);
    const stretch = points.slice(start, end);
    const low = stretch.reduce((a, b) => (b[1] < a[1] ? b : a));
    const high = stretch.reduce((a, b) => (b[1] > a[1] ? b : a));
    kept.push(...(low === high ? [low] : low[0] <= high[0] ? [low, high] : [high, low]));
  }
  return [...kept, ...points.slice(-1)];
}
