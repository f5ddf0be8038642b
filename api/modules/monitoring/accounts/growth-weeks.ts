import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import type { Month } from "#api/modules/monitoring/history/period";
import type { Point } from "#api/modules/monitoring/page/lines";
import { summaryFrom } from "#api/modules/monitoring/statistics/serialize";
import type { Summary } from "#api/modules/monitoring/statistics/summary";
import { netOf } from "#api/modules/monitoring/statistics/summary";
import { dayMilliseconds, dayOf, monthOf } from "#contract/day";
import { groupBy } from "#statements/group-by";

/**
 * The last day of a week and the sum of ln(1 + return) of its trades, null if a balance was not positive; `today` is
 * today's summary if it is in the week.
 */
export type Week = { day: string; growth: number | null; today: Summary | null };

/** Number of weeks drawn by week; earlier ones are drawn by month. */
const weeksDrawn = 52;
/** Enough for a line an inch wide: more points would not be visible. */
const pointsDrawn = 30;

const weeklyStart = (now: Date) => dayOf(now.getTime() - weeksDrawn * 7 * dayMilliseconds);

/** Returns the last year's weeks with events, of all these accounts in one query; oldest first. */
export async function loadWeeks(
  db: Database,
  accounts: readonly { id: string }[],
  now: Date,
): Promise<Map<string, Week[]>> {
  const ids = accounts.map(({ id }) => sql`${id}`);
  // the first month is drawn from its own row, so none of its weeks may be drawn again
  const { rows } = await db.execute<{
    account: string;
    day: string;
    growth: number | null;
    today: string | null;
  }>(
    sql`select account_id as account, max(day)::text as day, case when count(growth) = count(*) then sum(growth) end as growth,
          max(summary) filter (where day = ${dayOf(now)}::date) as today
        from monitoring_days
        where account_id = any(array[${sql.join(ids, sql`, `)}]::text[]) and closing is not null
          and day >= (date_trunc('month', ${weeklyStart(now)}::date) + interval '1 month')::date
        group by account_id, date_trunc('week', day) order by account_id, 2`,
  );
  const weeks = rows.map(({ today, ...row }) => ({ ...row, today: today ? summaryFrom(today) : null }));
  return groupBy(weeks, ({ account }) => account);
}

/** Returns the results of the UTC day and the UTC month of `now`: closed trades, and costs booked separately. */
export function resultsNow(months: readonly Month[], weeks: readonly Week[], now: Date) {
  const month = months.find((one) => one.month === monthOf(now));
  const today = weeks.findLast((week) => week.today)?.today;
  return { today: today ? netOf(today) : 0n, month: month ? netOf(month.summary) : 0n };
}

/**
 * Returns the growth of a whole history as a sparkline: [epoch milliseconds, fraction], by months and, in the last
 * year, by weeks. It ends where a balance was not positive, because growth is undefined from there on.
 */
export function sparklineOf(months: readonly Month[], weeks: readonly Week[], now: Date): Point[] {
  const byMonth = months.filter(({ month }) => month <= weeklyStart(now).slice(0, 7));
  const steps = [
    ...byMonth.map(({ month, summary }) => ({ time: Date.parse(`${month}-28`), growth: summary.growth })),
    ...weeks.map(({ day, growth }) => ({ time: Date.parse(day), growth })),
  ];
  const [start] = steps;
  if (!start) return [];
  const line: Point[] = [[start.time - 7 * dayMilliseconds, 0]];
  let sum = 0;
  for (const { time, growth } of steps) {
    sum += growth ?? Number.NaN;
    if (!Number.isFinite(sum)) break;
    line.push([time, Math.expm1(sum)]);
  }
  return lastOfSlots(line);
}

/** Downsamples a line: the first point, and the last one of each of equal intervals. */
function lastOfSlots(line: readonly Point[]): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length <= pointsDrawn) return [...line];
  const slots = new Map<number, Point>();
  for (const point of line.slice(1))
    slots.set(Math.ceil(((point[0] - first[0]) / (last[0] - first[0])) * (pointsDrawn - 1)), point);
  return [first, ...slots.values()];
}
