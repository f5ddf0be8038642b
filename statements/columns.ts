import type { Place } from "./problem";
import { excerpt, FileProblem } from "./problem";
import type { Row } from "./rows";
import { place } from "./rows";

/** Headings are compared without case, spaces and dots: `S / L` is `S/L`. */
export const headingKey = (text: string) => text.toLowerCase().replace(/[\s.:_]/g, "");

/** Names that a column goes by, in the languages and builds that write it. */
export type Aliases<K extends string> = Record<K, string[]>;

/** A table whose first row names its columns. */
export type Columns<K extends string> = {
  has: (name: K) => boolean;
  /** The cell's text; empty where the row ends before it. */
  text: (row: Row, name: K) => string;
  /** Where that cell is, for a message. */
  at: (row: Row, name: K) => Place;
  width: number;
};

/** Headings of money: a column of it that nobody reads would make every figure wrong. */
const moneyHeading =
  /^(commissions?|commis|comm|fees?|[a-z]+fees?|swaps?|r\/o(swap)?|rollover|tax(es)?|storage|financing|interest|charges?)$/;

/** The same in several words: `Total commission`, `Swap (USD)`, `Transaction costs`. A cost alone may be what was bought. */
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
 * Finds the columns of a table by their headings. Where a heading stands twice (`Time`, `Price`), the aliases `Time#2` name the
 * second of them.
 *
 * @throws FileProblem naming the first of `needed` that is not there, or a column of money that is none of these.
 */
export function columnsOf<K extends string>(
  heading: Row,
  aliases: Aliases<K>,
  needed: NoInfer<K>[],
): Columns<K> {
  const seen = new Map<string, number>();
  const places = new Map<string, number>();
  for (const [index, cell] of heading.cells.entries()) {
    const key = headingKey(cell);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    places.set(times === 1 ? key : `${key}#${times}`, index);
  }
  const found = new Map<K, number>();
  for (const name of Object.keys(aliases) as K[]) {
    const alias = aliases[name].map(headingKey).find((key) => places.has(key));
    const index = alias === undefined ? undefined : places.get(alias);
    if (index !== undefined) found.set(name, index);
  }
  for (const name of needed) {
    if (!found.has(name))
      throw new FileProblem(
        "importColumnMissing",
        { line: heading.line },
        aliases[name][0]?.replace(/#\d$/, ""),
      );
  }
  const read = new Set(found.values());
  const lost = heading.cells.findIndex((cell, index) => !read.has(index) && isMoney(cell));
  if (lost >= 0)
    throw new FileProblem("importColumnUnknown", { line: heading.line }, excerpt(heading.cells[lost] ?? ""));
  return {
    width: heading.cells.length,
    has: (name) => found.has(name),
    text: (row, name) => row.cells[found.get(name) ?? -1] ?? "",
    at: (row, name) => {
      const index = found.get(name) ?? row.cells.length;
      return place(row, index, heading.cells[index]);
    },
  };
}

/** Reads `label: value` pairs that stand in one row, however many empty cells part them. */
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
