import { parse } from "node-html-parser";
import { importLimits } from "./limits";
import { FileProblem } from "./problem";
import type { Tell } from "./progress";
import type { Row, RowPieces } from "./rows";
import { breathe, rowCounter } from "./rows";

const pieceSize = 250;
const rowStart = /<tr[\s>]/gi;
const rowEnd = /<\/tr\s*>|<tr[\s>]|<\/table\s*>/gi;
const tag = /<(\/?)([a-z][a-z0-9]*)[^>]*?(\/?)>/gi;
const voidTags = new Set(["br", "img", "hr", "input", "meta", "link", "col"]);

/** Refuses a row that nests deeper than any report does, before a parser has to walk it. */
function checkDepth(html: string, line: number): void {
  let depth = 0;
  tag.lastIndex = 0;
  for (let match = tag.exec(html); match; match = tag.exec(html)) {
    if (match[3] || voidTags.has((match[2] ?? "").toLowerCase())) continue;
    depth += match[1] ? -1 : 1;
    if (depth > importLimits.depth) throw new FileProblem("importNestedTooDeep", { line });
  }
}

function readRow(html: string, line: number): Row {
  checkDepth(html, line);
  const cells: string[] = [];
  let title: string | undefined;
  let hidden: string | undefined;
  for (const cell of parse(html, { comment: false }).querySelectorAll("td,th")) {
    const text = cell.text.replace(/[\s\u00a0]+/g, " ").trim();
    if (/\bhidden\b/i.test(cell.getAttribute("class") ?? "")) {
      hidden ||= text;
      continue;
    }
    if (cells.length === 0) title = cell.getAttribute("title");
    cells.push(text);
    if (cells.length > importLimits.cells) throw new FileProblem("importLineTooLong", { line });
  }
  return { line, cells, ...(title ? { title } : {}), ...(hidden ? { hidden } : {}) };
}

/**
 * The table rows of a report, in order, whatever stands around them. The page is cut into rows by one pass over its text and each
 * row is given to the HTML parser by itself: neither a huge page nor a deep one can cost more than its length.
 *
 * @throws FileProblem for a row that is too long, too deep or never ends, and for a page without its closing tag.
 */
export async function* htmlRows(text: string, tell: Tell): RowPieces {
  const count = rowCounter();
  let piece: Row[] = [];
  let line = 1;
  let counted = 0;
  const lineAt = (index: number) => {
    for (let at = text.indexOf("\n", counted); at !== -1 && at < index; at = text.indexOf("\n", at + 1))
      line += 1;
    counted = index;
    return line;
  };
  rowStart.lastIndex = 0;
  let from = 0;
  for (;;) {
    rowStart.lastIndex = from;
    const start = rowStart.exec(text)?.index;
    if (start === undefined) break;
    const startLine = lineAt(start);
    rowEnd.lastIndex = start + 3;
    const end = rowEnd.exec(text)?.index;
    if (end === undefined) throw new FileProblem("importCutOff", { line: startLine });
    if (end - start > importLimits.lineLength)
      throw new FileProblem("importLineTooLong", { line: startLine });
    const row = readRow(text.slice(start, end), startLine);
    count(row);
    piece.push(row);
    from = end;
    if (piece.length === pieceSize) {
      yield piece;
      piece = [];
      await tell(from / text.length);
      await breathe();
    }
  }
  yield piece;
  if (!/<\/html\s*>\s*$/i.test(text.slice(-200)))
    throw new FileProblem("importCutOff", { line: lineAt(text.length) });
}
