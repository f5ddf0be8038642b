import { utcFormat } from "#app/lib/dates";
import type { Output } from "#contract/endpoint";
import type { Language } from "#contract/languages";
import type { rentalStatistics } from "#contract/partners/index";

/** A month of the bar chart: its short and full name, and its reward. */
export type Month = { name: string; longName: string; cents: number; isRunning: boolean };

const shownMonths = 12;

/**
 * Returns the last 12 months, whatever the interval of the statistics: days and weeks are added to the month in which
 * they begin.
 */
export function monthsOf(
  rewards: Output<typeof rentalStatistics>["rewardData"],
  language: Language,
  now = new Date(),
): Month[] {
  const [short, long] = [
    utcFormat(language, { month: "short" }),
    utcFormat(language, { month: "long", year: "numeric" }),
  ];
  const sums = new Map<string, number>();
  for (const { date, rewardCents } of rewards) {
    const month = date.slice(0, 7);
    sums.set(month, (sums.get(month) ?? 0) + rewardCents);
  }
  return [...sums]
    .sort(([one], [other]) => one.localeCompare(other))
    .slice(-shownMonths)
    .map(([month, cents]) => {
      const at = Date.parse(`${month}-01`);
      return {
        name: short.format(at),
        longName: long.format(at),
        cents,
        isRunning: now.toISOString().startsWith(month),
      };
    });
}
