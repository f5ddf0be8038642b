import { expect, test } from "vitest";
import { pagerNumbers } from "./pager";

test("few pages are all shown", () => {
  expect(pagerNumbers(2, 5)).toEqual([1, 2, 3, 4, 5]);
});

test("of many pages the ends and the neighbours are shown", () => {
  expect(pagerNumbers(10, 20)).toEqual([1, null, 8, 9, 10, 11, 12, null, 20]);
  expect(pagerNumbers(1, 20)).toEqual([1, 2, 3, null, 20]);
  expect(pagerNumbers(20, 20)).toEqual([1, null, 18, 19, 20]);
});
