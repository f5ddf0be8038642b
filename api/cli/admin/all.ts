import { balanceCommands } from "./balance";
import { alertsCommands, flagsCommands, sessionsCommands, twoStepCommands } from "./clients";
import { depositsCommands } from "./deposits";
import { driftsCommands } from "./drifts";
import { lettersCommands } from "./emails";
import { filesCommands } from "./files";
import { jobsCommands } from "./jobs";
import { ledgerCommands } from "./ledger";
import type { CommandGroup } from "./operation";
import { partnerCommands } from "./partner-terms";
import { serversCommands } from "./servers";
import { systemsCommands } from "./systems";
import { tariffsCommands } from "./tariffs";
import { testServersCommands } from "./test-servers";
import { textsCommands } from "./texts";
import { ticketsCommands } from "./tickets";
import { withdrawalsCommands } from "./withdrawals";

/** Every area of the operator's program, one line each. */
export const areas: readonly CommandGroup[] = [
  flagsCommands,
  twoStepCommands,
  sessionsCommands,
  alertsCommands,
  tariffsCommands,
  serversCommands,
  testServersCommands,
  driftsCommands,
  ledgerCommands,
  jobsCommands,
  lettersCommands,
  depositsCommands,
  balanceCommands,
  withdrawalsCommands,
  partnerCommands,
  ticketsCommands,
  systemsCommands,
  filesCommands,
  textsCommands,
];
