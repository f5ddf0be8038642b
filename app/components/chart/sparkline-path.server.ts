import { scaleLinear } from "@visx/scale";

export const sparklineSize = { width: 120, height: 32 } as const;
/** Distance of the line from the edges, so that its stroke is not cut off. */
const inset = 2;

type Line = readonly (readonly [number, number])[];

/** Returns the vertical scale of a line's values and of `threshold`, if it is drawn too. */
function verticalScale(points: Line, threshold?: number) {
  const values = [...points.map(([, value]) => value), ...(threshold === undefined ? [] : [threshold])];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return scaleLinear({
    domain: low === high ? [low - 1, high + 1] : [low, high],
    range: [sparklineSize.height - inset, inset],
    round: true,
  });
}

/** Returns a sparkline with a threshold: its path, and the height at which the threshold is drawn. */
export function thresholdSparkline(points: Line, threshold: number): { path: string; height: number } | null {
  const path = sparklinePath(points, threshold);
  return path === null ? null : { path, height: verticalScale(points, threshold)(threshold) };
}

/**
 * Returns a line of [time, value] as the path of a sparkline, in relative integer steps: about a byte per point when
 * compressed. Null if there is no line. `threshold` is a value that the scale includes too.
 */
export function sparklinePath(points: Line, threshold?: number): string | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first[0] === last[0]) return null;
  const x = scaleLinear({ domain: [first[0], last[0]], range: [0, sparklineSize.width], round: true });
  const y = verticalScale(points, threshold);
  let [atX, atY] = [0, y(first[1])];
  const steps = points.slice(1).map(([time, value]) => {
    const [nextX, nextY] = [x(time), y(value)];
    const step = `${nextX - atX} ${nextY - atY}`;
    [atX, atY] = [nextX, nextY];
    return step;
  });
  return `M0 ${y(first[1])}l${steps.join(" ").replace(/ -/g, "-")}`;
}
