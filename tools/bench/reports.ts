import { chmod } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { allJobs } from "#api/bootstrap/all-jobs";
import { createDeps } from "#api/bootstrap/create-deps";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { refreshWhole } from "#api/modules/monitoring/history/refresh-remaining";
import { createDueReports } from "#api/modules/monitoring/reports/create-due-reports";
import { startWorker } from "#api/queue/worker";
import { postgresCpu } from "./postgres-cpu";
import { withFolder } from "./with-temp-folder";

/**
 * Throughput of one worker for reports of many accounts that are due at the same time, with emails written to files:
 * `npx tsx tools/bench/reports.ts`. 100,000 within an hour are 28 a second.
 */
const count = Number(process.env.REPORTS ?? 1_000);
const trades = 60;

await withFolder(async (dataDir) => {
  await chmod(dataDir, 0o711);
  Object.assign(process.env, { DATA_DIR: dataDir, LOG_LEVEL: "silent" });
  const { deps, stop } = await createDeps({ withWorker: false });
  await measure(deps, dataDir).finally(stop);
});

async function measure(deps: Deps, dataDir: string): Promise<void> {
  const { db } = deps;
  await transaction(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
      insert into users (id, email, name, password_hash, referral_code, created_at, email_verified_at)
      select 'u' || n, 'u' || n || '@example.test', 'Client', 'none', 'r' || n, now(), now() from generate_series(1, ${count}::int) n`);
    await tx.execute(sql`
      insert into monitoring_accounts (id, user_id, created_at, address, number, name, key_hash, currency, balance, equity, heard_at, stale_from)
      select 'a' || n, 'u' || n, now(), 'm' || n, n::text, 'Trend following', 'k' || n, 'USD', 10100, 10100, now(), '2020-01-01' from generate_series(1, ${count}::int) n`);
    await tx.execute(sql`
      insert into monitoring_trades (account_id, ticket, position, symbol, side, volume, opened_at, closed_at, open_price, close_price,
        profit, swap, commission, fee, taxes, result, is_final)
      select 'a' || n, t::text, t::text, 'EURUSD', 'long', 0.1, closed - interval '40 minutes', closed, 1.1, 1.2, profit, 0, -0.35, 0, 0, profit - 0.35, true
      from generate_series(1, ${count}::int) n, (select t, now() - t * interval '7 hours' as closed, ((t * 7919) % 200 - 95) / 10.0 as profit
        from generate_series(1, ${trades}::int) t) closed`);
    await tx.execute(sql`
      insert into monitoring_reports (account_id, daily, language, zone, since) select 'a' || n, true, case when n % 2 = 0 then 'en' else 'ru' end,
        case when n % 3 = 0 then 'Europe/Moscow' else 'UTC' end, now() - interval '9 days' from generate_series(1, ${count}::int) n`);
  });
  // the state after posts of the terminals
  for (let n = 1; n <= count; n++) await refreshWhole(db, `a${n}`);
  await db.execute(sql`analyze`);
  const measureStep = async (label: string, work: () => Promise<unknown>) => {
    const [startedAt, before, postgresBefore] = [
      performance.now(),
      process.cpuUsage(),
      await postgresCpu(dataDir),
    ];
    await work();
    const seconds = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(before);
    const postgres = (await postgresCpu(dataDir)) - postgresBefore;
    process.stdout.write(
      `${label}: ${count} in ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} a second; each ${((user + system) / 1000 / count).toFixed(2)} ms of node and ${(postgres / count).toFixed(2)} ms of PostgreSQL\n`,
    );
  };
  const isOver = async () =>
    (await db.execute(sql`select 1 from monitoring_reports_sent where sent_at is null limit 1`)).rows
      .length === 0;
  await measureStep("begun", () => createDueReports.handle({}, deps));
  await measureStep("looked at once more", () => createDueReports.handle({}, deps));
  await measureStep("sent", async () => {
    const worker = await startWorker(deps, { jobs: allJobs });
    while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 200));
    await worker.stop();
  });
}
