import fc from "fast-check";
import { expect, test } from "vitest";
import { sparklinePath, sparklineSize, thresholdSparkline } from "./sparkline-path.server";

/** Returns the absolute points of a path of relative steps. */
function cornersOf(path: string): [number, number][] {
  const [x = 0, y = 0, ...steps] = (path.match(/-?\d+/g) ?? []).map(Number);
  const corners: [number, number][] = [[x, y]];
  for (let at = 0; at < steps.length; at += 2) {
    const [before = [0, 0]] = corners.slice(-1);
    corners.push([before[0] + (steps[at] ?? 0), before[1] + (steps[at + 1] ?? 0)]);
  }
  return corners;
}

const lines = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 2e12 }), fc.double({ min: -1, max: 100, noNaN: true })), {
    minLength: 2,
    maxLength: 40,
  })
  .map((points) => points.sort(([a], [b]) => a - b))
  .filter((points) => points[0]?.[0] !== points.at(-1)?.[0]);

test("a line goes from edge to edge, through every point, and never out of its box", () => {
  fc.assert(
    fc.property(lines, (points) => {
      const corners = cornersOf(sparklinePath(points) ?? "");
      expect(corners).toHaveLength(points.length);
      expect([corners[0]?.[0], corners.at(-1)?.[0]]).toEqual([0, sparklineSize.width]);
      for (const [x, y] of corners) {
        expect(x >= 0 && x <= sparklineSize.width).toBe(true);
        expect(y >= 0 && y <= sparklineSize.height).toBe(true);
      }
    }),
  );
});

test("a history with fewer than two points has no line", () => {
  expect([sparklinePath([]), sparklinePath([[1, 0]])]).toEqual([null, null]);
});

test("a threshold lies at its own height, within the box, and the line keeps its distance from it", () => {
  fc.assert(
    fc.property(lines, fc.double({ min: -1, max: 100, noNaN: true }), (points, threshold) => {
      const { path, height } = thresholdSparkline(points, threshold) ?? { path: "", height: -1 };
      expect(height >= 0 && height <= sparklineSize.height).toBe(true);
      for (const [index, [, y]] of cornersOf(path).entries()) {
        const value = points[index]?.[1] ?? 0;
        // the vertical axis points down
        if (value > threshold) expect(y).toBeLessThanOrEqual(height);
        if (value < threshold) expect(y).toBeGreaterThanOrEqual(height);
      }
    }),
  );
});

test("a threshold far from the line is still in the box, at its edge", () => {
  const points = [
    [0, 1000],
    [1, 1010],
  ] as const;
  expect(thresholdSparkline(points, 0)?.height).toBe(30);
  expect(thresholdSparkline(points, 5000)?.height).toBe(2);
  expect(thresholdSparkline([], 5000)).toBeNull();
});
