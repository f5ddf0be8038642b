import type { History } from "#api/modules/monitoring/statistics/history";
import type { StatementFormat } from "#statements/kinds";
import { writeCTraderCsv, writeCTraderHtml } from "./ctrader";
import type { Writing } from "./format";
import { writeFxBlue } from "./fx-blue";
import { writeMql5Signal } from "./mql5-signal";
import { writeMt4Statement } from "./mt4-statement";
import { writeMt5Deals } from "./mt5-deals";
import { writeMt5Html } from "./mt5-html";
import { writeMt5Xlsx } from "./mt5-xlsx";
import { writeMyfxbook } from "./myfxbook";
import { writeExness, writeFtmo } from "./trade-list";

/** The kinds of files that can be generated, with the format that each must be detected as. */
export const writers: Record<
  string,
  {
    format: StatementFormat;
    extension: string;
    /** Its files list closed trades and no balance operations. */
    hasTradesOnly?: true;
    write: (history: History, writing: Writing) => Uint8Array;
  }
> = {
  "mt4-statement": { format: "mt4-statement", extension: "htm", write: writeMt4Statement },
  "mt5-report-html": { format: "mt5-report", extension: "html", write: writeMt5Html },
  "mt5-report-xlsx": { format: "mt5-report", extension: "xlsx", write: writeMt5Xlsx },
  "mt5-deals-tsv": {
    format: "mt5-deals",
    extension: "tsv",
    write: (history, writing) => writeMt5Deals(history, writing, "\t"),
  },
  "mt5-deals-csv": {
    format: "mt5-deals",
    extension: "csv",
    write: (history, writing) => writeMt5Deals(history, writing, ","),
  },
  myfxbook: { format: "myfxbook", extension: "csv", write: writeMyfxbook },
  "mql5-signal": { format: "mql5-signal", extension: "csv", write: writeMql5Signal },
  "fx-blue": { format: "fx-blue", extension: "csv", write: writeFxBlue },
  "ctrader-csv": { format: "ctrader", extension: "csv", hasTradesOnly: true, write: writeCTraderCsv },
  "trade-list-ftmo": { format: "trade-list", extension: "csv", hasTradesOnly: true, write: writeFtmo },
  "trade-list-exness": { format: "trade-list", extension: "csv", hasTradesOnly: true, write: writeExness },
  "ctrader-html": { format: "ctrader", extension: "html", hasTradesOnly: true, write: writeCTraderHtml },
};
