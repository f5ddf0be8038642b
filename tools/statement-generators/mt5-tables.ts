import type { History } from "#api/modules/monitoring/statistics/history";
import type { Decimal } from "#statements/decimal";
import type { Trade } from "#statements/types";
import type { Writing } from "./format";
import { lots, moment, money, price, totals } from "./format";
import { dealRows, positionsOf } from "./mt5-deals";
import { labels } from "./mt5-labels";

/** A table of a report: `totals` are the columns with a sum below, which is a formula in a workbook. */
export type Table = {
  kind: "positions" | "orders" | "deals";
  banner: string;
  headings: string[];
  rows: string[][];
  totals: number[];
};

const sum = (values: Decimal[]) => values.reduce((total, value) => total + value, 0n);
/** The spread's cost, if a terminal shows it: an arbitrary amount that does not change the balance. */
const costOf = (row: string[]) =>
  row[2] === "" ? "0.00" : `-${row[5]?.replace(/\D/g, "").slice(-1) ?? 0}.37`;

function positionRow(parts: Trade[], writing: Writing): string[] {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return [];
  const all = (pick: (trade: Trade) => Decimal) => money(sum(parts.map(pick)));
  return [
    ...[moment(first.openTime ?? first.closeTime, writing), first.position, first.symbol],
    ...[first.side === "long" ? "buy" : "sell", lots(sum(parts.map((part) => part.volume)))],
    ...[price(first.openPrice), price(first.stopLoss), price(first.takeProfit)],
    ...[moment(last.closeTime, writing), price(last.closePrice)],
    ...[all((part) => part.commission), all((part) => part.swap), all((part) => part.profit)],
  ];
}

function orderRow([first]: Trade[], writing: Writing): string[] {
  if (!first) return [];
  const time = moment(first.openTime ?? first.closeTime, writing);
  const type = first.side === "long" ? "buy" : "sell";
  const volume = `${lots(first.volume)} / ${lots(first.volume)}`;
  return [time, first.position, first.symbol, type, volume, "market", "", "", time, "filled", "", ""];
}

const cancelledOrder = (_: unknown, index: number) => [
  ...["2026.05.08 00:16:40", String(900_000_000 + index), "NZDUSD", "sell limit", "2.78 / 0"],
  ...["0.59690", "0.59960", "0.59150", "2026.05.08 10:51:49", "canceled", "", ""],
];

/** Returns the tables of a history's report, in the terminals' order. */
export function tables(history: History, writing: Writing): Table[] {
  const { banners, positions, orders, deals } = labels[writing.language ?? "English"];
  const groups = positionsOf(history.trades);
  const visibleColumns = (list: string[]) => (writing.cost ? list : list.filter((_, index) => index !== 8));
  const withCost = (row: string[]) =>
    writing.cost ? [...row.slice(0, 8), costOf(row), ...row.slice(8)] : row;
  const money0 = writing.cost ? 9 : 8;
  return [
    {
      kind: "positions",
      banner: banners[0],
      headings: positions.split("|"),
      rows: groups.map((parts) => positionRow(parts, writing)),
      totals: [],
    },
    {
      kind: "orders",
      banner: banners[1],
      headings: orders.split("|"),
      rows: [
        ...groups.map((parts) => orderRow(parts, writing)),
        ...Array.from({ length: writing.cancelled }, cancelledOrder),
      ],
      totals: [],
    },
    {
      kind: "deals",
      banner: banners[2],
      headings: visibleColumns(deals.split("|")),
      rows: dealRows(history, writing).map(withCost),
      totals: [money0, money0 + 1, money0 + 2],
    },
  ];
}

/** Returns the figures below the tables, in the terminals' lines. */
export function figures(history: History, writing: Writing): { summary: string[][]; results: string[][] } {
  const { balance, results } = labels[writing.language ?? "English"];
  const sums = totals(history);
  const colon = writing.language === "Chinese" ? "：" : ":";
  const named = (label: string | undefined, value: string) => [`${label}${colon}`, value];
  const of = (side: string) => history.trades.filter((trade) => trade.side === side).length;
  const stated = money(sums.balance + (writing.opening ?? 0n));
  return {
    summary: [
      [...named(balance[0], stated), ...named(balance[1], stated)],
      [...named(balance[2], money(sums.credit)), ...named(balance[3], "0.00")],
      [...named(balance[4], "0.00"), ...named(balance[5], "0.00")],
      named(balance[6], stated),
    ],
    results: [
      [
        ...named(results[0], money(sums.net)),
        ...named(results[1], money(sums.grossProfit)),
        ...named(results[2], money(sums.grossLoss)),
      ],
      [
        ...named(results[3], String(sums.trades)),
        ...named(results[4], `${of("short")} (50.00%)`),
        ...named(results[5], `${of("long")} (50.00%)`),
      ],
    ],
  };
}

export const accountLine = ({ account }: History) =>
  `${account.number} (${account.currency}, ${account.server ?? "Demo"}, ${account.mode ?? "demo"}, Hedge)`;
