import { kindOfComment } from "#statements/balance-comment";
import type { Clock } from "#statements/clock";
import type { Columns } from "#statements/columns";
import { columnsOf } from "#statements/columns";
import { contentTickets } from "#statements/content-ticket";
import { operationKindOf } from "#statements/kinds";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row, RowChunks } from "#statements/rows";
import type { Statement } from "#statements/statement";
import { emptyStatement, note } from "#statements/statement";
import type { DecimalMark } from "#statements/values";
import { readComment, readNumber, readTime } from "#statements/values";
import type { SiteName, SiteReading } from "./site-trade";
import { readSiteTrade } from "./site-trade";

const aliases: Record<SiteName, string[]> = {
  type: [],
  account: [],
  net: [],
  ticket: [],
  magic: [],
  openTime: ["Time"],
  side: ["Type"],
  volume: ["Volume"],
  symbol: ["Symbol"],
  openPrice: ["Price"],
  stopLoss: ["S/L"],
  takeProfit: ["T/P"],
  closeTime: ["Time#2"],
  closePrice: ["Price#2"],
  commission: ["Commission"],
  swap: ["Swap"],
  profit: ["Profit"],
  comment: ["Comment"],
};

/**
 * Reads the history of a signal on mql5.com (`;` as delimiter, UTF-8 with a byte order mark, spaces between
 * thousands, newest first), in both layouts: orders with S/L, T/P and comment, and positions with a second volume. It
 * has no tickets and no account number. The site's extra rows (a time alone, a line of sums) are skipped and noted.
 */
export async function readMql5Signal(chunks: RowChunks, clock: Clock, mark: DecimalMark): Promise<Statement> {
  const statement = emptyStatement("mql5-signal");
  const rows: Row[] = [];
  let reading: SiteReading | undefined;
  for await (const chunk of chunks) {
    for (const row of chunk) {
      if (reading) rows.push(row);
      else {
        const columns = columnsOf(row, aliases, [
          "openTime",
          "side",
          "volume",
          "symbol",
          "openPrice",
          "closeTime",
          "closePrice",
          "profit",
        ]);
        reading = { columns, clock, order: "year", mark, tickets: contentTickets() };
      }
    }
  }
  // oldest first, so that equal rows have the same numbers in later files, which have more of them on top
  for (const row of rows.reverse()) if (reading) readRow(row, reading, statement);
  return statement;
}

/**
 * Returns whether a row is one of the site's extra rows: a time alone, a line of sums, or the sums of MetaTrader 4's
 * signals (a trade without prices in a symbol `profit` or `SUMMARY`). A row with a time and money but no type is not
 * one, since money must not be lost.
 */
function isArtefact(row: Row, type: string, columns: Columns<SiteName>): boolean {
  const is = (name: SiteName) => columns.text(row, name) !== "";
  if (/^(summary|total|итого)/i.test(row.cells.find((cell) => cell !== "") ?? "")) return true;
  if (/^(summary|total)$/.test(type)) return true;
  if (type === "") return !is("symbol") && !is("volume") && !(is("openTime") && is("profit"));
  return /^(profit|summary)$/i.test(columns.text(row, "symbol")) && !is("openPrice") && !is("closePrice");
}

function readRow(row: Row, reading: SiteReading, statement: Statement): void {
  const { columns, clock, mark, tickets } = reading;
  const locate = (name: SiteName) => columns.at(row, name);
  const type = columns.text(row, "side").toLowerCase();
  if (isArtefact(row, type, columns)) {
    note(statement, "skippedRows", row.line);
    return;
  }
  const kind = operationKindOf(type);
  if (kind) {
    const amount = readNumber(columns.text(row, "profit"), locate("profit"), mark);
    const time = clock(readTime(columns.text(row, "openTime"), locate("openTime")));
    const comment = readComment(columns.text(row, "comment"));
    statement.operations.push({
      ticket: tickets(type, time, amount),
      time,
      type: kind === "balance" ? kindOfComment(comment, amount) : kind,
      amount,
      comment,
    });
  } else if (/^(buy|sell) (limit|stop|stop limit)$/.test(type)) statement.left.cancelled += 1;
  else if (type !== "buy" && type !== "sell")
    throw new FileProblem("importNotAType", locate("side"), excerpt(type));
  else
    statement.trades.push(readSiteTrade(row, type === "buy" ? "long" : "short", reading, (profit) => profit));
}
