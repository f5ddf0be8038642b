import { Parser } from "htmlparser2";
import { importLimits } from "./limits";
import { FileProblem } from "./problem";
import type { ReportProgress } from "./progress";
import type { Row, RowChunks } from "./rows";
import { breathe, rowCounter } from "./rows";

/** Outside tables only headings before the first row are read, at most this many: the page's title and headings. */
const headingsMax = 20;
const clean = (text: string) => text.replace(/[\s\u00a0]+/g, " ").trim();

type Cell = { text: string; isHidden: boolean };
type OpenRow = {
  line: number;
  depth: number;
  cells: Cell[];
  title?: string;
  length: number;
  cell: Cell | null;
};

/**
 * Collects a page's rows from htmlparser2's events: cells of the innermost row, with hidden ones separate. Each step
 * costs as much as its tag, so the total is linear in the page's length.
 */
class RowReader {
  readonly rows: Row[] = [];
  private row: OpenRow | null = null;
  private depth = 0;
  private ended = false;
  private heading: { text: string; line: number } | null = null;
  private headings = 0;
  private tables = 0;
  private hasTable = false;
  private hasFrame = false;
  private readonly count = rowCounter();
  private readonly parser: Parser;
  private readonly lines = lineCounter();

  constructor() {
    this.parser = new Parser(
      {
        onopentag: (name, attributes) => this.open(name, attributes),
        onclosetag: (name) => this.close(name),
        ontext: (text) => this.text(text),
      },
      { decodeEntities: true, lowerCaseTags: true },
    );
  }

  write(text: string): void {
    this.lines.add(text);
    this.parser.write(text);
  }

  /** @throws FileProblem if a row is still open. */
  end(): void {
    if (this.row) throw new FileProblem("importCutOff", { line: this.row.line });
    this.ended = true;
    this.parser.end();
  }

  /** Returns whether this is a fragment of a page, as email programs cut them out, with all of its tables closed. */
  isWholePiece(): boolean {
    return !this.hasFrame && this.hasTable && this.tables === 0;
  }

  line(): number {
    return this.lines.at(this.parser.startIndex);
  }

  private open(name: string, attributes: Record<string, string>): void {
    this.depth += 1;
    if (this.depth > importLimits.pageDepth)
      throw new FileProblem("importNestedTooDeep", { line: this.line() });
    if (name === "html" || name === "body") this.hasFrame = true;
    if (name === "table") {
      this.tables += 1;
      this.hasTable = true;
    }
    if (name === "tr") {
      this.finish();
      this.flushHeading();
      this.headings = headingsMax;
      this.row = { line: this.line(), depth: this.depth, cells: [], length: 0, cell: null };
      return;
    }
    const row = this.row;
    if (!row) {
      if (name === "title" || name === "div" || name === "h1" || name === "h2") this.flushHeading();
      return;
    }
    if (this.depth - row.depth > importLimits.depth)
      throw new FileProblem("importNestedTooDeep", { line: row.line });
    if (name !== "td" && name !== "th") return;
    if (row.cells.length === 0 && attributes.title)
      row.title = attributes.title.slice(0, importLimits.comment);
    row.cell = { text: "", isHidden: /\bhidden\b/i.test(attributes.class ?? "") };
    row.cells.push(row.cell);
    if (row.cells.length > importLimits.cells) throw new FileProblem("importLineTooLong", { line: row.line });
  }

  private close(name: string): void {
    this.depth -= 1;
    if (name === "table") this.tables -= 1;
    if (name === "td" || name === "th") {
      if (this.row) this.row.cell = null;
    } else if (name === "tr" || name === "table") this.finish();
    else if (name === "title" || name === "div") this.flushHeading();
  }

  private text(text: string): void {
    const row = this.row;
    if (!row) {
      if (this.headings >= headingsMax || text.trim() === "") return;
      this.heading ??= { text: "", line: this.line() };
      this.heading.text = `${this.heading.text} ${text}`.slice(0, importLimits.comment);
      return;
    }
    row.length += text.length;
    if (row.length > importLimits.lineLength) throw new FileProblem("importLineTooLong", { line: row.line });
    if (row.cell) row.cell.text += text;
  }

  /** Adds a heading outside all rows as a row of one cell. */
  private flushHeading(): void {
    const heading = this.heading;
    this.heading = null;
    if (!heading || this.headings >= headingsMax) return;
    this.headings += 1;
    this.rows.push({ line: heading.line, cells: [clean(heading.text)] });
  }

  private finish(): void {
    const row = this.row;
    this.row = null;
    if (!row || this.ended) return;
    const hidden = row.cells.find(({ isHidden, text }) => isHidden && text.trim() !== "");
    const visibleRow: Row = {
      line: row.line,
      cells: row.cells.filter(({ isHidden }) => !isHidden).map(({ text }) => clean(text)),
      ...(row.title ? { title: row.title } : {}),
      ...(hidden ? { hidden: clean(hidden.text) } : {}),
    };
    this.count(visibleRow);
    this.rows.push(visibleRow);
  }
}

/** Maximum length of what may follow a page's end: counters and notes added by email programs and sites. */
const tailLength = 2_000;

/** Returns whether the tail of a page has its closing tag, with no row after it. */
function hasEnd(tail: string): boolean {
  const end = tail.toLowerCase().lastIndexOf("</html");
  return end >= 0 && !/<t[rd]\b/i.test(tail.slice(end));
}

/**
 * Yields the table rows of a report, in order, after the page's headings. The page is parsed as a stream, so that the
 * cost of a huge or deeply nested page is linear in its length.
 *
 * @throws FileProblem for a row that is too long, too deep or never ends, and for a page without its closing tag (a
 * fragment: without the closing tag of its table).
 */
export async function* htmlRows(
  chunks: Iterable<string>,
  length: number,
  reportProgress: ReportProgress,
): RowChunks {
  const reader = new RowReader();
  let tail = "";
  let done = 0;
  for (const chunk of chunks) {
    reader.write(chunk);
    tail = (tail + chunk).slice(-tailLength);
    done += chunk.length;
    if (reader.rows.length > 0) yield reader.rows.splice(0);
    await reportProgress(Math.min(1, done / length));
    await breathe();
  }
  const line = reader.line();
  const isWhole = hasEnd(tail) || reader.isWholePiece();
  reader.end();
  if (reader.rows.length > 0) yield reader.rows.splice(0);
  if (!isWhole) throw new FileProblem("importCutOff", { line });
}

/**
 * Counts the lines of a text that arrives in pieces. `at(index)` returns the line of an index, from 1; indexes must
 * increase.
 */
function lineCounter(): { add: (text: string) => void; at: (index: number) => number } {
  /** Line breaks of the last two pieces; those of earlier ones are already counted. */
  let breaks: number[] = [];
  let [next, line] = [0, 1];
  let [before, start, end] = [0, 0, 0];
  const countTo = (index: number) => {
    while (next < breaks.length && (breaks[next] ?? 0) < index) {
      next += 1;
      line += 1;
    }
  };
  return {
    add(text) {
      countTo(before);
      breaks = breaks.slice(next);
      next = 0;
      [before, start] = [start, end];
      end = start + text.length;
      for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) breaks.push(start + at);
    },
    at(index) {
      countTo(index);
      return line;
    },
  };
}
