import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { monitoringSnapshots as snapshots } from "#api/db/schema/monitoring-history";
import { transaction } from "#api/db/transaction";
import { article, dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";
import { noChange } from "./dirty-ranges";
import { downsampleSnapshots, hourRetentionDays, minuteRetentionDays } from "./downsample";
import { markDirty, refresh } from "./refresh";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
  // half past the hour, so that a boundary lies within an hour and within a day
  api.pass({ minutes: 30 });
});
afterAll(() => api.close());

/** Returns times from one age to another, oldest first. */
const every = (step: number, from: number, to: number) => {
  const now = api.deps.clock.now().getTime();
  return Array.from({ length: Math.floor((from - to) / step) }, (_, index) => now - from + index * step);
};
/**
 * Varying equity with a trough in each hour and each day that the last snapshot of that hour or day does not show.
 */
const equityAt = (at: number) =>
  BigInt(Math.round((1_000 + 40 * Math.sin(at / (3 * day)) - (((at / minute) * 7) % 59)) * 1e8));

/** Creates an account with trades and equity snapshots at these times, summed up as `refresh` does. */
async function withEquity(times: number[]) {
  const { token } = await api.newClient();
  const terminal = await newTerminal(api, token);
  await terminal.post({ currency: "USD", balance: "627.71", deals: dealsOf("500", article) });
  const [row] = await api.db
    .select({ id: monitoringAccounts.id })
    .from(monitoringAccounts)
    .where(eq(monitoringAccounts.monitoringId, terminal.id));
  const accountId = row?.id ?? "";
  await transaction(api.db, async (tx) => {
    for (let from = 0; from < times.length; from += 2_000)
      await tx.insert(snapshots).values(
        times.slice(from, from + 2_000).map((time) => {
          const equity = equityAt(time);
          return {
            accountId,
            at: new Date(time),
            balance: equity,
            equity,
            margin: equity / 20n,
            freeMargin: equity,
            credit: 0n,
          };
        }),
      );
    await markDirty(tx, accountId, { ...noChange, flows: times[0] ?? 0 });
    await refresh(tx, accountId);
  });
  return { accountId, id: terminal.id, token };
}

const downsample = () => downsampleSnapshots.handle({}, api.deps);

async function timesOf(accountId: string): Promise<number[]> {
  const rows = await api.db
    .select({ at: snapshots.at })
    .from(snapshots)
    .where(eq(snapshots.accountId, accountId))
    .orderBy(asc(snapshots.at));
  return rows.map(({ at }) => at.getTime());
}

/**
 * Reimplements the rule of `downsample.ts` without a database: the last snapshot of each hour and of each day, once
 * it is old enough.
 */
function thinned(times: number[]): number[] {
  const now = api.deps.clock.now().getTime();
  const floor = (time: number, unit: number) => Math.floor(time / unit) * unit;
  const minutesFrom = floor(now - minuteRetentionDays * day, hour);
  const hoursFrom = floor(now - hourRetentionDays * day, day);
  const intervalStart = (time: number) =>
    time >= minutesFrom ? time : time >= hoursFrom ? floor(time, hour) : floor(time, day);
  const last = new Map<number, number>();
  for (const time of times) last.set(intervalStart(time), time);
  // the first snapshot says since when the account is monitored
  return [...new Set([...times.slice(0, 1), ...last.values()])];
}

describe("downsampling of old equity", () => {
  it("keeps the last value of each hour and later of each day; recent values stay by the minute", async () => {
    const long = [
      ...every(20 * minute, 65 * day, 63 * day),
      ...every(hour, 63 * day, 25 * day),
      ...every(10 * minute, 25 * day, 3 * day),
      ...every(minute, 3 * day, 0),
    ];
    // gaps: single snapshots in their hours and days, and an account that began yesterday
    const patchy = [...every(31 * hour, 100 * day, 2 * day), ...every(17 * minute, 50 * hour, 46 * hour)];
    const young = every(minute, day, 0);
    const histories = [long, patchy, young];
    const accounts = [];
    for (const times of histories) accounts.push(await withEquity(times));
    const expected = histories.map(thinned);
    expect(expected.map(({ length }) => length)).not.toEqual(histories.map(({ length }) => length));

    await downsample();
    const firstRun = await Promise.all(accounts.map(({ accountId }) => timesOf(accountId)));
    expect(firstRun).toEqual(expected);
    expect(firstRun[2]).toEqual(young);
    await downsample();
    expect(await Promise.all(accounts.map(({ accountId }) => timesOf(accountId)))).toEqual(firstRun);

    // a run after missed nights gives the same result as a run every night
    api.pass({ days: 3 });
    await downsample();
    expect(await Promise.all(accounts.map(({ accountId }) => timesOf(accountId)))).toEqual(
      histories.map(thinned),
    );
    api.pass({ days: -3 });
  });

  it("leaves every figure unchanged, and a line of measured points", async () => {
    const times = [
      ...every(hour, 64 * day, 25 * day),
      ...every(10 * minute, 25 * day, 3 * day),
      ...every(minute, 3 * day, 0),
    ];
    const { id, token } = await withEquity(times);
    const periods = [{}, { from: "2026-02-01" }, { from: "2026-01-05", to: "2026-01-20" }];
    const readPage = (period: object) =>
      Promise.all([
        api.call(contract.statistics, { monitoringId: id, ...period }, { token }),
        api.call(contract.charts, { monitoringId: id, ...period }, { token }),
      ]).then(([{ body: figures }, { body: lines }]) => ({ figures, lines }));
    const measured = new Set(times);
    const traded = { from: start * 1_000, to: start * 1_000 + article.length * hour };
    const before = await Promise.all(periods.map(readPage));
    expect(before[0]?.figures.equity_maximal_drawdown).toMatchObject({ percent: expect.any(Number) });

    await downsample();
    const after = await Promise.all(periods.map(readPage));
    for (const [index, { figures, lines }] of after.entries()) {
      expect(figures).toEqual(before[index]?.figures);
      const { equity = [], balance = [], ...others } = lines;
      const { equity: wasEquity = [], balance: _, ...wereOthers } = before[index]?.lines ?? {};
      expect(others).toEqual(wereOthers);
      for (const [time, value] of [...equity, ...balance]) {
        // at the opening and the closes of trades the balance is known without a post
        if (time >= traded.from && time <= traded.to) continue;
        expect(measured.has(time)).toBe(true);
        expect(value).toBeCloseTo(Number(equityAt(time)) / 1e8, 8);
      }
      expect(equity.at(-1)?.[0]).toBe(wasEquity.at(-1)?.[0]);
      expect((equity[0]?.[0] ?? 0) - (wasEquity[0]?.[0] ?? 0)).toBeLessThan(day);
      expect(equity.length).toBeGreaterThan(10);
    }
  });
});
