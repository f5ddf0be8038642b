import { expect, test } from "vitest";
import type { Coordinates } from "./simplify-line";
import { simplifyLine } from "./simplify-line";

test("points on the line are removed, those beyond the tolerance stay", () => {
  const line: Coordinates[] = [
    [0, 0],
    [10, 0.4],
    [20, 0],
    [30, 9],
    [30, 0],
    [40, 0],
  ];
  expect(simplifyLine(line, 0.5)).toEqual([
    [0, 0],
    [20, 0],
    [30, 9],
    [30, 0],
    [40, 0],
  ]);
  expect(simplifyLine(line, 0.3)).toHaveLength(6);
});

test("a line that returns to its start keeps its furthest point", () => {
  const line: Coordinates[] = [
    [0, 5],
    [0, 1],
    [0, 5],
  ];
  expect(simplifyLine(line, 0.5)).toEqual(line);
});

test("no point, one and two stay unchanged", () => {
  expect(simplifyLine([], 1)).toEqual([]);
  expect(simplifyLine([[1, 2]], 1)).toEqual([[1, 2]]);
  expect(
    simplifyLine(
      [
        [1, 2],
        [1, 2],
      ],
      1,
    ),
  ).toHaveLength(2);
});
