import { expect, test } from "vitest";
import { cutPage } from "./page-cut";

const rows = Array.from({ length: 23 }, (_, index) => index);
const read = (page: number) => {
  const { limit, offset, fromEnd } = cutPage(rows.length, page, 5);
  const walked = fromEnd ? rows.toReversed() : rows;
  const found = walked.slice(offset, offset + limit);
  return fromEnd ? found.reverse() : found;
};

test("the pages together are the list, each row once and in its place", () => {
  expect([1, 2, 3, 4, 5].flatMap(read)).toEqual(rows);
});

test("no page is further than half of the list from where its reading begins", () => {
  for (const page of [1, 2, 3, 4, 5])
    expect(cutPage(rows.length, page, 5).offset).toBeLessThanOrEqual(rows.length / 2);
});

test("an empty list has an empty page", () => {
  expect(cutPage(0, 1, 5).limit).toBe(0);
});
