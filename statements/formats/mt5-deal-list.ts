import { kindOfComment } from "#statements/balance-comment";
import type { Decimal } from "#statements/decimal";
import { operationKindOf } from "#statements/kinds";
import { FileProblem } from "#statements/problem";
import type { Row } from "#statements/rows";
import { placeOf } from "#statements/rows";
import type { BalanceRow } from "#statements/running-balance";
import { addUpRunning, breaksOf, oldestFirst } from "#statements/running-balance";
import type { Statement } from "#statements/statement";
import { note } from "#statements/statement";
import type { Deal } from "#statements/types";
import { resultOf } from "#statements/types";
import { assignPositions } from "./mt5-assign";
import type { MoneyColumn } from "./mt5-columns";
import type { ListedPositions } from "./mt5-positions";
import { noPositions } from "./mt5-positions";

/** A row of a deal table as read: money columns not assigned yet, order as in the file. */
export type DealRow = {
  row: Row;
  time: number;
  ticket: string;
  type: string;
  symbol: string;
  /** Null if the deal is not a trade. */
  trade: Pick<Deal, "entry" | "volume" | "price"> | null;
  order: string;
  position?: string;
  money: Decimal[];
  balance: Decimal | null;
  magic?: string;
  comment: string;
};

/** MetaTrader 5's ENUM_DEAL_ENTRY by number, as scripts write it. */
const numberedEntries: readonly Deal["entry"][] = ["in", "out", "inout", "out"];
const entries = new Map<string, Deal["entry"]>([
  ["in", "in"],
  ["out", "out"],
  ["in/out", "inout"],
  ["inout", "inout"],
  ["out by", "out"],
  ["out_by", "out"],
  ["close by", "out"],
]);
export const entryOf = (word: string): Deal["entry"] | undefined =>
  numbered(word, numberedEntries) ?? entries.get(word.toLowerCase().replace(/^deal_entry_/, ""));

/** ENUM_DEAL_TYPE by its numbers. */
const numberedTypes: readonly string[] = [
  ...["buy", "sell", "balance", "credit", "charge", "correction", "bonus"],
  ...["commission", "commission daily", "commission monthly"],
  ...["commission agent daily", "commission agent monthly"],
  ...["interest", "buy canceled", "sell canceled", "dividend", "dividend franked", "tax"],
];

/**
 * Returns a deal's type in a report's words, whether the file has those, the name of MetaTrader's constant or its
 * number.
 */
export const dealTypeOf = (word: string): string =>
  numbered(word, numberedTypes) ?? word.toLowerCase().replace(/^deal_(type_)?/, "");

const numbered = <T>(word: string, list: readonly T[]): T | undefined =>
  /^\d{1,2}$/.test(word) ? list[Number(word)] : undefined;

type Money = Record<Exclude<MoneyColumn, "cost">, Decimal>;

function moneyOf({ money }: DealRow, layout: readonly MoneyColumn[]): Money {
  const of = (name: MoneyColumn) => money[layout.indexOf(name)] ?? 0n;
  return { commission: of("commission"), fee: of("fee"), swap: of("swap"), profit: of("profit") };
}

const total = ({ commission, fee, swap, profit }: Money) => commission + fee + swap + profit;

const balanceRows = (rows: DealRow[], layout: readonly MoneyColumn[]): BalanceRow[] =>
  rows.map((row) => ({
    time: row.time,
    change: operationKindOf(row.type) === "credit" ? 0n : total(moneyOf(row, layout)),
    balance: row.balance,
  }));

/**
 * Adds a list of deals to a statement: assigns positions to deals, joins positions into trades, and gives other rows
 * their kind. Among the possible layouts of the money columns it picks the one under which the running balance
 * follows.
 */
export function finishDeals(
  statement: Statement,
  listed: DealRow[],
  layouts: readonly (readonly MoneyColumn[])[],
  positions: ListedPositions = noPositions,
): void {
  const rows = oldestFirst(listed);
  const [layout = []] = layouts.toSorted(
    (a, b) => breaksOf(balanceRows(rows, a)) - breaksOf(balanceRows(rows, b)),
  );
  const deals = [];
  for (const row of rows) {
    const { time, ticket, order, position, symbol, trade, magic, comment } = row;
    const money = moneyOf(row, layout);
    const rest = comment ? { comment } : {};
    if (!trade) {
      const operation = operationOf(statement, row, total(money));
      if (operation) statement.operations.push({ ticket, time, ...operation, ...rest });
    } else if (row.type !== "buy" && row.type !== "sell") {
      throw new FileProblem("importNotAType", placeOf(row.row, 3), row.type);
    } else {
      deals.push({
        ticket,
        order,
        time,
        type: row.type as Deal["type"],
        symbol,
        ...trade,
        ...money,
        ...(position ? { position } : {}),
        ...(magic ? { magic } : {}),
        ...rest,
      });
    }
  }
  const assigned = assignPositions(deals, positions);
  statement.deals = assigned.deals;
  statement.trades = assigned.trades;
  const ofAll = (list: bigint[]) => list.reduce((all, value) => all + value, 0n);
  const { costsBefore } = assigned;
  statement.openCosts = ofAll(deals.map(total)) + costsBefore - ofAll(assigned.trades.map(resultOf));
  statement.left.open = Math.max(statement.left.open, assigned.open);
  note(statement, "notClosed", null, assigned.notClosed);
  const added = addUpRunning(balanceRows(rows, layout));
  // commission paid before the first row, for positions that the file closes, is part of their trades
  const opening = added.opening && { ...added.opening, amount: added.opening.amount - costsBefore };
  statement.opening = opening;
  statement.closing = added.closing;
  statement.gaps.push(...added.gaps);
  if (added.closing) statement.stated.balance ??= added.closing.amount;
  if (opening) statement.stated.opening = opening.amount;
}

/**
 * Returns the operation of a deal that is not a trade; null if it changes nothing. An unknown word counts as a
 * correction.
 */
function operationOf(statement: Statement, { row, type, comment }: DealRow, amount: Decimal) {
  const kind = operationKindOf(type);
  if (!kind) note(statement, "unknownKind", row.line);
  if (kind === "correction" && amount === 0n) return null;
  return { type: kind === "balance" ? kindOfComment(comment, amount) : (kind ?? "correction"), amount };
}
