import { expect, test } from "vitest";
import { drawLines } from "./line-drawing.server";
import { stepInterpolated } from "./step-interpolation";

test("a value stays what it is until the next one changes it, where that is long enough to be seen", () => {
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
const drawn = (holds: boolean) =>
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
    { language: "en", holds },
  )?.lines[0]?.path;

test("a line of what holds is level between two trades that are weeks apart; another passes through what is between", () => {
  expect(drawn(true)).toBe("m0 100l143 0 0-100 457 0 0 100");
  expect(drawn(false)).toBe("m0 100l143-100 428 0 29 100");
});
