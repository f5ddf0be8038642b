import Papa from "papaparse";
import type { History } from "#api/areas/monitoring/statistics/history";
import { resultOf } from "#api/areas/monitoring/statistics/history";
import { formatExact } from "#api/values/decimal";
import type { Writing } from "./shown";
import { byTime, lots, moment, money, price } from "./shown";

const bytes = (text: string) => new TextEncoder().encode(text);
const plain = (value: bigint) => formatExact(value, 2);

/** `11/20/2026 14:05`: Myfxbook keeps no seconds. */
function monthFirst(time: number, writing: Writing): string {
  const [date = "", clock = ""] = moment(time, writing).split(" ");
  const [year, month, day] = date.split(".");
  return `${month}/${day}/${year} ${clock.slice(0, 5)}`;
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
        monthFirst(time, writing),
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
      monthFirst(trade.openTime ?? trade.closeTime, writing),
      monthFirst(trade.closeTime, writing),
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
    "05/08/2026 00:16",
    "05/08/2026 10:51",
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
  return bytes(Papa.unparse([headings, ...rows.reverse(), ...cancelled, ...open], { newline: "\n" }));
}

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
  return bytes(
    `\ufeff${Papa.unparse([headings, ...cancelled, ...rows.reverse()], { delimiter: ";", newline: "\n" })}\n`,
  );
}

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
      const { ticket, time: at, type, amount, comment = "" } = entry.operation;
      const kind = type === "credit" ? "Credit" : amount < 0n ? "Withdrawal" : "Deposit";
      return [
        kind,
        ticket,
        "",
        "0",
        "",
        "0",
        "0",
        time(at),
        time(at),
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
  return bytes(`sep=,\n${Papa.unparse([headings, ...rows], { newline: "\n" })}\n`);
}
