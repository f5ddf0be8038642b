import { expect, test } from "vitest";
import { spread } from "./spread";

test("labels with room stay where they are", () => {
  expect(spread([10, 50])).toEqual([10, 50]);
});

test("overlapping labels are moved apart, in their order", () => {
  expect(spread([50, 48])).toEqual([59, 48]);
});

test("no label leaves the plot", () => {
  expect(spread([99, 98])).toEqual([100, 89]);
});
