import { Parser } from "htmlparser2";
import { importLimits } from "./limits";
import { FileProblem } from "./problem";
import type { Row } from "./rows";
import { rowCounter } from "./rows";

const plainNumber = new Intl.NumberFormat("en-US", { useGrouping: false, maximumFractionDigits: 12 });

/** Returns a name without its prefix; some programs write `<x:row>`. */
const local = (name: string) => name.slice(name.indexOf(":") + 1);

type Handlers = {
  open: (name: string, attributes: Record<string, string>) => void;
  close: (name: string) => void;
  text: (text: string) => void;
};

/** Creates a streaming XML parser. Entity definitions, and nesting deeper than in any workbook, are rejected. */
export function xmlParser({ open, close, text }: Handlers): Parser {
  let depth = 0;
  return new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > importLimits.depth) throw new FileProblem("importNestedTooDeep");
        open(local(name), attributes);
      },
      onclosetag(name) {
        depth -= 1;
        close(local(name));
      },
      ontext: text,
      onprocessinginstruction(name) {
        if (name.startsWith("!")) throw new FileProblem("importBroken");
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
}

export const clean = (text: string) => text.replace(/[\s\u00a0]+/g, " ").trim();

/** Returns Excel's binary doubles (`1.1000000000000001`, `1.2E+2`) as the shortest equal number. */
const shortest = (text: string) => {
  if (!/[eE]/.test(text) && text.replace(/\D/g, "").length <= 15) return text;
  // a long ticket must not be converted to a double
  if (/^\d+$/.test(text)) return text;
  const value = Number(text);
  return Number.isFinite(value) ? plainNumber.format(value) : text;
};

/** Parses `AB12` into a column (from 0) and a row (from 1). */
function addressOf(address: string): { column: number; row: number } | null {
  const match = /^([A-Z]{1,4})(\d{1,8})$/.exec(address);
  if (!match) return null;
  const column = [...(match[1] ?? "")].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
  return { column: column - 1, row: Number(match[2]) };
}

/** Reads the shared strings of a workbook: rich text as plain text, without Japanese phonetic guides. */
export function sharedTexts(into: string[]): Parser {
  let [inText, inAid] = [false, false];
  let [current, length] = ["", 0];
  return xmlParser({
    open(name) {
      if (name === "si") current = "";
      else if (name === "rPh") inAid = true;
      else if (name === "t") inText = !inAid;
    },
    close(name) {
      if (name === "t") inText = false;
      else if (name === "rPh") inAid = false;
      else if (name === "si") into.push(current);
    },
    text(text) {
      if (!inText) return;
      length += text.length;
      if (length > importLimits.sharedLength) throw new FileProblem("importUnpacksTooLarge");
      current += text;
    },
  });
}

/** Returns the date that a number shows in a style; null if the style is not a date. */
export type DateOf = (style: number, value: string) => string | null;

/**
 * Reads the rows of a worksheet into `rows`: shared, inline and plain texts, numbers as written, formulas by their
 * stored value (empty without one; formulas are never run).
 */
export function sheetRows(shared: readonly string[], rows: Row[], dateOf: DateOf = () => null): Parser {
  const count = rowCounter();
  let line = 0;
  let cells: string[] = [];
  let column = 0;
  let [type, value, inValue] = ["n", "", false];
  let style = 0;
  const finishCell = () => {
    let text = value;
    if (type === "s") text = shared[Number(value)] ?? "";
    else if (type === "n") text = dateOf(style, value) ?? shortest(value.trim());
    else if (type === "e") text = "";
    else if (type === "d") text = value.slice(0, 19).replace("T", " ");
    text = clean(text);
    if (text === "") return;
    while (cells.length < column) cells.push("");
    cells[column] = text;
  };
  return xmlParser({
    open(name, attributes) {
      if (name === "row") {
        line = Number(attributes.r) || line + 1;
        if (line > importLimits.rows)
          throw new FileProblem("importTooManyRows", {}, String(importLimits.rows));
        cells = [];
        column = -1;
      } else if (name === "c") {
        column = addressOf(attributes.r ?? "")?.column ?? column + 1;
        if (column >= importLimits.cells) throw new FileProblem("importLineTooLong", { line });
        type = attributes.t ?? "n";
        style = Number(attributes.s) || 0;
        value = "";
      } else if (name === "v" || name === "t") inValue = true;
    },
    close(name) {
      if (name === "v" || name === "t") inValue = false;
      else if (name === "c") finishCell();
      else if (name === "row" && cells.length > 0) {
        const row: Row = { line, cells };
        count(row);
        rows.push(row);
      }
    },
    text(text) {
      if (!inValue) return;
      value += text;
      if (value.length > importLimits.lineLength) throw new FileProblem("importLineTooLong", { line });
    },
  });
}
