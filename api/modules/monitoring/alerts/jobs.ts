import { and, eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { monitoringAlerts as alerts } from "#api/db/schema/monitoring-notices";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { enqueue, enqueueAll } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import { dayMilliseconds } from "#contract/day";
import { evaluateAlerts } from "./evaluate";

export const evaluateAlertsJob = job(
  "monitoring.evaluate-alerts",
  z.object({ accountId: z.string() }),
  ({ accountId }, deps) => evaluateAlerts(deps, accountId),
  { retries: 3 },
);

/** A subquery of statements about accounts: whether any alert is on. */
export const hasAlerts = sql<boolean>`exists (
    select from monitoring_alerts where account_id = monitoring_accounts.id and is_on)`;

/** Enqueues a check of an account's alerts after new data; call it for accounts that have alerts. */
export const enqueueAlertCheck = (tx: Tx, accountId: string): Promise<void> =>
  enqueue(tx, evaluateAlertsJob, { accountId }, { key: accountId });

/** The same for several accounts with alerts, after their new data was committed. */
export const enqueueAlertChecks = (db: Database, accountIds: string[]): Promise<void> =>
  enqueueAll(db, evaluateAlertsJob, new Map(accountIds.map((accountId) => [accountId, { accountId }])));

/**
 * A silent terminal sends no data, so this job checks once a minute the accounts that have been silent for longer
 * than their threshold.
 */
export const processSilence = job("monitoring.check-silence", z.object({}), async (_payload, deps) => {
  const now = deps.clock.now();
  const silent = await deps.db
    .select({ accountId: alerts.accountId })
    .from(alerts)
    .innerJoin(accounts, eq(accounts.id, alerts.accountId))
    .where(
      and(
        eq(alerts.kind, "silence"),
        eq(alerts.isOn, true),
        eq(alerts.isRinging, false),
        sql`${accounts.heardAt} <= ${now.toISOString()}::timestamptz - ${alerts.threshold} * interval '1 minute'`,
      ),
    );
  await enqueueAlertChecks(
    deps.db,
    silent.map(({ accountId }) => accountId),
  );
});

const retentionDays = 90;

/** Deletes log entries of alerts older than three months. */
export const expireAlertLog = job("monitoring.expire-alert-log", z.object({}), async (_payload, deps) => {
  const before = new Date(deps.clock.now().getTime() - retentionDays * dayMilliseconds);
  await transaction(deps.db, (tx) =>
    tx.execute(sql`delete from monitoring_alert_log where at < ${before.toISOString()}::timestamptz`),
  );
});
