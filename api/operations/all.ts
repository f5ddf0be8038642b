import { announcementsCommands } from "./announcements";
import { auditCommands } from "./audit";
import { balanceCommands } from "./balance";
import { booksCommands } from "./books";
import { capacityCommands } from "./capacity";
import { clientsCommands } from "./client-accounts";
import { alertsCommands, flagsCommands, sessionsCommands, twoStepCommands } from "./clients";
import { depositsCommands } from "./deposits";
import { driftsCommands } from "./drifts";
import { emailsCommands } from "./emails";
import { filesCommands } from "./files";
import { invoicesCommands } from "./invoices";
import { jobsCommands } from "./jobs";
import { ledgerCommands } from "./ledger";
import { maintenanceCommands } from "./maintenance";
import type { CommandGroup } from "./operation";
import { partnerCommands } from "./partner-terms";
import { promoCodesCommands } from "./promo-codes";
import { repliesCommands } from "./replies";
import { requestsCommands } from "./requests";
import { serversCommands } from "./servers";
import { settingsCommands } from "./settings";
import { staffCommands } from "./staff";
import { systemsCommands } from "./systems";
import { tariffsCommands } from "./tariffs";
import { testServersCommands } from "./test-servers";
import { textsCommands } from "./texts";
import { ticketsCommands } from "./tickets";
import { withdrawalsCommands } from "./withdrawals";

/** All command groups of the operator's program, one line each. */
export const areas: readonly CommandGroup[] = [
  staffCommands,
  clientsCommands,
  auditCommands,
  flagsCommands,
  twoStepCommands,
  sessionsCommands,
  alertsCommands,
  tariffsCommands,
  promoCodesCommands,
  settingsCommands,
  serversCommands,
  testServersCommands,
  driftsCommands,
  capacityCommands,
  maintenanceCommands,
  ledgerCommands,
  booksCommands,
  invoicesCommands,
  jobsCommands,
  requestsCommands,
  emailsCommands,
  depositsCommands,
  balanceCommands,
  withdrawalsCommands,
  partnerCommands,
  ticketsCommands,
  repliesCommands,
  systemsCommands,
  filesCommands,
  textsCommands,
  announcementsCommands,
];
