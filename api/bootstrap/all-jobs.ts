import { mailJob } from "#api/email/send";
import { evaluateAlertsJob, sweepAlertLog, sweepSilence } from "#api/modules/monitoring/alerts/jobs";
import { sendAlertsJob } from "#api/modules/monitoring/alerts/send";
import { refreshRest } from "#api/modules/monitoring/history/refresh-rest";
import { thinSnapshots } from "#api/modules/monitoring/history/thin";
import { readUploadJob, runImportJob, sweepImports } from "#api/modules/monitoring/import/jobs";
import { sendReportJob } from "#api/modules/monitoring/reports/send";
import { sweepReports } from "#api/modules/monitoring/reports/sweep";
import { sweepSubscriptions, tendSubscription } from "#api/modules/monitoring/subscription/autopay";
import { expireWithdrawals } from "#api/modules/partners/expire-withdrawals";
import { createPayment } from "#api/modules/payments/ask-for-payment";
import { lookUpPayment } from "#api/modules/payments/look-up";
import { refundDeposit } from "#api/modules/payments/refund";
import { sandboxReport } from "#api/modules/payments/sandbox";
import { sweepDepositsJob } from "#api/modules/payments/sweep-deposits";
import { checkDrift } from "#api/modules/vps/drift/check-drift";
import { followOrder } from "#api/modules/vps/order/follow-order";
import { submitOrder } from "#api/modules/vps/order/submit-order";
import { sweepServers } from "#api/modules/vps/server/sweep";
import { tendServer } from "#api/modules/vps/server/tend-server";
import type { AnyJob } from "#api/queue/job";
import type { Schedule } from "#api/queue/schedule";
import { every } from "#api/queue/schedule";
import { housekeeping } from "./housekeeping";
import { reseal } from "./reseal";
import { sweepFiles } from "./sweep-files";

/** Every job that a worker knows, one line each. */
export const allJobs: readonly AnyJob[] = [
  housekeeping,
  sweepFiles,
  expireWithdrawals,
  mailJob,
  submitOrder,
  followOrder,
  sweepServers,
  tendServer,
  checkDrift,
  createPayment,
  lookUpPayment,
  refundDeposit,
  sandboxReport,
  sweepDepositsJob,
  sweepSubscriptions,
  tendSubscription,
  refreshRest,
  thinSnapshots,
  readUploadJob,
  runImportJob,
  sweepImports,
  sendReportJob,
  sweepReports,
  evaluateAlertsJob,
  sendAlertsJob,
  sweepSilence,
  sweepAlertLog,
  reseal,
];

/** What runs by the clock (UTC): `every(job, cron)`, one line each. */
export const schedules: readonly Schedule[] = [
  every(housekeeping, "11 3 * * *"),
  every(sweepFiles, "29 3 * * *"),
  every(expireWithdrawals, "17 * * * *"),
  every(checkDrift, "37 4 * * *"),
  every(sweepServers, "* * * * *"),
  every(sweepDepositsJob, "*/10 * * * *"),
  every(sweepSubscriptions, "7 * * * *"),
  every(thinSnapshots, "23 2 * * *"),
  every(sweepImports, "25 * * * *"),
  every(sweepReports, "*/15 * * * *"),
  every(sweepSilence, "* * * * *"),
  every(sweepAlertLog, "41 3 * * *"),
  every(reseal, "13 * * * *"),
];
