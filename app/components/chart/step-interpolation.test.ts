import { expect, test } from "vitest";
import { drawLines } from "./line-drawing.server";
import { stepInterpolated } from "./step-interpolation";

test("a value holds until the next one changes it, if that is long enough to be visible", () => {
  expect(stepInterpolated([])).toEqual([]);
  expect(
    stepInterpolated([
      [0, 10],
      [12, 20],
      [300, 5],
      [600, 5],
    ]),
  ).toEqual([
    [0, 10],
    [12, 20],
    [300, 20],
    [300, 5],
    [600, 5],
  ]);
});

const day = (date: number) => Date.UTC(2026, 10, date);
const pathOf = (hasStepInterpolation: boolean) =>
  drawLines(
    [
      {
        height: 100,
        format: String,
        series: [
          {
            name: "Balance",
            points: [
              { at: day(1), value: 0 },
              { at: day(6), value: 100 },
              { at: day(21), value: 100 },
              { at: day(22), value: 0 },
            ],
          },
        ],
      },
    ],
    { language: "en", hasStepInterpolation },
  )?.lines[0]?.path;

test("a step line is level between two trades weeks apart; another line interpolates", () => {
  expect(pathOf(true)).toBe("m0 100l143 0 0-100 457 0 0 100");
  expect(pathOf(false)).toBe("m0 100l143-100 428 0 29 100");
});
