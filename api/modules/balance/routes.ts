import type { Handler } from "#api/http/handle";
import { receipt, statement } from "./documents";
import { history, operations } from "./history";
import { historyCsv } from "./history-csv";
import { checkTransfer, transfer, transferLimits } from "./transfer";

export const balanceRoutes: readonly Handler[] = [
  transferLimits,
  checkTransfer,
  transfer,
  history,
  historyCsv,
  operations,
  receipt,
  statement,
];
