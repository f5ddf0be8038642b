import type { DecimalMark } from "./values";

const comma = /^[-+\u2212]?[\d \u00a0]+,\d+$/;
const point = /^[-+\u2212]?[\d \u00a0]+\.\d+$/;
/** `1,234` and `1.234` may be a thousand or a fraction, so they don't tell the decimal mark. */
const either = /^[-+\u2212]?[1-9]\d{0,2}([.,]\d{3})+$/;
/** No number is longer. */
const figureLength = 32;

/**
 * Returns the decimal mark of a table by the majority of its unambiguous cells, since a comment may look like a
 * number too. Returns `?` if there are commas of unknown meaning.
 */
export function markOfCells(cells: Iterable<string>): DecimalMark {
  let [commas, points, unclear] = [0, 0, 0];
  for (const cell of cells) {
    if (cell.length > figureLength) continue;
    if (either.test(cell)) unclear += cell.includes(",") ? 1 : 0;
    else if (comma.test(cell)) commas += 1;
    else if (point.test(cell)) points += 1;
  }
  if (commas !== points) return commas > points ? "," : ".";
  return commas + unclear > 0 ? "?" : ".";
}

/** Returns the decimal mark of a delimited text. In a comma-delimited file no number contains a comma. */
export function markOf(text: string, delimiter: string): DecimalMark {
  if (delimiter === ",") return ".";
  const cells = text
    .slice(0, 65_536)
    .split(/\n/)
    .flatMap((line) => line.split(delimiter));
  return markOfCells(cells.map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));
}
