import Papa from "papaparse";
import type { History } from "#api/modules/monitoring/statistics/history";
import type { Writing } from "./format";
import { lots, moment, plain, price } from "./format";

const newestFirst = ({ trades }: History) => trades.toSorted((a, b) => b.closeTime - a.closeTime);
const encode = (text: string) => new TextEncoder().encode(text);

/** Writes the closed trades like FTMO's client area: semicolons, newest first, no deposits. */
export function writeFtmo(history: History, writing: Writing): Uint8Array {
  const headings = "Ticket;Open;Type;Volume;Symbol;Price;SL;TP;Close;Price;Swap;Commissions;Profit;Pips;";
  const time = (value: number) => moment(value, writing, "-");
  const rows = newestFirst(history).map((trade) => [
    ...[trade.ticket, time(trade.openTime ?? trade.closeTime), trade.side === "long" ? "buy" : "sell"],
    ...[lots(trade.volume), trade.symbol, price(trade.openPrice)],
    ...[price(trade.stopLoss ?? 0n), price(trade.takeProfit ?? 0n)],
    ...[time(trade.closeTime), price(trade.closePrice)],
    ...[plain(trade.swap), plain(trade.commission), plain(trade.profit), "1.5", "60"],
  ]);
  const text = Papa.unparse(rows, { delimiter: ";", newline: "\n" });
  return encode(`${headings}"Trade duration in seconds"\n${text}\n`);
}

/** Writes the closed trades like Exness' client area: times in UTC, the currency in the headings of money. */
export function writeExness(history: History): Uint8Array {
  const headings =
    "ticket,opening_time_utc,closing_time_utc,type,lots,original_position_size,symbol,opening_price,closing_price,stop_loss,take_profit,commission_usd,swap_usd,profit_usd,equity_usd,margin_level,close_reason";
  const time = (value: number) => new Date(value).toISOString();
  const rows = newestFirst(history).map((trade) => [
    ...[trade.ticket, time(trade.openTime ?? trade.closeTime), time(trade.closeTime)],
    ...[trade.side === "long" ? "buy" : "sell", lots(trade.volume), lots(trade.volume), trade.symbol],
    ...[price(trade.openPrice), price(trade.closePrice), price(trade.stopLoss), price(trade.takeProfit)],
    ...[plain(trade.commission), plain(trade.swap), plain(trade.profit), "", "", "user"],
  ]);
  return encode(`${headings}\n${Papa.unparse(rows, { newline: "\n" })}\n`);
}
