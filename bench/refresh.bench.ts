import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, bench, describe } from "vitest";
import { noChange } from "#api/areas/monitoring/history/change";
import { markStale, refresh } from "#api/areas/monitoring/history/refresh";
import { newTerminal } from "#api/areas/monitoring/testing";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/service/testing";
import { testApi } from "#api/service/testing";

/**
 * A history's first deal comes late: every day of ten years is summed up anew, a piece an iteration. The goal of the design is 2 seconds
 * and 200 MB a piece, whatever the length of the history (docs/decisions/0166). `TRADES=1000000` makes it as long as the design says,
 * which takes some minutes.
 */
let api: TestApi;
const sizes = [10_000, Number(process.env.TRADES ?? 100_000)] as const;
type Seen = {
  longest: number;
  count: number;
  seconds: number;
  cpu: number;
  longestCpu: number;
  megabytes: number;
};
const ids = new Map<number, string>();
const pieces = new Map<number, Seen>();
const first = Date.UTC(2015, 1, 1);

async function fill(size: number): Promise<void> {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  const deposit = { ticket: "1", time: first / 1000, type: "balance", profit: "1000000" };
  await post({ currency: "USD", balance: "1000000", equity: "1000000", deals: [deposit] });
  const [account] = await api.db.select().from(accounts).where(eq(accounts.monitoringId, id));
  const accountId = account?.id ?? "";
  ids.set(size, accountId);
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
}

/** Sums all of it up and notes what the pieces took. */
async function refreshAll(size: number): Promise<void> {
  const accountId = ids.get(size) ?? "";
  await transaction(api.db, (tx) =>
    markStale(tx, accountId, { ...noChange, events: first, coverage: first }),
  );
  const before = process.memoryUsage().rss;
  const seen: Seen = { longest: 0, count: 0, seconds: 0, cpu: 0, longestCpu: 0, megabytes: 0 };
  const timer = setInterval(() => {
    seen.megabytes = Math.max(seen.megabytes, (process.memoryUsage().rss - before) / 1e6);
  }, 10);
  for (let isMore = true; isMore; seen.count++) {
    const startedAt = performance.now();
    const cpuBefore = process.cpuUsage();
    isMore = await transaction(api.db, (tx) => refresh(tx, accountId));
    const seconds = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(cpuBefore);
    seen.cpu += (user + system) / 1e6;
    seen.longestCpu = Math.max(seen.longestCpu, (user + system) / 1e6);
    seen.seconds += seconds;
    seen.longest = Math.max(seen.longest, seconds);
  }
  clearInterval(timer);
  pieces.set(size, seen);
}

beforeAll(async () => {
  api = await testApi();
  for (const size of sizes) await fill(size);
  await api.db
    .execute(sql`vacuum analyze monitoring_trades`)
    .catch(() => api.db.execute(sql`analyze monitoring_trades`));
}, 3_600_000);
afterAll(async () => {
  for (const [size, { longest, count, seconds, cpu, longestCpu, megabytes }] of pieces)
    process.stdout.write(
      `${size} trades: ${count} pieces in ${seconds.toFixed(1)} s, the longest ${longest.toFixed(2)} s, of our processor ${cpu.toFixed(1)} and ${longestCpu.toFixed(2)} s, ${Math.round(megabytes)} MB above the start\n`,
    );
  await api.close();
});

describe("a full refresh", () => {
  for (const size of sizes)
    bench(`${size} trades`, () => refreshAll(size), {
      iterations: 1,
      time: 1,
      warmupIterations: 0,
      warmupTime: 0,
    });
});
