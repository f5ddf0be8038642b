import { headingKey } from "#statements/columns";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row } from "#statements/rows";
import { dealAliases } from "./mt5-columns";

/** Returns whether a word may occur in this column of a table that is read by column order. */
type Allowed = (at: number, width: number) => boolean;
type Words = Map<string, Allowed>;

const at =
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

const wordsOf = (list: [names: string[], allowed: Allowed][]): Words =>
  new Map(list.flatMap(([names, allowed]) => names.map((name) => [headingKey(name), allowed] as const)));

const ofDeals = wordsOf([
  [dealAliases.time, at(0)],
  [dealAliases.ticket, at(1)],
  [dealAliases.symbol, at(2)],
  [dealAliases.type, at(3)],
  [dealAliases.entry, at(4)],
  [dealAliases.volume, at(5)],
  [dealAliases.price, at(6)],
  [dealAliases.order, at(7)],
  [["Cost", "Издержки"], at(8)],
  [dealAliases.commission, at(8, 9)],
  [dealAliases.fee, amid(9, 4)],
  [dealAliases.swap, fromEnd(4)],
  [dealAliases.profit, fromEnd(3)],
  [dealAliases.balance, fromEnd(2)],
  [dealAliases.comment, fromEnd(1)],
  [[...dealAliases.position, ...dealAliases.magic], nowhere],
]);
const ofPositions = wordsOf([
  [["Time", "Время"], at(0, 8)],
  [["Open Time", "Время открытия"], at(0)],
  [["Close Time", "Время закрытия"], at(8)],
  [["Position", "Позиция", "Ticket", "Тикет"], at(1)],
  [dealAliases.symbol, at(2)],
  [dealAliases.type, at(3)],
  [dealAliases.volume, at(4)],
  [dealAliases.price, at(5, 9)],
  [["S / L", "SL", "Stop Loss"], at(6)],
  [["T / P", "TP", "Take Profit"], at(7)],
  [dealAliases.commission, at(10)],
  [dealAliases.fee, amid(11, 3)],
  [dealAliases.swap, fromEnd(2)],
  [dealAliases.profit, fromEnd(1)],
  [[...dealAliases.balance, ...dealAliases.comment, ...dealAliases.magic, "Pips"], nowhere],
]);

const keysOf = (heading: Row) =>
  heading.cells.slice(0, heading.cells.findLastIndex((cell) => cell !== "") + 1).map(headingKey);

/** Returns the index of the first heading with a known word in the wrong column, or -1. */
const misplaced = (keys: string[], words: Words, width = keys.length) =>
  keys.findIndex((key, index) => words.get(key)?.(index, width) === false);

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
export function checkPlaces(heading: Row, table: "deals" | "positions"): void {
  const keys = keysOf(heading);
  const words = table === "deals" ? ofDeals : ofPositions;
  const width = table === "deals" ? keys.length : Math.max(keys.length, 13);
  const wrong = misplaced(keys, words, width);
  if (wrong === -1) return;
  // name an unknown column rather than one that it displaced
  const first = table === "deals" ? 8 : 10;
  const odd = keys.findIndex(
    (key, index) => index >= first && !words.get(key)?.(index, width) && !moved(key),
  );
  const shown = heading.cells[odd === -1 ? wrong : odd] ?? "";
  throw new FileProblem("importColumnUnknown", { line: heading.line }, excerpt(shown));
}

const moneyWords = ["commission", "fee", "swap", "profit"] as const;
const moved = (key: string) => moneyWords.some((name) => dealAliases[name].map(headingKey).includes(key));
