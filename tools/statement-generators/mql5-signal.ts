import Papa from "papaparse";
import type { History } from "#api/modules/monitoring/statistics/history";
import type { Writing } from "./format";
import { byTime, lots, moment, money, price } from "./format";

const blank = (count: number) => Array.from({ length: count }, () => "");

/** Writes a signal's history from mql5.com: no tickets, no account, newest first. */
export function writeMql5Signal(history: History, writing: Writing): Uint8Array {
  const headings = [
    "Time",
    "Type",
    "Volume",
    "Symbol",
    "Price",
    "S/L",
    "T/P",
    "Time",
    "Price",
    "Commission",
    "Swap",
    "Profit",
    "Comment",
  ];
  const rows = byTime(history).map((entry) => {
    if ("operation" in entry) {
      const { time, type, amount, comment = "" } = entry.operation;
      return [
        moment(time, writing),
        type === "credit" ? "Credit" : "Balance",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        money(amount),
        comment,
      ];
    }
    const { trade } = entry;
    return [
      moment(trade.openTime ?? trade.closeTime, writing),
      trade.side === "long" ? "Buy" : "Sell",
      lots(trade.volume),
      trade.symbol,
      price(trade.openPrice),
      price(trade.stopLoss),
      price(trade.takeProfit),
      moment(trade.closeTime, writing),
      price(trade.closePrice),
      money(trade.commission),
      money(trade.swap),
      money(trade.profit),
      trade.comment ?? "",
    ];
  });
  const cancelled = Array.from({ length: writing.cancelled }, () => [
    "2026.05.08 00:16:40",
    "Sell Limit",
    "2.78",
    "NZDUSD",
    "0.59690",
    "",
    "",
    "2026.05.08 10:51:49",
    "0.59506",
    "",
    "",
    "",
    "cancelled",
  ]);
  const allRows = [...cancelled, ...rows.reverse()];
  // the site's extra rows: a time alone, an empty row, and the sums of MetaTrader 4's signals as a trade in a
  // pseudo-symbol
  const extraRows = writing.hasArtefacts
    ? [
        ["2026.07.06 00:22:05", ...blank(12)],
        blank(13),
        ...["SUMMARY", "profit"].map((name) => [
          ...["2026.03.28 12:45:01", "Buy", "0.10", name, "", "", "", "2026.04.14 16:07:19"],
          ...["", "", "-130.60", "3 613.41", ""],
        ]),
      ]
    : [];
  const text = Papa.unparse([headings, ...extraRows, ...allRows], { delimiter: ";", newline: "\n" });
  return new TextEncoder().encode(`\ufeff${text}\n`);
}
