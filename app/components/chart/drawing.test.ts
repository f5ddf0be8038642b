import { expect, test } from "vitest";
import { drawBars } from "./bar-drawing.server";
import { drawLines } from "./line-drawing.server";

const day = 24 * 60 * 60 * 1000;
const start = Date.UTC(2025, 0, 1);
const points = (values: number[]) => values.map((value, index) => ({ at: start + index * day, value }));
const options = { language: "en", format: (value: number) => value.toFixed(0) } as const;

test("a line runs from the left to the right edge, higher values higher up", () => {
  const drawing = drawLines([{ name: "Balance", points: points([0, 50, 100]) }], options);
  expect(drawing?.lines[0]?.path).toBe("m0 200l100-100 100-100");
  expect(drawing?.lines[0]?.end).toEqual({ at: 0, label: "100" });
});

test("zero is marked where it lies in the picture, and only there", () => {
  expect(drawLines([{ name: "Profit", points: points([-100, 100]) }], options)?.zero).toBe(100);
  expect(drawLines([{ name: "Equity", points: points([900, 1000]) }], options)?.zero).toBeNull();
  expect(
    drawLines([{ name: "Equity", points: points([900, 1000]) }], { ...options, withZero: true })?.zero,
  ).toBe(200);
});

test("a filled line has an area down to zero", () => {
  const drawing = drawLines([{ name: "Drawdown", points: points([0, -10]), isFilled: true }], options);
  expect(drawing?.lines[0]?.area).toBe("m0 0l200 200V0H0z");
});

test("the table has the last value of each day", () => {
  const twice = [...points([1]), { at: start + 60_000, value: 2 }, { at: start + day, value: 3 }];
  expect(drawLines([{ name: "Balance", points: twice }], options)?.rows).toEqual([
    ["1 Jan 2025", "2"],
    ["2 Jan 2025", "3"],
  ]);
});

test("the table of a long time stays readable", () => {
  const long = points(Array.from({ length: 1000 }, (_, index) => index));
  const rows = drawLines([{ name: "Balance", points: long }], options)?.rows ?? [];
  expect(rows.length).toBeLessThanOrEqual(61);
  expect(rows.at(-1)?.[1]).toBe("999");
});

test("without two points there is no line", () => {
  expect(drawLines([{ name: "Balance", points: points([5]) }], options)).toBeNull();
  expect(drawLines([], options)).toBeNull();
});

test("a flat line has room around it", () => {
  expect(drawLines([{ name: "Balance", points: points([5, 5]) }], options)?.lines[0]?.path).toBe(
    "m0 100l200 0",
  );
});

test("bars stand on zero and hang from it", () => {
  const drawing = drawBars(
    [
      { label: "Jan", value: 100 },
      { label: "Feb", value: -100 },
    ],
    options,
  );
  expect(drawing?.zero).toBe(100);
  expect(drawing?.bars.map(({ top, height, isDown }) => [top, height, isDown])).toEqual([
    [0, 100, false],
    [100, 100, true],
  ]);
});

test("without bars there is no picture", () => {
  expect(drawBars([], options)).toBeNull();
});
