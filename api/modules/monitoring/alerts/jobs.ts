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

/** Whether any alert is on, as a part of a statement about accounts. */
export const hasAlerts = sql<boolean>`exists (
    select from monitoring_alerts where account_id = monitoring_accounts.id and is_on)`;

/** After news of an account that has alerts: they are looked at. */
export const lookAtAlerts = (tx: Tx, accountId: string): Promise<void> =>
  enqueue(tx, evaluateAlertsJob, { accountId }, { key: accountId });

/** The same of some accounts that have some, after their news were committed. */
export const lookAtAlertsOf = (db: Database, accountIds: string[]): Promise<void> =>
  enqueueAll(db, evaluateAlertsJob, new Map(accountIds.map((accountId) => [accountId, { accountId }])));

/** Silence makes no news: once a minute those are looked at who have been silent for longer than they should. */
export const processSilence = job("monitoring.sweep-silence", z.object({}), async (_payload, deps) => {
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
  await lookAtAlertsOf(
    deps.db,
    silent.map(({ accountId }) => accountId),
  );
});

const keptDays = 90;

/** The log of alerts goes back three months. */
export const expireAlertLog = job("monitoring.sweep-alert-log", z.object({}), async (_payload, deps) => {
  const before = new Date(deps.clock.now().getTime() - keptDays * dayMilliseconds);
  await transaction(deps.db, (tx) =>
    tx.execute(sql`delete from monitoring_alert_log where at < ${before.toISOString()}::timestamptz`),
  );
});
