import { asc, desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { cutPage, firstRows, inOrder, ordersOf } from "./pagination";

const rows = Array.from({ length: 23 }, (_, index) => index);
const read = (page: number) => {
  const { limit, offset, fromEnd } = cutPage(rows.length, page, 5);
  const walked = fromEnd ? rows.toReversed() : rows;
  const found = walked.slice(offset, offset + limit);
  return fromEnd ? found.reverse() : found;
};

test("the pages together are the list, each row once and in order", () => {
  expect([1, 2, 3, 4, 5].flatMap(read)).toEqual(rows);
});

test("no page is further than half of the list from the end where the query starts", () => {
  for (const page of [1, 2, 3, 4, 5])
    expect(cutPage(rows.length, page, 5).offset).toBeLessThanOrEqual(rows.length / 2);
});

test("an empty list has an empty page", () => {
  expect(cutPage(0, 1, 5).limit).toBe(0);
});

test("a page equally far from both ends is read from the beginning, one nearer to the last row from the end", () => {
  expect(cutPage(15, 2, 5)).toEqual({ limit: 5, offset: 5, fromEnd: false });
  expect(cutPage(14, 2, 5)).toEqual({ limit: 5, offset: 4, fromEnd: true });
  expect(firstRows(7)).toEqual({ limit: 7, offset: 0, fromEnd: false });
});

test("rows read from the end are reversed into the list's order", () => {
  const fromStart = firstRows(3);
  const fromEnd = { ...fromStart, fromEnd: true };
  expect(ordersOf("asc", fromStart)).toEqual({ shown: asc, walked: asc });
  expect(ordersOf("desc", fromStart)).toEqual({ shown: desc, walked: desc });
  expect(ordersOf("asc", fromEnd)).toEqual({ shown: asc, walked: desc });
  expect(ordersOf("desc", fromEnd)).toEqual({ shown: desc, walked: asc });
  expect(inOrder([1, 2, 3], fromStart)).toEqual([1, 2, 3]);
  expect(inOrder([3, 2, 1], fromEnd)).toEqual([1, 2, 3]);
});
