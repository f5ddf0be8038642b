import Papa from "papaparse";
import type { History } from "#api/modules/monitoring/statistics/history";
import type { Decimal } from "#statements/decimal";
import { formatExact } from "#statements/decimal";
import type { Trade } from "#statements/types";
import { resultOf } from "#statements/types";
import type { Writing } from "./format";
import { escapeHtml, lots, moment, money, price } from "./format";

/** Formats `17/04/2026 15:53:04.151`, on the clock named in the heading. */
function dayFirst(time: number, writing: Writing): string {
  const [date = "", clock = ""] = moment(time, writing).split(" ");
  return `${date.split(".").reverse().join("/")} ${clock}.000`;
}

/** Formats `UTC-5`, `UTC+3:30`. */
function zoneOf({ minutes }: Writing): string {
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? "-" : "+"}${Math.floor(size / 60)}${size % 60 ? `:${size % 60}` : ""}`;
}

function table(history: History, writing: Writing): string[][] {
  const zone = zoneOf(writing);
  const { currency } = history.account;
  const headings = [
    ...["Closing Deal ID", "Position ID", "Symbol", "Opening direction", `Opening time (${zone})`],
    ...[`Closing time (${zone})`, "Entry price", "Closing price", "Closing Quantity", "Closing USD Volume"],
    ...[
      "Swap",
      "Commissions",
      `Gross ${currency}`,
      `Net ${currency}`,
      `Balance ${currency}`,
      "Pips",
      "Comment",
    ],
  ];
  let balance: Decimal = writing.opening ?? 0n;
  const row = (trade: Trade) => {
    balance += resultOf(trade);
    return [
      ...[`DID${trade.ticket}`, `PID${trade.position}`, trade.symbol, trade.side === "long" ? "Buy" : "Sell"],
      ...[dayFirst(trade.openTime ?? trade.closeTime, writing), dayFirst(trade.closeTime, writing)],
      ...[price(trade.openPrice), price(trade.closePrice), `${lots(trade.volume)} Lots`, "10000"],
      ...[formatExact(trade.swap, 2), formatExact(trade.commission, 2), formatExact(trade.profit, 2)],
      ...[money(resultOf(trade)), money(balance), "1.5", trade.comment ?? ""],
    ];
  };
  const rows = history.trades.toSorted((a, b) => a.closeTime - b.closeTime).map(row);
  return [headings, ...rows.reverse()];
}

/**
 * Writes cTrader's history of closing deals: all cells quoted, newest first, day-first dates, spaces between
 * thousands. It has no deposits.
 */
export function writeCTraderCsv(history: History, writing: Writing): Uint8Array {
  return new TextEncoder().encode(`\ufeff${Papa.unparse(table(history, writing), { quotes: true })}\r\n`);
}

/** Writes the same history as the table of a saved statement, followed by another table. */
export function writeCTraderHtml(history: History, writing: Writing): Uint8Array {
  const cells = (list: string[]) => `<tr>${list.map((text) => `<td>${escapeHtml(text)}</td>`).join("")}</tr>`;
  const rows = table(history, writing).map(cells).join("\n");
  return new TextEncoder().encode(
    `<!DOCTYPE html><html><head><title>cTrader statement</title></head><body><table><tr><td colspan="17">History</td></tr>\n${rows}\n<tr><td colspan="17">Positions</td></tr>${cells(["Symbol", "Volume", "Price", "Time"])}</table></body></html>\n`,
  );
}
