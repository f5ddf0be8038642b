import fc from "fast-check";
import { expect, test } from "vitest";
import { decimate } from "./decimate";

const history = fc
  .array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 301, maxLength: 2000 })
  .map((values) => values.map((value, index) => ({ at: index * 60_000, value })));

test("a short history stays whole", () => {
  const points = [
    { at: 1, value: 5 },
    { at: 2, value: 3 },
  ];
  expect(decimate(points)).toEqual(points);
});

test("a long history keeps its ends, its order and its extremes in about 300 points", () => {
  fc.assert(
    fc.property(history, (points) => {
      const kept = decimate(points);
      expect(kept.length).toBeLessThanOrEqual(300);
      expect(kept[0]).toEqual(points[0]);
      expect(kept.at(-1)).toEqual(points.at(-1));
      expect(kept.every((point, index) => index === 0 || point.at >= (kept[index - 1]?.at ?? 0))).toBe(true);
      const values = (list: typeof points) => list.map(({ value }) => value);
      expect(Math.max(...values(kept))).toBe(Math.max(...values(points)));
      expect(Math.min(...values(kept))).toBe(Math.min(...values(points)));
    }),
    { numRuns: 50 },
  );
});
