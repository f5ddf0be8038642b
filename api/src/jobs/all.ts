import { mailJob } from "#api/mail/send";
import { evaluateAlertsJob, sweepAlertLog, sweepSilence } from "#api/monitoring/alerts/jobs";
import { sendAlertsJob } from "#api/monitoring/alerts/send";
import { thinSnapshots } from "#api/monitoring/history/thin";
import { readUploadJob, runImportJob, sweepImports } from "#api/monitoring/import/jobs";
import { sendReportJob, sweepReports } from "#api/monitoring/reports/send";
import { sweepSubscriptions, tendSubscription } from "#api/monitoring/subscription/autopay";
import { expireWithdrawals } from "#api/partner/expire-withdrawals";
import { sandboxReport } from "#api/payments/sandbox";
import { sweepDepositsJob } from "#api/payments/sweep-deposits";
import { followOrder } from "#api/vps/follow-order";
import { submitOrder } from "#api/vps/submit-order";
import { sweepServers } from "#api/vps/sweep";
import { tendServer } from "#api/vps/tend-server";
import { housekeeping } from "./housekeeping";
import type { AnyJob } from "./job";
import type { Schedule } from "./schedule";
import { every } from "./schedule";

/** Every job that a worker knows, one line each. */
export const allJobs: readonly AnyJob[] = [
  housekeeping,
  expireWithdrawals,
  mailJob,
  submitOrder,
  followOrder,
  sweepServers,
  tendServer,
  sandboxReport,
  sweepDepositsJob,
  sweepSubscriptions,
  tendSubscription,
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
];

/** What runs by the clock (UTC): `every(job, cron)`, one line each. */
export const schedules: readonly Schedule[] = [
  every(housekeeping, "11 3 * * *"),
  every(expireWithdrawals, "17 * * * *"),
  every(sweepServers, "* * * * *"),
  every(sweepDepositsJob, "*/10 * * * *"),
  every(sweepSubscriptions, "7 * * * *"),
  every(thinSnapshots, "23 2 * * *"),
  every(sweepImports, "25 * * * *"),
  every(sweepReports, "*/15 * * * *"),
  every(sweepSilence, "* * * * *"),
  every(sweepAlertLog, "41 3 * * *"),
];
