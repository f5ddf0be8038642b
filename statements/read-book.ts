import type { Clock } from "./clock";
import { joinCash } from "./formats/cash-list";
import { readReport } from "./formats/report";
import { FileProblem } from "./problem";
import type { Tell } from "./progress";
import type { RowPieces } from "./rows";
import type { Statement } from "./statement";
import { isEmptyOf, note } from "./statement";
import { xlsxSheets } from "./xlsx-rows";

/**
 * The first sheet of a workbook in which there is some history, with the cash operations of another; a list of something else may stand
 * before it. What other sheets hold a history is noted: they are read, as only that tells.
 */
export async function readBook(bytes: Uint8Array, clock: Clock, tell: Tell): Promise<Statement | null> {
  let found: Statement | null = null;
  let cash: Statement | null = null;
  let empty: Statement | null = null;
  let problem: FileProblem | undefined;
  let others = 0;
  for await (const rows of xlsxSheets(bytes, tell)) {
    const sheet = await readSheet(rows, clock);
    const { statement, isCash } = sheet;
    if (sheet.problem) {
      if (sheet.problem.code !== "importSingleOrders" && (isCash || !found)) throw sheet.problem;
      problem ??= sheet.problem;
    } else if (statement && isCash && !cash) cash = statement;
    else if (!statement || isEmptyOf(statement)) empty ??= statement;
    else if (found) others += 1;
    else found = statement;
  }
  if (!found && cash && empty?.format === "trade-list") found = empty;
  if (found && cash && !joinCash(found, cash)) others += 1;
  const read = found ?? cash;
  if (read) note(read, "otherSheets", null, others);
  if (!read && problem) throw problem;
  return read ?? empty;
}

/** A sheet as it would be imported by itself, or why it can't be. */
async function readSheet(rows: RowPieces, clock: Clock) {
  let isCash = false;
  try {
    const statement = await readReport(rows, clock, (kind) => {
      isCash = kind === "cash-list";
    });
    return { statement, isCash, problem: null };
  } catch (problem) {
    if (problem instanceof FileProblem) return { statement: null, isCash, problem };
    throw problem;
  }
}
