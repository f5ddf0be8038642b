import type { Clock } from "#api/areas/monitoring/import/clock";
import { FileProblem } from "#api/areas/monitoring/import/problem";
import type { Row, RowPieces } from "#api/areas/monitoring/import/rows";
import type { Statement } from "#api/areas/monitoring/import/statement";
import { isNumber, isTime } from "#api/areas/monitoring/import/values";
import { isCTraderHeading, readCTrader } from "./ctrader";
import { readMt4Statement } from "./mt4-statement";
import { readMt5Report } from "./mt5-report";

/** Rows that are looked at before it is known what they are: a tester's report lists every input of its program first. */
const headRows = 5_000;

/** A tested period, in every language: `M15 (2026.01.01 - 2026.05.27)`. */
const testedPeriod = /\(\d{4}\.\d{2}\.\d{2}\s*[-–—]\s*\d{4}\.\d{2}\.\d{2}\)/;
const testerWords =
  /tester|тестер|тестир|strategietest|probador|prueba de estrateg|testeur|testador|test cihaz|策略[测測]|ストラテジ|전략\s*테스|teszter|pengujian strategi|kiểm tra chiến lược|optimi[sz]|оптимиз|最適化|优化|最佳化|최적화|optymaliz|optimaliz/i;
const optimisationWords = /optimi[sz]|оптимиз|最適化|优化|最佳化|최적화|optymaliz|optimaliz/i;

const isMt5Account = (row: Row) => row.cells.some((cell) => /^\d\w*\s*\([^)]*,[^)]*\)$/.test(cell));
/** `Account: 7001`, `Name: …` in cells of one row, whatever the words. */
const isMt4Account = (row: Row) =>
  row.cells.length >= 2 &&
  /^[^:：]{1,40}[:：]\s*\d{2,}$/.test(row.cells[0] ?? "") &&
  /[:：]/.test(row.cells[1] ?? "");
const isMt4Banner = (row: Row) => /^closed transactions:$/i.test(row.cells[0] ?? "");

type Kind = "mt4" | "mt5" | "ctrader" | "test" | "optimisation";

/** What one row tells of the report it stands in, given what was seen before. */
function kindOf(row: Row, seen: Row[]): Kind | undefined {
  const { cells, title } = row;
  if (isCTraderHeading(row)) return "ctrader";
  const isAccount = seen.some((one) => isMt5Account(one) || isMt4Account(one));
  const isTested = !isAccount && seen.some((one) => one.cells.some((cell) => testedPeriod.test(cell)));
  if (isMt4Banner(row)) return "mt4";
  if (/^\d+$/.test(cells[0] ?? "") && isTime(cells[1] ?? "")) {
    // a test's list of orders is numbered; its fourth and fifth cells are an order and a size
    const isNumbered = /^\d+$/.test(cells[3] ?? "") && (cells[4] === undefined || isNumber(cells[4]));
    return isTested || (!isAccount && isNumbered && cells.length <= 10) ? "test" : "mt4";
  }
  if (isTime(cells[0] ?? "") && /^\d+$/.test(cells[1] ?? "") && cells.length >= 6)
    return isTested || (!isAccount && looksTested(seen)) ? "test" : "mt5";
  if (isTested && /^\d+$/.test(cells[0] ?? "") && cells.length >= 6 && /=.*;/.test(title ?? ""))
    return "optimisation";
  return undefined;
}

/** Whether the headings say so: a tester's report has a title, and inputs (`Lots=0.1`), but no account. */
const looksTested = (seen: Row[]) =>
  seen
    .slice(0, 6)
    .some(({ cells }) => cells.filter(Boolean).length <= 2 && cells.some((cell) => testerWords.test(cell)));

function refusalOf(kind: "test" | "optimisation"): FileProblem {
  return new FileProblem(kind === "test" ? "importTesterReport" : "importOptimisation");
}

/** What a file is that has no row of any history: an empty statement, or a test that never traded. */
function kindWithoutRows(seen: Row[]): Kind | undefined {
  if (seen.some(isMt5Account)) return "mt5";
  if (seen.some(isMt4Account)) return "mt4";
  const words = seen.slice(0, 6).flatMap(({ cells }) => cells);
  if (words.some((cell) => optimisationWords.test(cell))) return "optimisation";
  if (seen.some(({ cells }) => cells.some((cell) => testedPeriod.test(cell))) || looksTested(seen))
    return "test";
  return undefined;
}

async function* after(seen: Row[], rest: RowPieces): RowPieces {
  yield seen;
  yield* rest;
}

/**
 * Reads the rows of a page or a workbook as whatever report they are, told by their shape: a statement of MetaTrader 4, a history of
 * MetaTrader 5, a history of cTrader.
 *
 * @throws FileProblem for a report of the strategy tester, in any language: nothing of it happened on an account.
 */
export async function readReport(pieces: RowPieces, clock: Clock): Promise<Statement> {
  const seen: Row[] = [];
  let kind: Kind | undefined;
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) break;
    for (const [index, row] of value.entries()) {
      seen.push(row);
      kind = kindOf(row, seen);
      if (!kind) continue;
      seen.push(...value.slice(index + 1));
      break;
    }
    if (kind || seen.length > headRows) break;
  }
  kind ??= kindWithoutRows(seen);
  if (kind === "test" || kind === "optimisation") {
    const isOptimised = seen
      .slice(0, 6)
      .some(({ cells }) => cells.some((cell) => optimisationWords.test(cell)));
    throw refusalOf(isOptimised ? "optimisation" : kind);
  }
  if (kind === "mt4") return readMt4Statement(after(seen, pieces), clock);
  if (kind === "ctrader") return readCTrader(after(seen, pieces), clock, ".");
  return readMt5Report(after(seen, pieces), clock);
}
