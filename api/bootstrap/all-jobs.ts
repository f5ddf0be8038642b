import { mailJob } from "#api/email/send";
import { evaluateAlertsJob, expireAlertLog, processSilence } from "#api/modules/monitoring/alerts/jobs";
import { sendAlertsJob } from "#api/modules/monitoring/alerts/send";
import { downsampleSnapshots } from "#api/modules/monitoring/history/downsample";
import { refreshRest } from "#api/modules/monitoring/history/refresh-rest";
import { expireImports, readUploadJob, runImportJob } from "#api/modules/monitoring/import/jobs";
import { expireReports } from "#api/modules/monitoring/reports/expire";
import { sendReportJob } from "#api/modules/monitoring/reports/send";
import { processDueSubscriptions, processSubscription } from "#api/modules/monitoring/subscription/autopay";
import { expireWithdrawals } from "#api/modules/partners/expire-withdrawals";
import { expireDepositsJob } from "#api/modules/payments/expire-deposits";
import { fetchPayment } from "#api/modules/payments/poll-payments";
import { refundDeposit } from "#api/modules/payments/refund";
import { createPayment } from "#api/modules/payments/request-payment";
import { sandboxReport } from "#api/modules/payments/sandbox";
import { checkDrift } from "#api/modules/vps/drift/check-drift";
import { followOrder } from "#api/modules/vps/order/follow-order";
import { submitOrder } from "#api/modules/vps/order/submit-order";
import { processDueServers } from "#api/modules/vps/server/process-due-servers";
import { processServer } from "#api/modules/vps/server/process-server";
import type { AnyJob } from "#api/queue/job";
import type { Schedule } from "#api/queue/schedule";
import { every } from "#api/queue/schedule";
import { housekeeping } from "./housekeeping";
import { deleteOrphanFiles } from "./orphan-files";
import { rotateKeys } from "./rotate-keys";

/** Every job that a worker knows, one line each. */
export const allJobs: readonly AnyJob[] = [
  housekeeping,
  deleteOrphanFiles,
  expireWithdrawals,
  mailJob,
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
  refreshRest,
  downsampleSnapshots,
  readUploadJob,
  runImportJob,
  expireImports,
  sendReportJob,
  expireReports,
  evaluateAlertsJob,
  sendAlertsJob,
  processSilence,
  expireAlertLog,
  rotateKeys,
];

/** What runs by the clock (UTC): `every(job, cron)`, one line each. */
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
  every(expireReports, "*/15 * * * *"),
  every(processSilence, "* * * * *"),
  every(expireAlertLog, "41 3 * * *"),
  every(rotateKeys, "13 * * * *"),
];
