import type { Verb } from "#api/http/verb";
import { history, operations } from "./history";
import { historyCsv } from "./history-csv";
import { receipt, statement } from "./papers";
import { checkTransfer, transfer, transferLimits } from "./transfer";

export const balanceVerbs: readonly Verb[] = [
  transferLimits,
  checkTransfer,
  transfer,
  history,
  historyCsv,
  operations,
  receipt,
  statement,
];
