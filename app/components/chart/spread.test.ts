import { expect, test } from "vitest";
import { spread } from "./spread";

test("labels with room stay where they are", () => {
  expect(spread([10, 50])).toEqual([10, 50]);
});

test("labels on each other are moved apart, in their order", () => {
  expect(spread([50, 48])).toEqual([59, 48]);
});

test("nothing leaves the plot", () => {
  expect(spread([99, 98])).toEqual([100, 89]);
});
