import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import type { Month } from "#api/modules/monitoring/history/period";
import type { Point } from "#api/modules/monitoring/page/lines";
import { summaryFrom } from "#api/modules/monitoring/statistics/serial";
import type { Summary } from "#api/modules/monitoring/statistics/summary";
import { netOf } from "#api/modules/monitoring/statistics/summary";
import { dayMilliseconds, dayOf, monthOf } from "#contract/day";
import { groupBy } from "#statements/group-by";

/** A week's end and the sum of ln(1 + return) of its trades, null where a balance was not positive; the summary of today in it. */
export type Week = { day: string; growth: number | null; today: Summary | null };

/** What is drawn by weeks; before that by months. */
const weeksDrawn = 52;
/** A line of an inch: more points would not show. */
const pointsDrawn = 30;

const startOfDrawn = (now: Date) => dayOf(now.getTime() - weeksDrawn * 7 * dayMilliseconds);

/** The weeks with events of the last year, of all these accounts in one question; oldest first. */
export async function loadWeeks(
  db: Database,
  accounts: readonly { id: string }[],
  now: Date,
): Promise<Map<string, Week[]>> {
  const ids = accounts.map(({ id }) => sql`${id}`);
  // the first month is told by its row: no week of it is drawn twice
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
          and day >= (date_trunc('month', ${startOfDrawn(now)}::date) + interval '1 month')::date
        group by account_id, date_trunc('week', day) order by account_id, 2`,
  );
  const weeks = rows.map(({ today, ...row }) => ({ ...row, today: today ? summaryFrom(today) : null }));
  return groupBy(weeks, ({ account }) => account);
}

/** What the UTC day and the UTC month of a moment brought: its closed trades, and what was booked apart from them. */
export function resultsNow(months: readonly Month[], weeks: readonly Week[], now: Date) {
  const month = months.find((one) => one.month === monthOf(now));
  const today = weeks.findLast((week) => week.today)?.today;
  return { today: today ? netOf(today) : 0n, month: month ? netOf(month.summary) : 0n };
}

/**
 * The growth of a whole history as a small line: [epoch milliseconds, share], by months and, in the last year, by weeks. It ends
 * where a balance was not positive, as growth is undefined from there on.
 */
export function sparklineOf(months: readonly Month[], weeks: readonly Week[], now: Date): Point[] {
  const byMonth = months.filter(({ month }) => month <= startOfDrawn(now).slice(0, 7));
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

/** The last point of each of equal stretches of time, and the first of all. */
function lastOfSlots(line: readonly Point[]): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length <= pointsDrawn) return [...line];
  const slots = new Map<number, Point>();
  for (const point of line.slice(1))
    slots.set(Math.ceil(((point[0] - first[0]) / (last[0] - first[0])) * (pointsDrawn - 1)), point);
  return [first, ...slots.values()];
}
