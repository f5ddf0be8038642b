import { asc, eq, inArray, sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { monitoringReports, monitoringReportsSent as sent } from "#api/db/schema/monitoring-notices";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { reportPeriods } from "#contract/monitoring/notices";
import { createDueReports } from "./create-due-reports";
import { dayIn, periodBefore } from "./periods";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const timeZones = ["UTC", "Europe/Moscow", "America/New_York", "Pacific/Kiritimati"];

/** Creates accounts whose owners chose different reports, each starting at a different time. */
async function fill(from: number, count: number) {
  await api.db.execute(sql`
    insert into users (id, email, name, password_hash, referral_code, created_at)
    select 'u' || n, 'u' || n || '@example.test', 'Client', 'none', 'r' || n, now() from generate_series(${from}::int, ${from + count - 1}::int) n`);
  await api.db.execute(sql`
    insert into monitoring_accounts (id, user_id, created_at, address, number, name, key_hash)
    select 'a' || n, 'u' || n, now(), 'm' || n, n::text, 'Trend', 'k' || n from generate_series(${from}::int, ${from + count - 1}::int) n`);
  const now = api.deps.clock.now().getTime();
  await api.db.insert(monitoringReports).values(
    Array.from({ length: count }, (_, index) => ({
      accountId: `a${from + index}`,
      daily: index % 2 === 0,
      weekly: index % 3 === 0,
      monthly: index % 5 === 0,
      language: "en" as const,
      zone: timeZones[index % timeZones.length] ?? "UTC",
      since: new Date(now - (index % 40) * 86_400_000),
    })),
  );
}

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const { length } = spy.mock.calls;
  spy.mockRestore();
  return length;
}

it("starts each finished report that was enabled in time and not started, in batched statements", async () => {
  await fill(1, 2_500);
  const expire = () => createDueReports.handle({}, api.deps);
  expect(await statementsOf(expire)).toBeLessThan(25);
  const chosen = await api.db.select().from(monitoringReports);
  const expected = chosen.flatMap((choice) => {
    const today = dayIn(choice.zone, api.deps.clock.now());
    return reportPeriods
      .filter((period) => choice[period])
      .map((period) => ({ accountId: choice.accountId, period, ...periodBefore(period, today) }))
      .filter(({ toDay }) => toDay >= dayIn(choice.zone, choice.since));
  });
  const begun = await api.db
    .select({ accountId: sent.accountId, period: sent.period, fromDay: sent.fromDay, toDay: sent.toDay })
    .from(sent)
    .orderBy(asc(sent.accountId));
  const sorted = (list: typeof begun) => list.map((row) => JSON.stringify(row)).sort();
  expect(sorted(begun)).toEqual(sorted(expected));
  const jobs = async () =>
    (
      await api.db.execute<{ count: number }>(
        sql`select count(*) from pgboss.job where data->>'job' = 'monitoring.send-report'`,
      )
    ).rows;
  expect(await jobs()).toEqual([{ count: expected.length }]);
  // nothing is due any more: a few queries, regardless of the number of accounts
  expect(await statementsOf(expire)).toBeLessThan(5);
  expect(await jobs()).toEqual([{ count: expected.length }]);
});

it("starts no report twice under concurrent runs", async () => {
  await fill(10_001, 300);
  await Promise.all(Array.from({ length: 4 }, () => createDueReports.handle({}, api.deps)));
  const { rows } = await api.db.execute(sql`
    select 1 from pgboss.job j where data->>'job' = 'monitoring.send-report'
    group by data->'payload'->>'reportId' having count(*) > 1`);
  expect(rows).toEqual([]);
  const { rows: begun } = await api.db.execute(
    sql`select 1 from monitoring_reports_sent where account_id >= 'a10001' and account_id <= 'a10300' and length(account_id) = 6`,
  );
  expect(begun.length).toBeGreaterThan(150);
});

it("skips reports in an unknown time zone, with a line in the log, and starts the others", async () => {
  await fill(9_001, 2);
  await api.db
    .update(monitoringReports)
    .set({ daily: true, since: new Date(0) })
    .where(eq(monitoringReports.accountId, "a9001"));
  await api.db
    .update(monitoringReports)
    .set({ zone: "Mars/Olympus", daily: true, since: new Date(0) })
    .where(eq(monitoringReports.accountId, "a9002"));
  const error = vi.spyOn(api.deps.log, "error");
  await createDueReports.handle({}, api.deps);
  expect(error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ zone: "Mars/Olympus" }),
    "a time zone is not known: reports in it are skipped",
  );
  const begun = await api.db
    .select()
    .from(sent)
    .where(inArray(sent.accountId, ["a9001", "a9002"]));
  expect(new Set(begun.map(({ accountId }) => accountId))).toEqual(new Set(["a9001"]));
});
