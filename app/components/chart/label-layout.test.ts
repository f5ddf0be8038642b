import { expect, test } from "vitest";
import { layOutLabels } from "./label-layout";

test("labels with room stay where they are", () => {
  expect(layOutLabels([10, 50])).toEqual([10, 50]);
});

test("overlapping labels are moved apart, in their order", () => {
  expect(layOutLabels([50, 48])).toEqual([59, 48]);
});

test("no label leaves the plot", () => {
  expect(layOutLabels([99, 98])).toEqual([100, 89]);
});
