import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import {
  monitoringReports as reports,
  monitoringReportsSent as sent,
} from "#api/db/schema/monitoring-notices";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { enqueueAll } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import type { ReportPeriod } from "#contract/monitoring/notices";
import { reportPeriods } from "#contract/monitoring/notices";
import type { DaySpan } from "./periods";
import { dayIn, periodBefore } from "./periods";
import { sendReportJob } from "./send";

/** Number of reports created in one transaction: a hundred thousand are due at one midnight. */
const batchSize = 1_000;

/**
 * Creates the reports of every period that has ended. After a downtime it makes up for the last missed period of each
 * kind.
 */
export const createDueReports = job("monitoring.create-due-reports", z.object({}), async (_payload, deps) => {
  const { db, clock, log } = deps;
  const now = clock.now();
  const timeZoneRows = await db.selectDistinct({ zone: reports.zone }).from(reports);
  const over = timeZoneRows.flatMap(({ zone }) => {
    try {
      return overIn(zone, now);
    } catch (err) {
      log.error({ err, zone }, "a time zone is not known: reports in it are skipped");
      return [];
    }
  });
  if (over.length === 0) return;
  for (let last: string | null = ""; last !== null; ) last = await beginSome(deps, over, last, now);
});

type Over = { zone: string; period: ReportPeriod; span: DaySpan };
const overIn = (zone: string, now: Date): Over[] =>
  reportPeriods.map((period) => ({ zone, period, span: periodBefore(period, dayIn(zone, now)) }));

type Due = {
  accountId: string;
  zone: string;
  since: Date;
  period: ReportPeriod;
  fromDay: string;
  toDay: string;
  recipientId: string | null;
};

/**
 * Creates the due reports of a batch of accounts, starting with a given account.
 *
 * @returns the last account of the batch; null if there are no more
 */
async function beginSome(
  { db, ids }: Pick<Deps, "db" | "ids">,
  over: Over[],
  after: string,
  now: Date,
): Promise<string | null> {
  const due = await notBegun(db, over, after);
  // a period that ended before the report was chosen is not sent
  const rows = due
    .filter(({ zone, since, toDay }) => toDay >= dayIn(zone, since))
    .map(({ accountId, period, fromDay, toDay, recipientId }) => ({
      id: ids.id(),
      accountId,
      period,
      fromDay,
      toDay,
      occasion: toDay,
      begunAt: now,
      recipientId,
    }));
  if (rows.length > 0)
    await transaction(db, async (tx) => {
      const begun = await tx.insert(sent).values(rows).onConflictDoNothing().returning({ id: sent.id });
      await enqueueAll(tx, sendReportJob, new Map(begun.map(({ id }) => [id, { reportId: id }])));
    });
  return due.length < batchSize ? null : (due.at(-1)?.accountId ?? null);
}

/**
 * Returns reports of ended periods that are chosen and not created yet, sorted by account. The limit may cut off
 * reports of the last account; the next batch starts with it again.
 */
async function notBegun(db: Database, over: Over[], after: string): Promise<Due[]> {
  const [timeZones, periods] = [over.map(({ zone }) => zone), over.map(({ period }) => period)];
  const [from, to] = [over.map(({ span }) => span.fromDay), over.map(({ span }) => span.toDay)];
  const { rows } = await db.execute<Omit<Due, "since"> & { since: string }>(sql`
    select r.account_id as "accountId", r.zone, r.since, o.period, o.from_day as "fromDay", o.to_day as "toDay", (
      select id from monitoring_recipients c where c.account_id = r.account_id and c.letters = 'reports'
        and c.confirmed_at is not null and c.stopped_at is null) as "recipientId"
    from monitoring_reports r
    join unnest(${sql.param(timeZones)}::text[], ${sql.param(periods)}::text[], ${sql.param(from)}::text[], ${sql.param(to)}::text[])
      as o (zone, period, from_day, to_day) on o.zone = r.zone
        and case o.period when 'daily' then r.daily when 'weekly' then r.weekly else r.monthly end
    where r.account_id >= ${after} and not exists (
      select from monitoring_reports_sent s where s.account_id = r.account_id and s.period = o.period and s.occasion = o.to_day)
    order by r.account_id limit ${batchSize}`);
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}
