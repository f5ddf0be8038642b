import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { job } from "#api/queue/job";
import { dayMilliseconds } from "#contract/day";

/** Snapshots are kept by the minute for `minutesKeptDays`, then by the hour for `hoursKeptDays`, then by the day. */
export const minuteRetentionDays = 2;
export const hourRetentionDays = 60;

/**
 * Reduces older snapshots to the last of each hour, and still older ones to the last of each day. The figures lose
 * nothing: snapshots are summed up by day when they arrive, and the very first one stays because it says since when
 * the account is monitored. Each run covers a window behind each boundary, so that missed nights are made up.
 */
export const downsampleSnapshots = job(
  "monitoring.thin-snapshots",
  z.object({}),
  async (_input, { db, clock }) => {
    for (const [unit, retentionDays, window] of [
      ["hour", minuteRetentionDays, "30 days"],
      ["day", hourRetentionDays, "400 days"],
    ] as const) {
      const border = new Date(clock.now().getTime() - retentionDays * dayMilliseconds).toISOString();
      await db.execute(sql`
        delete from monitoring_snapshots s
        where s.at < date_trunc(${unit}, ${border}::timestamptz, 'UTC') and s.at >= ${border}::timestamptz - ${window}::interval
          and s.at > (select min(at) from monitoring_snapshots first where first.account_id = s.account_id)
          and exists (
            select 1 from monitoring_snapshots later
            where later.account_id = s.account_id and later.at > s.at
              and later.at < date_trunc(${unit}, s.at, 'UTC') + ${`1 ${unit}`}::interval)`);
    }
    await db.execute(
      sql`delete from monitoring_views where day < (${clock.now().toISOString()}::timestamptz at time zone 'UTC')::date`,
    );
  },
  { lane: "slow" },
);
