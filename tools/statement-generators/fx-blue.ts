import Papa from "papaparse";
import type { History } from "#api/modules/monitoring/statistics/history";
import { resultOf } from "#statements/types";
import type { Writing } from "./format";
import { byTime, lots, moment, plain, price } from "./format";

/** Writes FX Blue's export of one account. */
export function writeFxBlue(history: History, writing: Writing): Uint8Array {
  const headings = [
    "Type",
    "Ticket",
    "Symbol",
    "Lots",
    "Buy/sell",
    "Open price",
    "Close price",
    "Open time",
    "Close time",
    "Open date",
    "Close date",
    "Profit",
    "Swap",
    "Commission",
    "Net profit",
    "T/P",
    "S/L",
    "Pips",
    "Result",
    "Trade duration (hours)",
    "Magic number",
    "Order comment",
    "Account",
  ];
  const { number } = history.account;
  const time = (value: number) => moment(value, writing, "/");
  const rows = byTime(history).map((entry) => {
    if ("operation" in entry) {
      const { ticket, time: timestamp, type, amount, comment = "" } = entry.operation;
      const kind = type === "credit" ? "Credit" : amount < 0n ? "Withdrawal" : "Deposit";
      return [
        kind,
        ticket,
        "",
        "0",
        "",
        "0",
        "0",
        time(timestamp),
        time(timestamp),
        "",
        "",
        plain(amount),
        "0",
        "0",
        plain(amount),
        "0",
        "0",
        "0",
        "n/a",
        "0",
        "0",
        comment,
        number,
      ];
    }
    const { trade } = entry;
    return [
      "Closed position",
      trade.ticket,
      trade.symbol,
      lots(trade.volume),
      trade.side === "long" ? "Buy" : "Sell",
      price(trade.openPrice),
      price(trade.closePrice),
      time(trade.openTime ?? trade.closeTime),
      time(trade.closeTime),
      "",
      "",
      plain(trade.profit),
      plain(trade.swap),
      plain(trade.commission),
      plain(resultOf(trade)),
      price(trade.takeProfit ?? 0n),
      price(trade.stopLoss ?? 0n),
      "0",
      resultOf(trade) > 0n ? "Win" : "Loss",
      "1",
      trade.magic ?? "0",
      trade.comment ?? "",
      number,
    ];
  });
  return new TextEncoder().encode(`sep=,\n${Papa.unparse([headings, ...rows], { newline: "\n" })}\n`);
}
