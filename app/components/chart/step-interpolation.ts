import type { Coordinates } from "./simplify-line";

/** Minimum width in plot units of a visibly separate time span; a weekend within a year is narrower. */
const farApart = 12;

/**
 * Applies step interpolation to a line whose value stays until the next point, like an account's balance between its
 * trades. Over a visible time span the line is level up to the next point and jumps there, instead of sloping. Points
 * must be sorted by x.
 */
export const stepInterpolated = (points: readonly Coordinates[]): Coordinates[] =>
  points.flatMap((point, index): Coordinates[] => {
    const before = points[index - 1];
    const isFar = before && point[0] - before[0] > farApart && point[1] !== before[1];
    return isFar ? [[point[0], before[1]], point] : [point];
  });
