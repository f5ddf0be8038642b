import { expect, test } from "vitest";
import { betterOf } from "./compare.server";
import { chosenBy, daysOfBoth } from "./load.server";

const history = (since: string | null, until: string | null) => ({ since, until });

test("only days that both histories have are compared", () => {
  const year = history("2025-01-01", "2025-12-31");
  expect(daysOfBoth(year, year)).toEqual({ kind: "whole", from: "2025-01-01", to: "2025-12-31" });
  expect(daysOfBoth(year, history("2025-03-01", "2026-02-01"))).toEqual({
    kind: "cut",
    from: "2025-03-01",
    to: "2025-12-31",
  });
  expect(daysOfBoth(history("2024-01-01", "2024-06-01"), year)).toEqual({ kind: "apart" });
  expect(daysOfBoth(history(null, null), year)).toEqual({ kind: "apart" });
});

test("the better of two is the larger or the smaller, depending on the figure; of equal and unknown ones neither is", () => {
  expect([betterOf(2, 1, "+"), betterOf(2, 1, "-"), betterOf(2, 1, "")]).toEqual([0, 1, null]);
  expect([betterOf(1, 1, "+"), betterOf(null, 1, "+"), betterOf(1, null, "-")]).toEqual([null, null, null]);
});

test("two checkboxes, two fields and two page addresses mean the same", () => {
  const chosen = { a: "one", b: "two", isMore: false };
  for (const search of [
    "a=one&a=two",
    "a=one&b=two",
    "b=two&a=%20one%20",
    "a=https://x.test/online-monitoring/one?period=week%23x&b=two/",
  ])
    expect(chosenBy(new URLSearchParams(search)), search).toEqual(chosen);
  expect(chosenBy(new URLSearchParams("a=one&a=two&a=three")).isMore).toBe(true);
  expect(chosenBy(new URLSearchParams())).toEqual({ a: "", b: "", isMore: false });
});
