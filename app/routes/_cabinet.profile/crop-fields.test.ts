import { expect, test } from "vitest";
import { square } from "./crop-fields";

test("the largest square in the middle", () => {
  const { left, top, size, style } = square({ width: 200, height: 100 }, { zoom: 1, x: 0.5, y: 0.5 });
  expect([left, top, size]).toEqual([0.25, 0, 1]);
  expect(style).toEqual({ backgroundSize: "200.00% 100.00%", backgroundPosition: "50.00% 50.00%" });
});

test("a smaller one in a corner", () => {
  const { left, top, size } = square({ width: 100, height: 200 }, { zoom: 2, x: 1, y: 1 });
  expect([left, top, size]).toEqual([0.5, 0.75, 0.5]);
});
