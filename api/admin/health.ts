import { desc, gt, isNotNull, sql, sum } from "drizzle-orm";
import { mailReturns } from "#api/db/schema/email";
import { backups, ledgerChecks } from "#api/db/schema/operator";
import { requestCounts } from "#api/db/schema/requests";
import { handle } from "#api/http/handle";
import { version } from "#api/lib/version";
import { deadLetters } from "#api/queue/queue";
import * as contract from "#contract/admin/index";

const startedAt = new Date(Date.now() - process.uptime() * 1000);

export const health = handle(contract.health, async (_, { db, clock }) => {
  const [backup] = await db.select().from(backups).orderBy(desc(backups.madeAt)).limit(1);
  const [check] = await db.select().from(ledgerChecks).limit(1);
  const { rows } = await db.execute<{ bytes: string; waiting: string; failed: string }>(sql`
    select pg_database_size(current_database()) as bytes,
      (select count(*) from pgboss.job where state in ('created', 'retry', 'active') and name <> ${deadLetters}) as waiting,
      (select count(*) from pgboss.job where name = ${deadLetters} and state = 'created') as failed`);
  const [counts] = rows;
  const hourAgo = new Date(clock.now().getTime() - 3_600_000);
  const [traffic] = await db
    .select({ requests: sum(requestCounts.requests), failures: sum(requestCounts.failures) })
    .from(requestCounts)
    .where(gt(requestCounts.minute, hourAgo));
  return {
    version,
    startedAt: startedAt.toISOString(),
    backup: backup
      ? {
          at: backup.madeAt.toISOString(),
          rows: backup.rows,
          files: backup.files,
          restoredAt: backup.restoredAt?.toISOString() ?? null,
        }
      : null,
    ledgerCheck: check ? { at: check.checkedAt.toISOString(), faults: check.faults } : null,
    databaseBytes: Number(counts?.bytes ?? 0),
    waitingJobs: Number(counts?.waiting ?? 0),
    failedJobs: Number(counts?.failed ?? 0),
    requests: Number(traffic?.requests ?? 0),
    failedRequests: Number(traffic?.failures ?? 0),
    stoppedAddresses: await db.$count(mailReturns, isNotNull(mailReturns.stoppedAt)),
  };
});
