import type { Parser } from "htmlparser2";
import { importLimits } from "./limits";
import { FileProblem } from "./problem";
import type { Row, RowPieces } from "./rows";
import { breathe, rowCounter } from "./rows";
import { clean, xmlParser } from "./xml-rows";

/** The rows of a SpreadsheetML file (Excel 2003's XML), as the strategy tester exports its optimisations; a sheet's name is a row. */
export async function* spreadsheetRows(chunks: Iterable<string>): RowPieces {
  const rows: Row[] = [];
  const parser = spreadsheetParser(rows);
  for (const chunk of chunks) {
    parser.write(chunk);
    yield rows.splice(0);
    await breathe();
  }
}

function spreadsheetParser(rows: Row[]): Parser {
  const count = rowCounter();
  let line = 0;
  let cells: string[] = [];
  let [value, inData] = ["", false];
  return xmlParser({
    open(name, attributes) {
      if (name === "Worksheet") rows.push({ line: 1, cells: [attributes["ss:Name"] ?? ""] });
      else if (name === "Row") {
        line = Number(attributes["ss:Index"]) || line + 1;
        cells = [];
      } else if (name === "Cell") {
        const index = Number(attributes["ss:Index"]) || cells.length + 1;
        if (index > importLimits.cells) throw new FileProblem("importLineTooLong", { line });
        while (cells.length < index - 1) cells.push("");
        value = "";
      } else if (name === "Data") inData = true;
    },
    close(name) {
      if (name === "Data") inData = false;
      else if (name === "Cell") cells.push(clean(value).replace(/^(\d{4}-\d\d-\d\d)T([\d:]{8}).*$/, "$1 $2"));
      else if (name === "Row") {
        const row: Row = { line, cells };
        count(row);
        rows.push(row);
      }
    },
    text(text) {
      if (inData && value.length < importLimits.lineLength) value += text;
    },
  });
}
