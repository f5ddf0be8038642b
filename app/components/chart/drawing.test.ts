import { expect, test } from "vitest";
import { dayMilliseconds } from "#contract/day";
import { drawBars } from "./bars.server";
import type { Series } from "./line-drawing.server";
import { drawLines } from "./line-drawing.server";

const start = Date.UTC(2025, 0, 1);
const points = (values: number[]) =>
  values.map((value, index) => ({ at: start + index * dayMilliseconds, value }));
const panel = (values: number[], more: Partial<Series> = {}) => ({
  series: [{ name: "Balance", points: points(values), ...more }],
  format: (value: number) => value.toFixed(0),
  height: 200,
});
const language = "en";
const options = { language } as const;

test("a line runs from the left to the right edge, higher values higher up", () => {
  const drawing = drawLines([panel([0, 20, 100])], options);
  expect(drawing?.lines[0]?.path).toBe("m0 200l300-40 300-160");
  expect(drawing?.ends).toEqual([{ name: "Balance", tone: "main", at: 0, label: "100" }]);
});

test.each([
  ["one moment", [{ at: start + 300, value: 5 }]],
  [
    "moments that fall together",
    [
      { at: start + 300, value: 5 },
      { at: start + 301, value: 5 },
    ],
  ],
])("a line of %s is a dot next to a longer one", (_, few) => {
  const { height, format, series } = panel([1, 9]);
  const both = [...series, { name: "Equity", points: few, isFilled: true }];
  const lines = drawLines([{ series: both, format, height }], options)?.lines ?? [];
  expect(lines[1]?.path).toBe("m0 100l0 0");
  for (const { path, area } of lines) {
    expect(path).toMatch(/^m\d+ \d+l-?\d+[ -]\d+/);
    expect(area ?? "m0 0l0 0V0H0z").toMatch(/^m\d+ \d+l-?\d+[ -]\d+.*V\d+H\d+z$/);
  }
});

test("zero is in the chart if requested", () => {
  expect(drawLines([panel([900, 1000])], options)?.lines[0]?.path).toBe("m0 200l600-200");
  const withZero = drawLines([{ ...panel([900, 1000]), withZero: true }], options);
  expect(withZero?.lines[0]?.path).toBe("m0 20l600-20");
  expect(withZero?.grid).toContain("M0 200h600");
});

test("counts have no room below zero, and no two marks with the same label", () => {
  const nothing = drawLines([{ ...panel([0, 0]), withZero: true }], options);
  expect(nothing?.lines[0]?.path).toBe("m0 200l600 0");
  const whole = { format: (value: number) => String(Math.round(value)), height: 400 };
  const one = drawLines([{ ...panel([0, 1]), ...whole, withZero: true }], options);
  const labels = one?.yMarks.map(({ label }) => label);
  expect(labels).toEqual([...new Set(labels)]);
});

test("a filled line has an area down to zero", () => {
  expect(drawLines([panel([0, -10], { isFilled: true })], options)?.lines[0]?.area).toBe("m0 0l600 200V0H0z");
});

test("two measures are stacked on one time axis, each with its own value axis", () => {
  const below = {
    ...panel([0, -50, 0], { name: "Drawdown", tone: "down" }),
    isPlain: true,
    height: 80,
    space: 20,
  };
  const drawing = drawLines([panel([0, 20, 100]), below], options);
  expect(drawing?.height).toBe(300);
  expect(drawing?.lines.map(({ path }) => path)).toEqual(["m0 200l300-40 300-160", "m0 220l300 80 300-80"]);
  expect(drawing?.yMarks.map(({ at }) => at).every((at) => at <= 66.7)).toBe(true);
});

test("588 trades make a chart of at most 300 points, with every separate fall", () => {
  const values = Array.from({ length: 588 }, (_, index) => (index % 13 ? -(index % 13) : 0));
  const path = drawLines([panel(values)], options)?.lines[0]?.path ?? "";
  const ys = path
    .slice(1)
    .replaceAll("-", " -")
    .split(/[l ]+/)
    .filter((_, index) => index % 2)
    .map(Number);
  // a peak and a trough of each of 46, and no point on the straight line between them
  expect(ys.length).toBeGreaterThanOrEqual(91);
  expect(ys.length).toBeLessThanOrEqual(300);
  let y = 0;
  expect(ys.map((step, index) => (y = index ? y + step : step)).filter((at) => at === 0)).toHaveLength(46);
});

