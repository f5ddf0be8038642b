import { sql } from "drizzle-orm";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Observe } from "#api/app";
import type { Deps } from "#api/deps";
import { checkLedger } from "#api/ledger/ledger";
import { recordLedgerCheck } from "#api/ledger/record-check";
import { isFirstWorker } from "#api/lib/processes";
import { version } from "#api/lib/version";
import { countWaiting, waitingSince } from "#api/modules/staff/count-waiting";
import { deadLetters } from "#api/queue/queue";
import { waitingKinds } from "#contract/admin/waiting";

/** The ledger check reads the whole ledger, so it does not run at every scrape. */
const ledgerCheckEveryMilliseconds = 60_000;
/** A kind is counted up to this number, because counting reads every row of a long queue. */
const waitingAtMost = 10_000;

export type Metrics = {
  registry: Registry;
  observe: Observe;
};

/** Creates a registry with the metrics of every process: memory, event loop, release. */
export function processMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "service_info",
    help: "The release that runs",
    labelNames: ["version"],
    aggregator: "first",
    registers: [registry],
  }).set({ version }, 1);
  return registry;
}

/**
 * Creates the Prometheus metrics of this process, its database, and (in one of several workers) its queue and ledger.
 */
export function metricsOf(deps: Pick<Deps, "db" | "log" | "clock">, registry = processMetrics()): Metrics {
  const { db } = deps;
  const registers = [registry];
  const requestDurations = new Histogram({
    name: "api_call_seconds",
    help: "Time to answer a call",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers,
  });
  new Gauge({
    name: "database_connections",
    help: "Connections of this process's pool",
    labelNames: ["state"],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = db.$client;
      this.set({ state: "busy" }, totalCount - idleCount);
      this.set({ state: "idle" }, idleCount);
      this.set({ state: "waited_for" }, waitingCount);
    },
  });
  if (isFirstWorker) observeDatabase(deps, registers);
  return {
    registry,
    observe: ({ method, route, status, seconds }) =>
      requestDurations.observe({ method, route, status: String(status) }, seconds),
  };
}

/** Registers metrics that are the same in every process and cost the database a query each time. */
function observeDatabase(
  { db, log, clock }: Pick<Deps, "db" | "log" | "clock">,
  registers: Registry[],
): void {
  new Gauge({
    name: "jobs",
    help: "Jobs of the queue by state; dead ones failed for the last time",
    labelNames: ["state"],
    registers,
    async collect() {
      const { rows } = await db.execute<{ state: string; count: number }>(sql`
        select case when name = ${deadLetters} then 'dead' else state::text end as state, count(*) as count
        from pgboss.job where state in ('created', 'retry', 'active') group by 1`);
      for (const state of ["created", "retry", "active", "dead"])
        this.set({ state }, rows.find((row) => row.state === state)?.count ?? 0);
    },
  });
  new Gauge({
    name: "jobs_oldest_due_seconds",
    help: "How long the job that is due longest has been waiting",
    registers,
    async collect() {
      const { rows } = await db.execute<{ seconds: number }>(sql`
        select coalesce(extract(epoch from now() - min(start_after)), 0)::float as seconds
        from pgboss.job where state in ('created', 'retry') and start_after <= now() and name <> ${deadLetters}`);
      this.set(Number(rows[0]?.seconds ?? 0));
    },
  });
  new Gauge({
    name: "deadlines_paused",
    help: "1 while nothing is blocked or revoked: a clock jumped, or no process ran for an hour",
    registers,
    async collect() {
      const { rows } = await db.execute(sql`select 1 from deadline_guards where paused_until > now()`);
      this.set(rows.length);
    },
  });
  new Gauge({
    name: "letters_waiting",
    help: "Letters that have not been handed over yet",
    registers,
    async collect() {
      const { rows } = await db.execute<{ count: number }>(sql`
        select count(*) as count from pgboss.job
        where data->>'job' = 'mail' and state in ('created', 'retry', 'active') and name <> ${deadLetters}`);
      this.set(Number(rows[0]?.count ?? 0));
    },
  });
  new Gauge({
    name: "waiting_items",
    help: `What waits for a person on the provider's side, up to ${waitingAtMost} of a kind`,
    labelNames: ["event"],
    registers,
    async collect() {
      const counts = await countWaiting(db, waitingAtMost);
      for (const event of waitingKinds) this.set({ event }, counts[event]);
    },
  });
  new Gauge({
    name: "waiting_items_oldest_seconds",
    help: "How long the one of them that is due first has been waiting",
    labelNames: ["event"],
    registers,
    async collect() {
      const times = await waitingSince(db);
      for (const event of waitingKinds) {
        const since = times[event];
        this.set({ event }, since ? (Date.now() - since.getTime()) / 1000 : 0);
      }
    },
  });
  new Gauge({
    name: "backup_age_seconds",
    help: "How long ago the newest whole backup was made, and the newest one that was restored to try it; +Inf where there is none",
    labelNames: ["state"],
    registers,
    async collect() {
      const { rows } = await db.execute<{ made: string | null; restored: string | null }>(sql`
        select extract(epoch from now() - max(made_at)) as made,
          extract(epoch from now() - max(restored_at)) as restored from backups`);
      const [newest] = rows;
      this.set({ state: "made" }, Number(newest?.made ?? Number.POSITIVE_INFINITY));
      this.set({ state: "restored" }, Number(newest?.restored ?? Number.POSITIVE_INFINITY));
    },
  });
  let checkedAt = Number.NEGATIVE_INFINITY;
  new Gauge({
    name: "ledger_faults",
    help: "Balances that differ from their entries and transactions that don't sum to zero; anything but 0 is an alarm",
    registers,
    async collect() {
      if (performance.now() - checkedAt < ledgerCheckEveryMilliseconds) return;
      const faults = await checkLedger(db);
      if (faults.length > 0) log.fatal({ faults }, "the ledger is not sound");
      this.set(faults.length);
      // a database that can only be read, as during a failover, still has metrics
      await recordLedgerCheck(db, clock.now(), faults.length).catch((error: unknown) =>
        log.warn({ err: error }, "the ledger's check was not stored"),
      );
      checkedAt = performance.now();
    },
  });
}
