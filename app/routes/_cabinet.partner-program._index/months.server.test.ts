import { expect, test } from "vitest";
import { monthsOf } from "./months.server";

test("weekly rewards are added up by month, and the current month is marked", () => {
  const rewards = [
    { date: "2026-10-26", rewardCents: 300 },
    { date: "2026-11-02", rewardCents: 150 },
    { date: "2026-11-09", rewardCents: 50 },
  ];
  expect(monthsOf(rewards, "en", new Date("2026-11-24T10:00:00Z"))).toEqual([
    { name: "Oct", longName: "October 2026", cents: 300, isRunning: false },
    { name: "Nov", longName: "November 2026", cents: 200, isRunning: true },
  ]);
});

test("of more than a year the last twelve months are shown", () => {
  const rewards = Array.from({ length: 14 }, (_, index) => ({
    date: new Date(Date.UTC(2025, index, 1)).toISOString().slice(0, 10),
    rewardCents: index,
  }));
  const months = monthsOf(rewards, "en", new Date("2026-02-10T00:00:00Z"));
  expect(months.map(({ cents }) => cents)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
});
