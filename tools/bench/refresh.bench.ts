import { writeFile } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, bench, describe } from "vitest";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { transaction } from "#api/db/transaction";
import { noChange } from "#api/modules/monitoring/history/dirty-ranges";
import { markDirty, refresh } from "#api/modules/monitoring/history/refresh";
import { newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";
import type { ChunkStats, Times } from "./results";
import { median } from "./results";

/**
 * A history's first deal arrives late, so every day of ten years is recomputed, one chunk per iteration. The design's
 * goal is 2 seconds and 200 MB per chunk for any length of history (docs/adr/0022). `TRADES=1000000` gives the length
 * in the design and takes some minutes.
 */
let api: TestApi;
const sizes = [10_000, Number(process.env.TRADES ?? 100_000)] as const;
const ids = new Map<number, string>();
const statsBySize = new Map<number, Omit<ChunkStats, "page">>();
let small: { monitoringId: string; token: string };
const first = Date.UTC(2015, 1, 1);

async function fill(size: number): Promise<{ accountId: string; monitoringId: string; token: string }> {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  const deposit = { ticket: "1", time: first / 1000, type: "balance", profit: "1000000" };
  await post({ currency: "USD", balance: "1000000", equity: "1000000", deals: [deposit] });
  const [account] = await api.db.select().from(accounts).where(eq(accounts.monitoringId, id));
  const accountId = account?.id ?? "";
  await transaction(api.db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
      insert into monitoring_trades (account_id, ticket, position, symbol, side, volume, opened_at, closed_at, open_price, close_price,
        profit, swap, commission, fee, taxes, result, is_final)
      select ${accountId}, n::text, n::text, 'PAIR' || n % 12, case when n % 2 = 0 then 'long' else 'short' end, (n % 50 + 1) / 100.0,
        closed - interval '40 minutes', closed, 1.1, 1.2, profit, 0, -0.35, 0, 0, profit - 0.35, true
      from (select n, timestamptz '2015-02-02Z' + n * (interval '10 years' / ${size}::int) as closed,
        ((n * 7919::bigint) % 20000 - 9500) / 1000.0 as profit from generate_series(2, ${size + 1}::int) as n) as trades`);
  });
  return { accountId, monitoringId: id, token };
}

const summedUpAnew = (accountId: string) =>
  transaction(api.db, (tx) => markDirty(tx, accountId, { ...noChange, events: first, coverage: first }));

/** Refreshes the whole history and records the cost of the chunks. */
async function refreshAll(size: number): Promise<void> {
  const accountId = ids.get(size) ?? "";
  await summedUpAnew(accountId);
  const before = process.memoryUsage().rss;
  const longest = { seconds: 0, cpuSeconds: 0 };
  let [count, megabytes] = [0, 0];
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, (process.memoryUsage().rss - before) / 1e6);
  }, 10);
  for (let isMore = true; isMore; count++) {
    const startedAt = performance.now();
    const cpuBefore = process.cpuUsage();
    isMore = await transaction(api.db, (tx) => refresh(tx, accountId));
    const { user, system } = process.cpuUsage(cpuBefore);
    longest.seconds = Math.max(longest.seconds, rounded((performance.now() - startedAt) / 1000));
    longest.cpuSeconds = Math.max(longest.cpuSeconds, rounded((user + system) / 1e6));
  }
  clearInterval(timer);
  statsBySize.set(size, { count, longest, megabytes: Math.round(megabytes) });
}

const rounded = (value: number) => Number(value.toFixed(2));

/** Reads an account's page repeatedly, one at a time, while `isGoing`. */
async function readPages(isGoing: (read: number) => boolean): Promise<Times> {
  const { monitoringId, token } = small;
  const times: number[] = [];
  while (isGoing(times.length)) {
    const startedAt = performance.now();
    const answers = await Promise.all(
      [contract.readAccount, contract.statistics, contract.charts, contract.trades].map((endpoint) =>
        api.call(endpoint, { monitoringId } as never, { token }),
      ),
    );
    if (answers.some(({ status }) => status !== 200)) throw new Error("A page was not answered");
    times.push(performance.now() - startedAt);
  }
  return {
    count: times.length,
    median: Math.round(median(times)),
    longest: Math.round(Math.max(...times)),
  };
}

/** Measures the time of a page without other load, and during a refresh. */
async function pagesMeanwhile(size: number): Promise<ChunkStats["page"]> {
  await readPages((read) => read < 20);
  const quiet = await readPages((read) => read < 50);
  const accountId = ids.get(size) ?? "";
  await summedUpAnew(accountId);
  let isUnderWay = true;
  const fullRefresh = (async () => {
    while (await transaction(api.db, (tx) => refresh(tx, accountId)));
  })().finally(() => {
    isUnderWay = false;
  });
  const [meanwhile] = await Promise.all([readPages(() => isUnderWay), fullRefresh]);
  return { quiet, meanwhile };
}

beforeAll(async () => {
  api = await testApi();
  small = await fill(500);
  for (const size of sizes) ids.set(size, (await fill(size)).accountId);
  await api.db
    .execute(sql`vacuum analyze monitoring_trades`)
    .catch(() => api.db.execute(sql`analyze monitoring_trades`));
}, 3_600_000);
afterAll(async () => {
  const found: Record<string, ChunkStats> = {};
  for (const [size, seen] of statsBySize)
    found[`${size} trades`] = { ...seen, page: await pagesMeanwhile(size) };
  process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  if (process.env.PIECES_FILE) await writeFile(process.env.PIECES_FILE, JSON.stringify(found));
  await api.close();
}, 3_600_000);

describe("a full refresh", () => {
  for (const size of sizes)
    bench(`${size} trades`, () => refreshAll(size), {
      iterations: 1,
      time: 1,
      warmupIterations: 0,
      warmupTime: 0,
    });
});
