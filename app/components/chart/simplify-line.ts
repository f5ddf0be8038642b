export type Coordinates = readonly [x: number, y: number];

/**
 * Simplifies a line by removing points within `tolerance` units of it (Ramer-Douglas-Peucker); the first and the last
 * stay. Points must be sorted by x.
 */
export function simplifyLine(points: readonly Coordinates[], tolerance: number): Coordinates[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 3) return [...points];
  let farthest = 0;
  let farthestIndex = 0;
  for (const [index, point] of points.entries()) {
    const distance = distanceOf(point, first, last);
    if (distance > farthest) [farthest, farthestIndex] = [distance, index];
  }
  if (farthest <= tolerance) return [first, last];
  return [
    ...simplifyLine(points.slice(0, farthestIndex + 1), tolerance).slice(0, -1),
    ...simplifyLine(points.slice(farthestIndex), tolerance),
  ];
}

/** Returns the distance of a point from the segment between two others. */
function distanceOf([x, y]: Coordinates, [fromX, fromY]: Coordinates, [toX, toY]: Coordinates): number {
  const [across, down] = [toX - fromX, toY - fromY];
  const length = across ** 2 + down ** 2;
  const share = length && Math.min(1, Math.max(0, ((x - fromX) * across + (y - fromY) * down) / length));
  // `Math.hypot` also handles extreme values, which do not occur here, and takes ten times as long
  return Math.sqrt((x - fromX - share * across) ** 2 + (y - fromY - share * down) ** 2);
}
