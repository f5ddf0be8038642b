import { evaluateAlertsJob, sweepAlertLog, sweepSilence } from "#api/areas/monitoring/alerts/jobs";
import { sendAlertsJob } from "#api/areas/monitoring/alerts/send";
import { refreshRest } from "#api/areas/monitoring/history/refresh-rest";
import { thinSnapshots } from "#api/areas/monitoring/history/thin";
import { readUploadJob, runImportJob, sweepImports } from "#api/areas/monitoring/import/jobs";
import { sendReportJob } from "#api/areas/monitoring/reports/send";
import { sweepReports } from "#api/areas/monitoring/reports/sweep";
import { sweepSubscriptions, tendSubscription } from "#api/areas/monitoring/subscription/autopay";
import { expireWithdrawals } from "#api/areas/partner/expire-withdrawals";
import { createPayment } from "#api/areas/payments/ask-for-payment";
import { lookUpPayment } from "#api/areas/payments/look-up";
import { refundDeposit } from "#api/areas/payments/refund";
import { sandboxReport } from "#api/areas/payments/sandbox";
import { sweepDepositsJob } from "#api/areas/payments/sweep-deposits";
import { checkDrift } from "#api/areas/vps/drift/check-drift";
import { followOrder } from "#api/areas/vps/order/follow-order";
import { submitOrder } from "#api/areas/vps/order/submit-order";
import { sweepServers } from "#api/areas/vps/server/sweep";
import { tendServer } from "#api/areas/vps/server/tend-server";
import type { AnyJob } from "#api/jobs/job";
import type { Schedule } from "#api/jobs/schedule";
import { every } from "#api/jobs/schedule";
import { mailJob } from "#api/mail/send";
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
