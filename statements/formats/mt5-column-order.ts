import { headingKey } from "#statements/columns";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row } from "#statements/rows";
import { dealAliases } from "./mt5-columns";

/** Returns whether a word may occur in this column of a table that is read by column order. */
type Allowed = (at: number, width: number) => boolean;
type ColumnRules = Map<string, Allowed>;

const inColumns =
  (...places: number[]): Allowed =>
  (index) =>
    places.includes(index);
/** Counts from the end: 1 is the last column. */
const fromEnd =
  (back: number): Allowed =>
  (index, width) =>
    index === width - back;
const amid =
  (first: number, back: number): Allowed =>
  (index, width) =>
    index >= first && index <= width - back;
const nowhere: Allowed = () => false;

const columnRules = (list: [names: string[], allowed: Allowed][]): ColumnRules =>
  new Map(list.flatMap(([names, allowed]) => names.map((name) => [headingKey(name), allowed] as const)));

const ofDeals = columnRules([
  [dealAliases.time, inColumns(0)],
  [dealAliases.ticket, inColumns(1)],
  [dealAliases.symbol, inColumns(2)],
  [dealAliases.type, inColumns(3)],
  [dealAliases.entry, inColumns(4)],
  [dealAliases.volume, inColumns(5)],
  [dealAliases.price, inColumns(6)],
  [dealAliases.order, inColumns(7)],
  [["Cost", "Издержки"], inColumns(8)],
  [dealAliases.commission, inColumns(8, 9)],
  [dealAliases.fee, amid(9, 4)],
  [dealAliases.swap, fromEnd(4)],
  [dealAliases.profit, fromEnd(3)],
  [dealAliases.balance, fromEnd(2)],
  [dealAliases.comment, fromEnd(1)],
  [[...dealAliases.position, ...dealAliases.magic], nowhere],
]);
const ofPositions = columnRules([
  [["Time", "Время"], inColumns(0, 8)],
  [["Open Time", "Время открытия"], inColumns(0)],
  [["Close Time", "Время закрытия"], inColumns(8)],
  [["Position", "Позиция", "Ticket", "Тикет"], inColumns(1)],
  [dealAliases.symbol, inColumns(2)],
  [dealAliases.type, inColumns(3)],
  [dealAliases.volume, inColumns(4)],
  [dealAliases.price, inColumns(5, 9)],
  [["S / L", "SL", "Stop Loss"], inColumns(6)],
  [["T / P", "TP", "Take Profit"], inColumns(7)],
  [dealAliases.commission, inColumns(10)],
  [dealAliases.fee, amid(11, 3)],
  [dealAliases.swap, fromEnd(2)],
  [dealAliases.profit, fromEnd(1)],
  [[...dealAliases.balance, ...dealAliases.comment, ...dealAliases.magic, "Pips"], nowhere],
]);

const keysOf = (heading: Row) =>
  heading.cells.slice(0, heading.cells.findLastIndex((cell) => cell !== "") + 1).map(headingKey);

/** Returns the index of the first heading with a known word in the wrong column, or -1. */
const misplaced = (keys: string[], rules: ColumnRules, width = keys.length) =>
  keys.findIndex((key, index) => rules.get(key)?.(index, width) === false);

/** Returns whether headings with known words are exactly those of a terminal's own deal table. */
export function isTerminalsDeals(heading: Row): boolean {
  const keys = keysOf(heading);
  return keys.length >= 12 && ofDeals.get(keys.at(-2) ?? "") === ofDeals.get("balance")
    ? misplaced(keys, ofDeals) === -1
    : false;
}

/**
 * Checks a table that is read by column order, which is the same in every language: known heading words must be in
 * their columns.
 *
 * @throws FileProblem naming the column that would be misread.
 */
export function checkColumnOrder(heading: Row, table: "deals" | "positions"): void {
  const keys = keysOf(heading);
  const rules = table === "deals" ? ofDeals : ofPositions;
  const width = table === "deals" ? keys.length : Math.max(keys.length, 13);
  const wrong = misplaced(keys, rules, width);
  if (wrong === -1) return;
  // name an unknown column rather than one that it displaced
  const first = table === "deals" ? 8 : 10;
  const odd = keys.findIndex(
    (key, index) => index >= first && !rules.get(key)?.(index, width) && !moved(key),
  );
  const shown = heading.cells[odd === -1 ? wrong : odd] ?? "";
  throw new FileProblem("importColumnUnknown", { line: heading.line }, excerpt(shown));
}

const moneyNames = ["commission", "fee", "swap", "profit"] as const;
const moved = (key: string) => moneyNames.some((name) => dealAliases[name].map(headingKey).includes(key));
