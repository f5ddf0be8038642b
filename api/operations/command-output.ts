import { Answer } from "#api/lib/answer";
import type { Language } from "#contract/languages";

type Value = string | number | boolean | Date | null | undefined;
export type Row = Record<string, Value>;

/** Output of a command: a sentence, the fields of one item, or a table. */
export type CommandOutput = string | Row | readonly Row[];

type TranslatedRow = Record<string, Value | Answer>;
/** The same before its sentences are translated. */
export type OperationOutput = CommandOutput | Answer | TranslatedRow | readonly TranslatedRow[];

/** Returns an output with its sentences in a language. */
export function inLanguage(output: OperationOutput, language: Language): CommandOutput {
  if (typeof output === "string") return output;
  if (output instanceof Answer) return output.in(language);
  const rowIn = (row: TranslatedRow): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Answer ? value.in(language) : value,
      ]),
    );
  return Array.isArray(output) ? output.map(rowIn) : rowIn(output as TranslatedRow);
}

const formatValue = (value: Value) => (value instanceof Date ? value.toISOString() : String(value ?? "–"));

/** Formats an answer for people: tables with aligned columns, fields one per line. */
export function formatOutput(answer: CommandOutput): string {
  if (typeof answer === "string") return answer;
  if (!Array.isArray(answer))
    return alignedRows(Object.entries(answer as Row).map(([name, value]) => [name, formatValue(value)]));
  const rows = answer as readonly Row[];
  const [first] = rows;
  if (!first) return "None.";
  const names = Object.keys(first);
  return alignedRows([names, ...rows.map((row) => names.map((name) => formatValue(row[name])))]);
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
