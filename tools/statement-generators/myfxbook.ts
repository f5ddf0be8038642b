import Papa from "papaparse";
import type { History } from "#api/modules/monitoring/statistics/history";
import { formatExact } from "#statements/decimal";
import { resultOf } from "#statements/types";
import type { Writing } from "./format";
import { byTime, lots, moment, plain, price } from "./format";

/** Formats `11/20/2026 14:05`, or with the day first, by the user's setting; Myfxbook has no seconds. */
function shownDay(time: number, writing: Writing): string {
  const [date = "", clock = ""] = moment(time, writing).split(" ");
  const [year, month, day] = date.split(".");
  const days = writing.isDayFirst ? [day, month] : [month, day];
  return `${days.join("/")}/${year} ${clock.slice(0, 5)}`;
}

/** Writes Myfxbook's export: newest first, `Profit` net of commission and swap. */
export function writeMyfxbook(history: History, writing: Writing): Uint8Array {
  const headings = [
    "Tags",
    "Ticket",
    "Open Date",
    "Close Date",
    "Symbol",
    "Action",
    "Units/Lots",
    "SL",
    "TP",
    "Open Price",
    "Close Price",
    "Commission",
    "Swap",
    "Pips",
    "Profit",
    "Gain",
    "Comment",
    "Magic Number",
    "Duration (DD:HH:MM:SS)",
  ];
  const rows = byTime(history).map((entry) => {
    if ("operation" in entry) {
      const { ticket, time, type, amount, comment = "" } = entry.operation;
      const action = type === "credit" ? "Credit" : amount < 0n ? "Withdrawal" : "Deposit";
      return [
        "",
        ticket,
        shownDay(time, writing),
        "",
        "",
        action,
        "0.010",
        "0",
        "0",
        "0",
        "0",
        "0",
        "0",
        "0.0",
        plain(amount),
        "0",
        comment,
        "0",
        "00:00:00:00",
      ];
    }
    const { trade } = entry;
    return [
      "",
      trade.ticket,
      shownDay(trade.openTime ?? trade.closeTime, writing),
      shownDay(trade.closeTime, writing),
      trade.symbol,
      trade.side === "long" ? "Buy" : "Sell",
      lots(trade.volume),
      price(trade.stopLoss ?? 0n),
      price(trade.takeProfit ?? 0n),
      price(trade.openPrice),
      price(trade.closePrice),
      formatExact(trade.commission, 4),
      formatExact(trade.swap, 4),
      "0.0",
      plain(resultOf(trade)),
      "0.1",
      trade.comment ?? "",
      trade.magic ?? "0",
      "00:01:00:00",
    ];
  });
  const cancelled = Array.from({ length: writing.cancelled }, (_, index) => [
    "",
    String(900_000_000 + index),
    writing.isDayFirst ? "08/05/2026 00:16" : "05/08/2026 00:16",
    writing.isDayFirst ? "08/05/2026 10:51" : "05/08/2026 10:51",
    "NZDUSD",
    "Sell Limit",
    "2.78",
    "0",
    "0",
    "0.59690",
    "0.59506",
    "0",
    "0",
    "0",
    "0",
    "0",
    "",
    "0",
    "",
  ]);
  const open = [
    ["Open Trades"],
    ["", "Ticket", "Open Date", "Symbol", "Action", "Units/Lots", "SL", "TP", "Open Price", "Profit", "Pips"],
  ];
  return new TextEncoder().encode(
    Papa.unparse([headings, ...rows.reverse(), ...cancelled, ...open], { newline: "\n" }),
  );
}
