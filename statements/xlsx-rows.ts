import { Unzip, UnzipInflate } from "fflate";
import type { Parser } from "htmlparser2";
import { importLimits } from "./limits";
import { FileProblem } from "./problem";
import type { ReportProgress } from "./progress";
import type { Row, RowChunks } from "./rows";
import { breathe } from "./rows";
import { encodingOf } from "./text";
import type { BookDates } from "./xlsx-dates";
import { bookProperties, dateStyles, shownDate } from "./xlsx-dates";
import type { DateOf } from "./xml-rows";
import { sharedTexts, sheetRows } from "./xml-rows";

const stepBytes = 64 * 1024;

/**
 * Returns a function that decodes and parses a part. MetaTrader writes parts in UTF-16 with a byte order mark, Excel
 * in UTF-8.
 */
function partReader(parser: Parser): (chunk: Uint8Array, isLast: boolean) => void {
  let decoder: TextDecoder | undefined;
  return (chunk, isLast) => {
    decoder ??= new TextDecoder(chunk[0] === 0xff || chunk[0] === 0xfe ? encodingOf(chunk) : "utf-8");
    const text = decoder.decode(chunk, { stream: !isLast });
    if (text.includes("\0")) throw new FileProblem("importBroken");
    parser.write(text);
    if (isLast) parser.end();
  };
}

/** Returns the parser of a part by its name; undefined for parts to skip. */
type ParserOf = (name: string) => Parser | undefined;

/**
 * Unpacks the wanted parts and streams them to their parsers. The sizes stated by archive entries are not trusted:
 * the output is counted, over all passes.
 */
async function* unpack(
  bytes: Uint8Array,
  budget: { left: number },
  parserOf: ParserOf,
): AsyncGenerator<number> {
  let entries = 0;
  let problem: FileProblem | undefined;
  const unzip = new Unzip((entry) => {
    entries += 1;
    if (entries > importLimits.archiveEntries) problem ??= new FileProblem("importUnpacksTooLarge");
    const parser = problem ? undefined : parserOf(entry.name.replaceAll("\\", "/"));
    if (!parser) return;
    const read = partReader(parser);
    entry.ondata = (error, chunk, isLast) => {
      if (error) problem ??= new FileProblem("importBroken");
      if (problem) return;
      budget.left -= chunk.length;
      if (budget.left < 0) {
        problem = new FileProblem("importUnpacksTooLarge");
        return;
      }
      try {
        read(chunk, isLast);
      } catch (found) {
        problem = found instanceof FileProblem ? found : new FileProblem("importBroken");
      }
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  for (let from = 0; from < bytes.length && !problem; from += stepBytes) {
    try {
      unzip.push(bytes.subarray(from, from + stepBytes), from + stepBytes >= bytes.length);
    } catch {
      problem ??= new FileProblem("importBroken");
    }
    yield Math.min(1, (from + stepBytes) / bytes.length);
    await breathe();
  }
  if (problem) throw problem;
}

/** Returns whether an archive has the end of its central directory; one that was cut off does not. */
function hasEnd(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-65_558);
  return tail.includes(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
}

const isSheet = (name: string) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name);

/** Parts of other kinds of workbooks: OpenDocument, Excel's binary format, Numbers. */
const otherBook = /^(content\.xml|xl\/workbook\.bin|Index\/.+\.iwa|Index\.zip)$/i;

/**
 * Yields the rows of a workbook, sheet by sheet, as the program wrote them: UTF-16 or UTF-8 parts, formulas by their
 * stored values, dates as they are shown. A sheet is unpacked on demand and parsed as a stream, so it takes no more
 * memory than its rows.
 *
 * @throws FileProblem for a file that is cut off, is not a workbook, or unpacks to more than the limit.
 */
export async function* xlsxSheets(
  bytes: Uint8Array,
  reportProgress: ReportProgress,
): AsyncGenerator<RowChunks, void, undefined> {
  if (!hasEnd(bytes)) throw new FileProblem("importBroken");
  const budget = { left: importLimits.unpackedBytes };
  const shared: string[] = [];
  const sheets: string[] = [];
  const dates: BookDates = { styles: new Set(), is1904: false };
  let isOther = false;
  const first = unpack(bytes, budget, (name) => {
    isOther ||= otherBook.test(name);
    if (isSheet(name)) sheets.push(name);
    if (/^xl\/sharedStrings\.xml$/i.test(name)) return sharedTexts(shared);
    if (/^xl\/styles\.xml$/i.test(name)) return dateStyles(dates);
    return /^xl\/workbook\.xml$/i.test(name) ? bookProperties(dates) : undefined;
  });
  for await (const done of first) await reportProgress(done * 0.2);
  if (sheets.length === 0) throw new FileProblem(isOther ? "importOldWorkbook" : "importPacked");
  const dateOf: DateOf = (style, value) => (dates.styles.has(style) ? shownDate(value, dates) : null);
  const sheetOf = async function* (sheet: string): RowChunks {
    const rows: Row[] = [];
    const progress = unpack(bytes, budget, (name) =>
      name === sheet ? sheetRows(shared, rows, dateOf) : undefined,
    );
    for await (const done of progress) {
      if (rows.length > 0) yield rows.splice(0);
      await reportProgress(0.2 + done * 0.8);
    }
    if (rows.length > 0) yield rows.splice(0);
  };
  sheets.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  for (const sheet of sheets.slice(0, importLimits.sheets)) yield sheetOf(sheet);
}
