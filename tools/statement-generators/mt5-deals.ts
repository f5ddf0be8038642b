import type { History } from "#api/modules/monitoring/statistics/history";
import type { Decimal } from "#statements/decimal";
import type { Trade } from "#statements/types";
import type { Writing } from "./format";
import { lots, moment, money, price } from "./format";

/** Brokers charge half of a position's cost at its opening. Exact to the last digit, so that the halves add up. */
const half = (value: Decimal) => value / 2n;
const sum = (values: Decimal[]) => values.reduce((total, value) => total + value, 0n);

export function positionsOf(trades: Trade[]): Trade[][] {
  const groups = new Map<string, Trade[]>();
  for (const trade of trades) groups.set(trade.position, [...(groups.get(trade.position) ?? []), trade]);
  return [...groups.values()].map((parts) => parts.toSorted((a, b) => a.closeTime - b.closeTime));
}

type Cells = (balance: string) => string[];

/**
 * Returns the deals of a history as the cells of their rows, oldest first. A position closed at once has its costs
 * split; one closed in parts pays at the end.
 */
export function dealRows(history: History, writing: Writing): string[][] {
  const rows: { time: number; rank: number; ticket: string; change: Decimal; cells: Cells }[] = [];
  for (const { ticket, time, type, amount, comment = "" } of history.operations) {
    rows.push({
      time,
      rank: 0,
      ticket,
      change: type === "credit" ? 0n : amount,
      cells: (balance) => [
        ...[moment(time, writing), ticket, "", type, "", "", "", ""],
        ...["0.00", "0.00", "0.00", money(amount), balance, comment],
      ],
    });
  }
  for (const parts of positionsOf(history.trades)) {
    const [first] = parts;
    if (!first) continue;
    const openTime = first.openTime ?? first.closeTime;
    const commission = parts.length === 1 ? half(first.commission) : 0n;
    const fee = parts.length === 1 ? half(first.fee) : 0n;
    const volume = sum(parts.map((part) => part.volume));
    const opening = `${first.ticket}0`;
    const [buy, sell] = first.side === "long" ? ["buy", "sell"] : ["sell", "buy"];
    rows.push({
      time: openTime,
      rank: 1,
      ticket: opening,
      change: commission + fee,
      cells: (balance) => [
        ...[
          moment(openTime, writing),
          opening,
          first.symbol,
          buy,
          "in",
          lots(volume),
          price(first.openPrice),
        ],
        ...[first.position, money(commission), money(fee), "0.00", "0.00", balance, ""],
      ],
    });
    for (const part of parts) {
      const [cost, rest] = [part.commission - commission, part.fee - fee];
      rows.push({
        time: part.closeTime,
        rank: 2,
        ticket: part.ticket,
        change: cost + rest + part.swap + part.profit,
        cells: (balance) => [
          ...[moment(part.closeTime, writing), part.ticket, part.symbol, sell, "out"],
          ...[lots(part.volume), price(part.closePrice), `${part.ticket}9`, money(cost), money(rest)],
          ...[money(part.swap), money(part.profit), balance, part.comment ?? ""],
        ],
      });
    }
  }
  rows.sort(
    (a, b) =>
      a.time - b.time ||
      a.rank - b.rank ||
      a.ticket.length - b.ticket.length ||
      (a.ticket < b.ticket ? -1 : 1),
  );
  let balance = writing.opening ?? 0n;
  return rows.map((row) => {
    balance += row.change;
    return row.cells(money(balance));
  });
}

const headings = [
  ...["Time", "Deal", "Symbol", "Type", "Direction", "Volume", "Price", "Order"],
  ...["Commission", "Fee", "Swap", "Profit", "Balance", "Comment"],
];

/** Writes only the deals, separated by tabs or commas. */
export function writeMt5Deals(
  history: History,
  writing: Writing,
  delimiter: "\t" | "," | ";" = "\t",
): Uint8Array {
  const quote = (text: string) =>
    text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [headings, ...dealRows(history, writing)].map((cells) => cells.map(quote).join(delimiter));
  return new TextEncoder().encode(`${lines.join("\r\n")}\r\n`);
}
