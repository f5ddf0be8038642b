import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import { monitoringImports } from "#api/db/schema/monitoring-notices";
import { dataExports } from "#api/db/schema/privacy";
import { avatars } from "#api/db/schema/profile";
import { ticketFiles } from "#api/db/schema/support";
import type { Deps } from "#api/deps";
import { mailJob } from "#api/email/send";
import { sendAnnouncementJob } from "#api/modules/announcements/send";
import { sendInvoiceJob } from "#api/modules/books/invoices/send";
import { evaluateAlertsJob, expireAlertLog, processSilence } from "#api/modules/monitoring/alerts/jobs";
import { sendAlertsJob } from "#api/modules/monitoring/alerts/send";
import { downsampleSnapshots } from "#api/modules/monitoring/history/downsample";
import { refreshRemaining } from "#api/modules/monitoring/history/refresh-remaining";
import { expireImports, readUploadJob, runImportJob } from "#api/modules/monitoring/import/jobs";
import { createDueReports } from "#api/modules/monitoring/reports/create-due-reports";
import { sendReportJob } from "#api/modules/monitoring/reports/send";
import { processDueSubscriptions, processSubscription } from "#api/modules/monitoring/subscription/autopay";
import { expireWithdrawals } from "#api/modules/partners/expire-withdrawals";
import { expireDepositsJob } from "#api/modules/payments/expire-deposits";
import { fetchPayment } from "#api/modules/payments/poll-payments";
import { refundDeposit } from "#api/modules/payments/refund";
import { createPayment } from "#api/modules/payments/request-payment";
import { sandboxReport } from "#api/modules/payments/sandbox";
import { eraseAccount } from "#api/modules/privacy/erase-account";
import { expireExports, prepareExport } from "#api/modules/privacy/export";
import { notifyStaff, sendStaffDigest, sendStaffNotice } from "#api/modules/staff/notify-staff";
import { checkDrift } from "#api/modules/vps/drift/check-drift";
import { followOrder } from "#api/modules/vps/order/follow-order";
import { submitOrder } from "#api/modules/vps/order/submit-order";
import { applyPriceChanges } from "#api/modules/vps/rate/change-price";
import { processDueServers } from "#api/modules/vps/server/process-due-servers";
import { processServer } from "#api/modules/vps/server/process-server";
import type { AnyJob } from "#api/queue/job";
import { job } from "#api/queue/job";
import { removeFiles } from "#api/queue/remove-files";
import type { Schedule } from "#api/queue/schedule";
import { every } from "#api/queue/schedule";
import { dayMilliseconds } from "#contract/day";
import { housekeeping } from "./housekeeping";
import { rotateKeys } from "./rotate-keys";

/** Ids per query. */
const idsAtOnce = 5_000;

/** Returns the ids of files that no row refers to. Every table that refers to files must be listed here. */
async function unknownOf(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select unnest(${sql.param(ids)}::text[]) as id
    except select ${ticketFiles.storeId} from ${ticketFiles}
    except select ${monitoringImports.fileId} from ${monitoringImports}
    except select ${dataExports.fileId} from ${dataExports}
    except select size.value from ${avatars}, jsonb_each_text(${avatars.files}) size`);
  return rows.map(({ id }) => id);
}

async function removeUnknown(
  { db, files }: Pick<Deps, "db" | "files">,
  ids: readonly string[],
): Promise<number> {
  const unknown = await unknownOf(db, ids);
  for (const id of unknown) await files.remove(id);
  return unknown.length;
}

/**
 * Removes files that are more than a day old and that no row refers to, in batches until none is left. They appear if
 * a process is killed between a file and its row, or if the database goes away during a commit. A store belongs to
 * one database: `npm run restore` takes an empty store and fills it with the backup's own files, so that no database
 * sees the files of a newer one. An operator who puts an older database beside a store by hand has a day to notice.
 */
export const deleteOrphanFiles = job(
  "delete-orphan-files",
  z.object({}),
  async (_, deps) => {
    const { clock, files, log } = deps;
    let removed = 0;
    let batch: string[] = [];
    for await (const id of files.list(new Date(clock.now().getTime() - dayMilliseconds))) {
      batch.push(id);
      if (batch.length < idsAtOnce) continue;
      removed += await removeUnknown(deps, batch);
      batch = [];
    }
    removed += await removeUnknown(deps, batch);
    if (removed > 0) log.warn({ files: removed }, "files that no row knew were removed");
  },
  { lane: "slow" },
);

/** Every job that a worker runs, one line each. */
export const allJobs: readonly AnyJob[] = [
  housekeeping,
  deleteOrphanFiles,
  removeFiles,
  expireWithdrawals,
  mailJob,
  sendInvoiceJob,
  sendAnnouncementJob,
  submitOrder,
  followOrder,
  processDueServers,
  processServer,
  checkDrift,
  createPayment,
  fetchPayment,
  refundDeposit,
  sandboxReport,
  expireDepositsJob,
  processDueSubscriptions,
  processSubscription,
  refreshRemaining,
  downsampleSnapshots,
  readUploadJob,
  runImportJob,
  expireImports,
  sendReportJob,
  createDueReports,
  evaluateAlertsJob,
  sendAlertsJob,
  processSilence,
  expireAlertLog,
  rotateKeys,
  applyPriceChanges,
  notifyStaff,
  sendStaffDigest,
  sendStaffNotice,
  prepareExport,
  expireExports,
  eraseAccount,
];

/** Scheduled jobs (UTC): `every(job, cron)`, one line each. */
export const schedules: readonly Schedule[] = [
  every(housekeeping, "11 3 * * *"),
  every(deleteOrphanFiles, "29 3 * * *"),
  every(expireWithdrawals, "17 * * * *"),
  every(checkDrift, "37 4 * * *"),
  every(processDueServers, "* * * * *"),
  every(expireDepositsJob, "*/10 * * * *"),
  every(processDueSubscriptions, "7 * * * *"),
  every(downsampleSnapshots, "23 2 * * *"),
  every(expireImports, "25 * * * *"),
  every(expireExports, "33 * * * *"),
  every(createDueReports, "*/15 * * * *"),
  every(processSilence, "* * * * *"),
  every(expireAlertLog, "41 3 * * *"),
  every(rotateKeys, "13 * * * *"),
  every(applyPriceChanges, "* * * * *"),
  every(notifyStaff, "* * * * *"),
  every(sendStaffDigest, "0 6 * * *"),
];
