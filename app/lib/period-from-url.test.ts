import { expect, test } from "vitest";
import { paths } from "#app/paths";
import { periodFromUrl } from "./period-from-url";

test("a period selected for all operations is kept for each kind, from its first page", () => {
  const own = periodFromUrl("?period=own&from=2026-10-01&to=2026-10-31&page=3");
  expect(paths.history("deposits", own)).toBe(
    "/balance-operations/history/deposits?period=own&from=2026-10-01&to=2026-10-31",
  );
  expect(paths.operations(periodFromUrl("?period=month"))).toBe("/balance-operations?period=month");
  expect(paths.history("transfers", periodFromUrl(""))).toBe("/balance-operations/history/transfers");
});
