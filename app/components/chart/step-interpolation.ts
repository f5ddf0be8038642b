import type { Place } from "./simplified";

/** Units of the plot that are seen as a stretch of time of their own: a weekend within a year is not. */
const farApart = 12;

/**
 * The points of a line whose value stays what it is until the next one changes it, as an account's balance does between its trades:
 * over a stretch that is seen, the line is level up to the next point and goes there at once, instead of sloping all the way. Takes
 * points in order of x.
 */
export const stepInterpolated = (points: readonly Place[]): Place[] =>
  points.flatMap((point, index): Place[] => {
    const before = points[index - 1];
    const isFar = before && point[0] - before[0] > farApart && point[1] !== before[1];
    return isFar ? [[point[0], before[1]], point] : [point];
  });
