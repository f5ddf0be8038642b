import { balanceArea } from "./balance";
import { alertsArea, flagsArea, sessionsArea, twoStepArea } from "./clients";
import { depositsArea } from "./deposits";
import { driftsArea } from "./drifts";
import { filesArea } from "./files";
import { jobsArea } from "./jobs";
import { ledgerArea } from "./ledger";
import { lettersArea } from "./letters";
import type { Area } from "./operation";
import { partnerArea } from "./partner-terms";
import { serversArea } from "./servers";
import { systemsArea } from "./systems";
import { tariffsArea } from "./tariffs";
import { testServersArea } from "./test-servers";
import { textsArea } from "./texts";
import { ticketsArea } from "./tickets";
import { withdrawalsArea } from "./withdrawals";

/** Every area of the operator's program, one line each. */
export const areas: readonly Area[] = [
  flagsArea,
  twoStepArea,
  sessionsArea,
  alertsArea,
  tariffsArea,
  serversArea,
  testServersArea,
  driftsArea,
  ledgerArea,
  jobsArea,
  lettersArea,
  depositsArea,
  balanceArea,
  withdrawalsArea,
  partnerArea,
  ticketsArea,
  systemsArea,
  filesArea,
  textsArea,
];
