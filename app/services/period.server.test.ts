import { expect, test } from "vitest";
import { fileDays, periodOf, typedDays } from "./period.server";
import { withRequestContext } from "./request-context.server";

const requestWith = (query: string) => new Request(`http://localhost/?${query}`);

const typed = (query: string, shown = {}) => withRequestContext(() => typedDays(requestWith(query), shown));

test("custom dates of an address form a period, in order, without invalid dates", () => {
  expect(periodOf(requestWith("period=month"))).toEqual({ period: "month" });
  expect(periodOf(requestWith("period=century&from=2026-01-01"))).toEqual({ period: "all" });
  expect(periodOf(requestWith("period=own&from=2026-01-02&to=2026-02-03"))).toEqual({
    period: "own",
    from: "2026-01-02",
    to: "2026-02-03",
  });
  expect(periodOf(requestWith("period=own&from=2026-02-03&to=2026-01-02"))).toMatchObject({
    from: "2026-01-02",
    to: "2026-02-03",
  });
  expect(periodOf(requestWith("period=own&from=2026-02-31&to=3.2.2026"))).toEqual({ period: "own" });
});

test("an invalid date stays as typed, with a message; the other field has the day that is shown", async () => {
  const days = await typed("period=own&from=2026-02-31&to=2026-03-04", { to: "2026-03-04" });
  expect(days.from.day).toBe("2026-02-31");
  expect(days.from.message).toMatch(/no such date/);
  expect(days.to).toEqual({ day: "2026-03-04" });
});

test("empty fields have the days that are shown", async () => {
  expect(await typed("period=own&from=&to=", { from: "2026-01-01" })).toEqual({
    from: { day: "2026-01-01" },
    to: { day: "" },
  });
});

test("days of a file are put in order; invalid ones are returned as typed", () => {
  expect(fileDays(requestWith("from=2026-02-03&to=2026-01-02"))).toEqual({
    days: { from: "2026-01-02", to: "2026-02-03" },
  });
  expect(fileDays(requestWith("from=&to=2026-01-02"))).toEqual({ days: { to: "2026-01-02" } });
  expect(fileDays(requestWith("from=x&to=2026-01-02"))).toEqual({ invalid: { from: "x", to: "2026-01-02" } });
});
