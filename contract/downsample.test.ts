import fc from "fast-check";
import { expect, test } from "vitest";
import { downsampleByTime } from "./downsample";

const buckets = 50;
const steps = fc.array(
  fc.tuple(
    fc.integer({ min: 1, max: 1e7 }),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  ),
  { minLength: 300, maxLength: 2000 },
);
const history = steps.map((list) => {
  let at = 0;
  return list.map(([pause, balance, equity]): [number, number, number] => {
    at += pause;
    return [at, balance, equity];
  });
});

test("a short history stays complete", () => {
  const moments: [number, number][] = [
    [1, 5],
    [2, 3],
  ];
  expect(downsampleByTime(moments, 1)).toEqual(moments);
  expect(downsampleByTime([], 1)).toEqual([]);
});

test("a long history keeps its ends, its order, its extremes and those of every interval", () => {
  fc.assert(
    fc.property(history, (moments) => {
      const points = downsampleByTime(moments, buckets);
      expect(points.length).toBeLessThanOrEqual(4 * buckets + 2);
      expect([points[0], points.at(-1)]).toEqual([moments[0], moments.at(-1)]);
      expect(points).toEqual(moments.filter((moment) => points.includes(moment)));
      const [start = 0, end = 0] = [moments[0]?.[0], moments.at(-1)?.[0]];
      const length = (end - start) / buckets;
      for (const line of [1, 2] as const)
        for (let bucket = 0; bucket < buckets - 1; bucket++) {
          const values = (list: typeof moments) =>
            list
              .filter(([at]) => Math.floor((at - start) / length) === bucket)
              // adding 0 turns −0 into 0, because either may be the extreme
              .map((moment) => moment[line] + 0);
          expect(Math.max(...values(points))).toBe(Math.max(...values(moments)));
          expect(Math.min(...values(points))).toBe(Math.min(...values(moments)));
        }
    }),
    { numRuns: 20 },
  );
});

test("the last known value of each line before an end stays", () => {
  fc.assert(
    fc.property(
      history,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 }),
      (series, fractions) => {
        const length = series.at(-1)?.[0] ?? 0;
        const ends = fractions.map((part) => part * length).sort((a, b) => a - b);
        // the equity is unknown part of the time
        const moments = series.map(([at, balance, equity], index): [number, number, number | null] => [
          at,
          balance,
          index % 7 < 3 ? null : equity,
        ]);
        const points = downsampleByTime(moments, 5, ends);
        expect(points.length).toBeLessThanOrEqual(4 * 5 + 2 * (ends.length + 1) + 1);
        for (const end of [...ends, Number.POSITIVE_INFINITY])
          for (const line of [1, 2] as const) {
            const last = (list: typeof moments) =>
              list.findLast((moment) => moment[0] < end && moment[line] !== null)?.[line];
            expect(last(points)).toBe(last(moments));
          }
      },
    ),
    { numRuns: 20 },
  );
});

test("45 recoveries of 588 trades all stay, wherever in time they are", () => {
  // every third trade comes late, so that the number of trades does not measure time
  const falls = Array.from({ length: 588 }, (_, index): [number, number] => [
    index * 10 + (index % 3 ? 0 : 5),
    index % 13 ? -(index % 13) : 0,
  ]);
  const recoveries = (list: typeof falls) => list.filter(([, fall], index) => fall === 0 && index > 0).length;
  expect(recoveries(falls)).toBe(45);
  expect(recoveries(downsampleByTime(falls, 150))).toBe(45);
});
