import { kindOfComment } from "#statements/balance-comment";
import type { Clock } from "#statements/clock";
import { columnsOf } from "#statements/columns";
import { contentTickets } from "#statements/content-ticket";
import { operationKindOf } from "#statements/kinds";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row, RowChunks } from "#statements/rows";
import type { Statement } from "#statements/statement";
import { emptyStatement } from "#statements/statement";
import type { DecimalMark } from "#statements/values";
import { readComment, readNumber, readTicket, readTime } from "#statements/values";
import type { SiteName, SiteReading } from "./site-trade";
import { readSiteTrade } from "./site-trade";

const aliases: Record<SiteName, string[]> = {
  type: ["Type"],
  ticket: ["Ticket"],
  symbol: ["Symbol"],
  volume: ["Lots"],
  side: ["Buy/sell"],
  openPrice: ["Open price"],
  closePrice: ["Close price"],
  openTime: ["Open time"],
  closeTime: ["Close time"],
  profit: ["Profit"],
  swap: ["Swap"],
  commission: ["Commission"],
  net: ["Net profit"],
  takeProfit: ["T/P"],
  stopLoss: ["S/L"],
  comment: ["Order comment"],
  magic: ["Magic number"],
  account: ["Account"],
};

/**
 * Reads FX Blue's account export (first line `sep=,`). `Profit` is gross, `Net profit` is a separate column. A file
 * with several accounts is rejected: it can't be one account's history.
 */
export async function readFxBlue(chunks: RowChunks, clock: Clock, mark: DecimalMark): Promise<Statement> {
  const statement = emptyStatement("fx-blue");
  let reading: SiteReading | undefined;
  for await (const chunk of chunks) {
    for (const row of chunk) {
      if (reading) readRow(row, reading, statement);
      else if (!/^sep=/i.test(row.cells[0] ?? "")) {
        const columns = columnsOf(row, aliases, [
          "type",
          "symbol",
          "volume",
          "side",
          "openPrice",
          "closePrice",
          "openTime",
          "closeTime",
          "profit",
        ]);
        reading = { columns, clock, order: "year", mark, tickets: contentTickets() };
      }
    }
  }
  return statement;
}

function readRow(row: Row, reading: SiteReading, statement: Statement): void {
  const { columns, clock, mark, tickets } = reading;
  const text = (name: SiteName) => columns.text(row, name);
  const locate = (name: SiteName) => columns.at(row, name);
  const account = readComment(text("account"));
  if (account) {
    if (statement.account.number !== undefined && statement.account.number !== account) {
      throw new FileProblem("importSeveralAccounts", locate("account"), excerpt(account));
    }
    statement.account.number = account;
  }
  const type = text("type").toLowerCase();
  if (type === "closed position") {
    const side = text("side").toLowerCase();
    if (side !== "buy" && side !== "sell")
      throw new FileProblem("importNotAType", locate("side"), excerpt(side));
    statement.trades.push(readSiteTrade(row, side === "buy" ? "long" : "short", reading, (profit) => profit));
    if (columns.has("net"))
      statement.stated.netProfit =
        (statement.stated.netProfit ?? 0n) + readNumber(text("net"), locate("net"), mark);
  } else if (operationKindOf(type)) {
    const kind = operationKindOf(type) ?? "balance";
    const size = readNumber(text("profit"), locate("profit"), mark);
    const amount = type === "withdrawal" && size > 0n ? -size : size;
    const time = clock(readTime(text("openTime"), locate("openTime")));
    const ticket = text("ticket")
      ? readTicket(text("ticket"), locate("ticket"))
      : tickets(type, time, amount);
    const comment = readComment(text("comment"));
    const as = kind === "balance" ? kindOfComment(comment, amount) : kind;
    statement.operations.push({ ticket, time, type: as, amount, comment });
  } else if (type === "open position") statement.left.open += 1;
  else if (/order/.test(type)) statement.left.cancelled += 1;
  else throw new FileProblem("importNotAType", locate("type"), excerpt(type));
}
