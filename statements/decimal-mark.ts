import type { DecimalMark } from "./values";

const comma = /^[-+\u2212]?[\d \u00a0]+,\d+$/;
const point = /^[-+\u2212]?[\d \u00a0]+\.\d+$/;
/** `1,234` and `1.234` may be a thousand or a fraction: they tell nothing. */
const either = /^[-+\u2212]?[1-9]\d{0,2}([.,]\d{3})+$/;
/** No figure is longer. */
const figureLength = 32;

/**
 * Which mark the numbers of a table have, by most of the cells that have one reading: a comment may look like a number, too. `?` where
 * they have commas and nothing tells what for.
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

/** The same of a delimited text; where commas part its cells, none stands in a number. */
export function markOf(text: string, delimiter: string): DecimalMark {
  if (delimiter === ",") return ".";
  const cells = text
    .slice(0, 65_536)
    .split(/\n/)
    .flatMap((line) => line.split(delimiter));
  return markOfCells(cells.map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));
}
