import { beforeAll, expect, test } from "vitest";
import texts from "#locales/en/partnerFigures.json" with { type: "json" };
import { addTexts, translator } from "#locales/translate";
import { drawStatistics } from "./figures.server";

beforeAll(() => addTexts("en", "partnerFigures", texts));

/** Draws rewards of three months, with the period ending on a given day. */
const chartOf = (to: string, now: string) => {
  const dates = ["2026-09-01", "2026-10-01", "2026-11-01"];
  const counted = { clicks: 1, registrations: 1, rented: 1, renewed: 1 };
  const figures = drawStatistics(
    translator("en", "partnerFigures"),
    {
      step: "month",
      from: "2026-09-01",
      to,
      rewardData: dates.map((date) => ({ date, rewardCents: 900 })),
      conversionData: dates.map((date) => ({ date, ...counted })),
      stats: { ...counted, rewardCents: 2700, conversion: 100 },
    },
    { language: "en", now: new Date(now) },
  );
  return figures.charts.reward;
};

test("an unfinished month is marked in its chart, its tooltip and its table", () => {
  const chart = chartOf("2026-11-24", "2026-11-24T10:00:00Z");
  expect(chart?.rows.map(([name]) => name)).toEqual([
    "September 2026",
    "October 2026",
    "November 2026 (so far)",
  ]);
  expect(chart?.drawn.hitAreas.map(({ label }) => label)).toEqual([
    "Sept 2026",
    "Oct 2026",
    "Nov 2026 (so far)",
  ]);
  expect(chart?.drawn.runsFrom).toBe(chart?.drawn.hitAreas.at(-1)?.left);
});

test.each([
  ["the time asked for is over", "2026-11-15", "2026-11-24T10:00:00Z"],
  ["the month is over", "2026-11-30", "2026-12-01T00:00:00Z"],
])("no month is marked as unfinished if %s", (_, to, now) => {
  const chart = chartOf(to, now);
  expect(JSON.stringify(chart)).not.toContain("so far");
  expect(chart?.drawn.runsFrom).toBeNull();
});
