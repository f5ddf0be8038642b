import type { Place } from "./problem";
import { excerpt, FileProblem } from "./problem";
import type { Row } from "./rows";
import { placeOf } from "./rows";

/** Normalizes a heading for comparison: no case, spaces or dots; `S / L` is `S/L`. */
export const headingKey = (text: string) => text.toLowerCase().replace(/[\s.:_]/g, "");

/** Names of each column in the languages and builds that write them. */
export type Aliases<K extends string> = Record<K, string[]>;

/** A table with column names in its first row. */
export type Columns<K extends string> = {
  has: (name: K) => boolean;
  /** The cell's text; empty if the row is too short. */
  text: (row: Row, name: K) => string;
  /** The cell's place, for error messages. */
  at: (row: Row, name: K) => Place;
  width: number;
};

/** Headings of money columns: ignoring one of them would make every figure wrong. */
const moneyHeading =
  /^(commissions?|commis|comm|fees?|[a-z]+fees?|swaps?|r\/o(swap)?|rollover|tax(es)?|storage|financing|interest|charges?)$/;

/**
 * Words of longer money headings: `Total commission`, `Swap (USD)`, `Transaction costs`. `Cost` alone may be the
 * purchase price.
 */
const moneyWord =
  /^(commissions?|fees?|swaps?|rollovers?|tax(es)?|storage|financing|interest|charges?|overnight)$/;
const wordBeside =
  /^(total|trading|transaction|broker|brokerage|exchange|clearing|overnight|other|amount|paid|in|and|usd|eur|gbp|jpy|chf|aud|cad|nzd|rub|usdt)$/;

function isMoney(heading: string): boolean {
  if (moneyHeading.test(headingKey(heading))) return true;
  const words: string[] = heading.toLowerCase().match(/\p{L}+/gu) ?? [];
  const isNamed =
    words.some((word) => moneyWord.test(word)) ||
    (words.length > 1 && words.includes("costs") && words[0] !== "costs");
  return isNamed && words.every((word) => moneyWord.test(word) || wordBeside.test(word) || word === "costs");
}

/**
 * Finds the columns of a table by their headings. If a heading occurs twice (`Time`, `Price`), the alias `Time#2`
 * names the second one.
 *
 * @throws FileProblem naming the first of `needed` that is missing, or an unknown money column.
 */
export function columnsOf<K extends string>(
  heading: Row,
  aliases: Aliases<K>,
  needed: NoInfer<K>[],
): Columns<K> {
  const countByKey = new Map<string, number>();
  const places = new Map<string, number>();
  for (const [index, cell] of heading.cells.entries()) {
    const key = headingKey(cell);
    const times = (countByKey.get(key) ?? 0) + 1;
    countByKey.set(key, times);
    places.set(times === 1 ? key : `${key}#${times}`, index);
  }
  const indexByName = new Map<K, number>();
  for (const name of Object.keys(aliases) as K[]) {
    const alias = aliases[name].map(headingKey).find((key) => places.has(key));
    const index = alias === undefined ? undefined : places.get(alias);
    if (index !== undefined) indexByName.set(name, index);
  }
  for (const name of needed) {
    if (!indexByName.has(name))
      throw new FileProblem(
        "importColumnMissing",
        { line: heading.line },
        aliases[name][0]?.replace(/#\d$/, ""),
      );
  }
  const read = new Set(indexByName.values());
  const lost = heading.cells.findIndex((cell, index) => !read.has(index) && isMoney(cell));
  if (lost >= 0)
    throw new FileProblem("importColumnUnknown", { line: heading.line }, excerpt(heading.cells[lost] ?? ""));
  return {
    width: heading.cells.length,
    has: (name) => indexByName.has(name),
    text: (row, name) => row.cells[indexByName.get(name) ?? -1] ?? "",
    at: (row, name) => {
      const index = indexByName.get(name) ?? row.cells.length;
      return placeOf(row, index, heading.cells[index]);
    },
  };
}

/** Returns the `label: value` pairs of a row; any number of empty cells may separate them. */
export function labelled(row: Row): [label: string, value: string][] {
  const pairs: [string, string][] = [];
  let label: string | undefined;
  for (const cell of row.cells) {
    if (cell === "") continue;
    if (/[:：]$/.test(cell)) label = cell.slice(0, -1).trim();
    else if (label !== undefined) {
      pairs.push([label, cell]);
      label = undefined;
    }
  }
  return pairs;
}
