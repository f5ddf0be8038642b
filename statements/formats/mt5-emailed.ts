import type { Columns } from "#statements/columns";
import { columnsOf, headingKey } from "#statements/columns";
import type { Row } from "#statements/rows";
import type { Statement } from "#statements/statement";
import { readComment } from "#statements/values";
import type { DealName } from "./mt5-columns";
import { dealAliases, neededOfDeals } from "./mt5-columns";

export type MailedTable =
  | { kind: "deals"; columns: Columns<DealName> }
  | { kind: "orders" | "open" | "working" };

/**
 * Recognizes, by its headings, a table of the daily or monthly statement that a broker's MetaTrader 5 server emails:
 * type, size and item follow the ticket, a deal's entry comes after its comment, and there is no running balance.
 * Null for other tables.
 */
export function mailedTable(heading: Row): MailedTable | null {
  if (headingKey(heading.cells[1] ?? "") !== "ticket") return null;
  const keys = heading.cells.map(headingKey);
  const isMailed =
    keys[2] === "type" &&
    (keys[3] === "size" || keys[3] === "volume") &&
    (keys[4] === "item" || keys[4] === "symbol");
  if (!isMailed) return null;
  if (keys.includes("entry") || keys.includes("direction"))
    return { kind: "deals", columns: columnsOf(heading, dealAliases, neededOfDeals) };
  if (keys.includes("state")) return { kind: "orders" };
  return { kind: keys.includes("profit") ? "open" : "working" };
}

/** Reads the account data of such a statement: label and value in one cell. */
export function readMailedHead({ cells }: Row, { account }: Statement): void {
  for (const cell of cells) {
    const [, label = "", value = ""] = /^(A\/C No|Name|Currency):\s*(\S.*)$/i.exec(cell) ?? [];
    if (/^a/i.test(label)) account.number ??= /^\w{1,32}$/.test(value) ? value : undefined;
    else if (/^n/i.test(label)) account.name ??= readComment(value);
    else if (/^[A-Z]{3,5}$/.test(value)) account.currency ??= value;
  }
}
