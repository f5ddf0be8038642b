import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { job } from "#api/queue/job";
import { dayMilliseconds } from "#contract/day";

/** Minutes are kept so long, then hours, then days. */
export const minutesKeptDays = 2;
export const hoursKeptDays = 60;

/**
 * Keeps of older snapshots the last of each hour, of still older ones the last of each day. The figures lose nothing: they were
 * summed up by days when the snapshots came, and the very first one stays, as it says since when the account is watched. A window behind each border is looked at, so that missed nights are made up for.
 */
export const downsampleSnapshots = job(
  "monitoring.thin-snapshots",
  z.object({}),
  async (_input, { db, clock }) => {
    for (const [unit, keptDays, window] of [
      ["hour", minutesKeptDays, "30 days"],
      ["day", hoursKeptDays, "400 days"],
    ] as const) {
      const border = new Date(clock.now().getTime() - keptDays * dayMilliseconds).toISOString();
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
