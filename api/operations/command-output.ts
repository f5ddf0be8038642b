import type { Answer, Reader } from "#api/lib/answer";
import { Translated, wordsIn } from "#api/lib/answer";
import { formatMoney } from "#api/lib/format";
import { cutPart } from "#contract/admin/cut-part";
import type { Money, UtcDay } from "#contract/admin/values";

type Part = string | Date | Money | UtcDay;
/** Sums are made by `money`, days by `utcDay`; a list is written without separators, such as `[money(400), " (20%)"]`. */
type Value = Part | number | boolean | null | undefined | readonly Part[];
export type Row = Record<string, Value>;

/**
 * A page of a list, with a cursor of each row, and those of the neighbouring pages; null if there is none. A summary
 * is of the whole list.
 */
export type ListPage<R, Summary = string> = {
  rows: readonly R[];
  cursors: readonly string[];
  previous: string | null;
  next: string | null;
  summary?: Summary;
};

/** Output of a command: a sentence, the fields of one item, a table, or a page of one. */
export type CommandOutput = string | Row | readonly Row[] | ListPage<Row>;

/** A row before its sentences and the parts of its lists are translated. */
export type TranslatedRow = Record<string, Value | Translated | readonly (Part | Translated)[]>;
export type OperationOutput =
  | CommandOutput
  | Answer
  | TranslatedRow
  | readonly TranslatedRow[]
  | ListPage<TranslatedRow, string | Answer>;

export const isPage = <R, Summary = string>(output: object): output is ListPage<R, Summary> =>
  "rows" in output && Array.isArray(output.rows);

/** Returns an output with its sentences for a reader. */
export function outputFor(output: OperationOutput, reader: Reader): CommandOutput {
  if (typeof output === "string") return output;
  if (output instanceof Translated) return output.in(reader);
  const rowFor = (row: TranslatedRow): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((part) => wordsIn(part, reader)) : wordsIn(value as Value, reader),
      ]),
    );
  if (isPage<TranslatedRow, string | Answer>(output)) {
    const { rows, summary, ...page } = output;
    return {
      ...page,
      rows: rows.map(rowFor),
      ...(summary !== undefined && { summary: wordsIn(summary, reader) }),
    };
  }
  return Array.isArray(output) ? output.map(rowFor) : rowFor(output as TranslatedRow);
}

/** Formats a cell: times in ISO 8601, sums in English, with spaces that can be searched for. */
function formatValue(value: Value): string {
  if (value === null || typeof value !== "object") return String(value ?? "–");
  if (value instanceof Date) return value.toISOString();
  if ("day" in value) return value.day;
  if ("cents" in value) return formatMoney(value.cents, "en", value).replaceAll("\u00a0", " ");
  return value.map((part) => cutPart(formatValue(part))).join("");
}

/** Formats an answer for people: tables with aligned columns, fields one per line. */
export function formatOutput(answer: CommandOutput): string {
  if (typeof answer === "string") return answer;
  if (isPage<Row>(answer)) {
    const rows = formatOutput(answer.rows);
    const table = answer.summary === undefined ? rows : `${answer.summary}\n\n${rows}`;
    return answer.next ? `${table}\n\nNext page: --after ${answer.next}` : table;
  }
  if (!Array.isArray(answer))
    return alignedRows(Object.entries(answer as Row).map(([name, value]) => [name, formatValue(value)]));
  const rows = answer as readonly Row[];
  const [first] = rows;
  if (!first) return "None.";
  const names = Object.keys(first);
  return alignedRows([names, ...rows.map((row) => names.map((name) => formatValue(row[name])))]);
}

/** A day as JSON has it: times are strings there too. */
const jsonValue = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && "day" in value && Object.keys(value).length === 1
    ? value.day
    : value;

/**
 * Formats an answer for scripts; of a page its rows, each with its `cursor` for `--after`. A sum is
 * `{"cents": 1250, "currency": "USD"}`, as in the API of the console; days and moments are ISO 8601.
 */
export function formatJson(answer: CommandOutput): string {
  const shown =
    typeof answer === "object" && isPage<Row>(answer)
      ? answer.rows.map((row, index) => ({ ...row, cursor: answer.cursors[index] }))
      : answer;
  return JSON.stringify(shown, jsonValue, 2);
}

function alignedRows(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