test.each([
  [1, 3],
  [30, 3],
  [90, 3],
  [420, 3],
  [1500, 3],
  [4000, 3],
])("%i days have at least %i labels under them, and hit areas large enough for a finger", (days, least) => {
  const [from, to] = [Date.UTC(2024, 2, 9), Date.UTC(2024, 2, 9) + days * dayMilliseconds];
  const series = [
    {
      name: "Growth",
      points: [
        { at: from, value: 0 },
        { at: to, value: 5 },
      ],
    },
  ];
  const drawing = drawLines([{ ...panel([]), series }], {
    language,
    now: new Date(to + 1000),
    readOut: ([value]) => String(value),
  });
  expect(drawing?.xMarks.length).toBeGreaterThanOrEqual(least);
  expect(drawing?.xMarks.length).toBeLessThanOrEqual(6);
  const hitAreas = drawing?.hitAreas ?? [];
  expect(hitAreas.length).toBeLessThanOrEqual(40);
  expect(hitAreas[0]?.left).toBe(0);
  expect(hitAreas.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(100, 0);
  expect(hitAreas.at(-1)?.text).toBe("5");
  expect(drawing?.runsFrom).toBe(hitAreas.at(-1)?.left);
});

test("a value at midnight belongs to the tooltip of the day that begins, and to the last day at the end", () => {
  const drawing = drawLines([panel([3, 5, 7])], { language, readOut: ([value]) => String(value) });
  expect(drawing?.hitAreas.map(({ label, text }) => `${label} ${text}`)).toEqual(["1 Jan 3", "2 Jan 7"]);
  const later = drawLines(
    [
      {
        ...panel([]),
        series: [
          { name: "Balance", points: points([3, 5, 7]).map((point) => ({ ...point, at: point.at + 1 })) },
        ],
      },
    ],
    { language, readOut: ([value]) => String(value) },
  );
  expect(later?.hitAreas.map(({ text }) => text)).toEqual(["3", "5", "7"]);
});

test("values by steps have a tooltip per step", () => {
  const months = [0, 1, 2, 3].map((month) => ({ at: Date.UTC(2026, month), value: month * 7 }));
  const drawing = drawLines([{ ...panel([]), series: [{ name: "Reward", points: months }] }], {
    language,
    isBySteps: true,
    readOut: ([value]) => String(value),
  });
  const hitAreas = drawing?.hitAreas ?? [];
  expect(hitAreas.map(({ label, text }) => `${label} ${text}`)).toEqual([
    "Jan 2026 0",
    "Feb 2026 7",
    "Mar 2026 14",
    "Apr 2026 21",
  ]);
  const ends = hitAreas.map(({ left, width }) => left + width);
  expect(ends[0]).toBeCloseTo(0);
  expect(ends[3]).toBeCloseTo(100);
});

test("nothing is marked as running if the lines ended long ago", () => {
  const now = new Date(start + 40 * dayMilliseconds);
  expect(drawLines([panel([0, 1, 2])], { language, now, readOut: () => "" })?.runsFrom).toBeNull();
});

test("without two points there is no line; a flat one has room around it", () => {
  expect(drawLines([panel([5])], options)).toBeNull();
  expect(drawLines([], options)).toBeNull();
  expect(drawLines([panel([5, 5])], options)?.lines[0]?.path).toBe("m0 100l600 0");
});

test("bars are proportional to their values, and keep the sign", () => {
  const rows = [
    { label: "EURUSD", value: 200 },
    { label: "USDJPY", value: -50 },
  ];
  expect(drawBars(rows, String)).toEqual([
    { label: "EURUSD", text: "200", width: 100, isDown: false },
    { label: "USDJPY", text: "-50", width: 25, isDown: true },
  ]);
  expect(drawBars([], String)).toEqual([]);
});

test.each([
  ["the first moment", [9, 2, 4, -6]],
  ["the middle", [0, 8, 8, 1, -3, 2]],
  ["the last moment", [0, -7, 1, 12]],
])("the label of an extreme avoids the line, with %s among them, and has enough room", (_, values) => {
  const pointAt = (value: number) => ({ at: start + values.indexOf(value) * dayMilliseconds, value });
  const [most, least] = [Math.max(...values), Math.min(...values)];
  const marked = [
    { ...pointAt(most), label: "peak" },
    { ...pointAt(least), label: "deepest" },
  ];
  const drawing = drawLines([{ ...panel(values, { marked }), space: 20, spaceBelow: 20 }], options);
  expect(drawing?.points.map(({ label, side }) => [label, side])).toEqual([
    ["peak", "above"],
    ["deepest", "below"],
  ]);
  const [peak, deepest] = drawing?.points ?? [];
  // in units of the plot, which is 240 high; a label is some 18 high
  expect(((peak?.top ?? 0) * 240) / 100).toBeGreaterThanOrEqual(18);
  expect(((deepest?.top ?? 0) * 240) / 100).toBeLessThanOrEqual(240 - 18);
});
