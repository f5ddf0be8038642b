import type { Clock } from "#api/areas/monitoring/import/clock";
import { columnsOf } from "#api/areas/monitoring/import/columns";
import { contentTickets } from "#api/areas/monitoring/import/content-ticket";
import { excerpt, FileProblem } from "#api/areas/monitoring/import/problem";
import type { Row, RowPieces } from "#api/areas/monitoring/import/rows";
import { bannerOf } from "#api/areas/monitoring/import/rows";
import type { Statement } from "#api/areas/monitoring/import/statement";
import { emptyStatement } from "#api/areas/monitoring/import/statement";
import { readComment, readNumber, readTicket, readTime } from "#api/areas/monitoring/import/values";
import type { SiteName, SiteReading } from "./site-trade";
import { readSiteTrade } from "./site-trade";

const aliases: Record<SiteName, string[]> = {
  type: [],
  account: [],
  net: [],
  ticket: ["Ticket"],
  openTime: ["Open Date"],
  closeTime: ["Close Date"],
  symbol: ["Symbol"],
  side: ["Action"],
  volume: ["Units/Lots", "Lots"],
  stopLoss: ["SL"],
  takeProfit: ["TP"],
  openPrice: ["Open Price"],
  closePrice: ["Close Price"],
  commission: ["Commission"],
  swap: ["Swap"],
  profit: ["Profit"],
  comment: ["Comment"],
  magic: ["Magic Number"],
};

/**
 * Myfxbook's account history (CSV, dates as `MM/DD/YYYY HH:MM`). `Profit` is net there: commission and swap are already in it, so
 * they are taken out again to give the gross profit. Deposits and withdrawals are rows of their own; open trades follow at the end.
 */
export async function readMyfxbook(pieces: RowPieces, clock: Clock): Promise<Statement> {
  const statement = emptyStatement("myfxbook");
  let reading: SiteReading | undefined;
  let open = false;
  for await (const piece of pieces) {
    for (const row of piece) {
      if (!reading) {
        const columns = columnsOf(row, aliases, [
          "openTime",
          "closeTime",
          "symbol",
          "side",
          "volume",
          "openPrice",
          "closePrice",
          "commission",
          "swap",
          "profit",
        ]);
        reading = { columns, clock, order: "month", mark: ".", tickets: contentTickets() };
      } else if (/^open (trades|orders)/i.test(bannerOf(row) ?? "")) open = true;
      else if (open) statement.left.open += row.cells.some((cell) => /^(buy|sell)$/i.test(cell)) ? 1 : 0;
      else readRow(row, reading, statement);
    }
  }
  return statement;
}

function readRow(row: Row, reading: SiteReading, statement: Statement): void {
  const { columns, clock, tickets } = reading;
  const at = (name: SiteName) => columns.at(row, name);
  const action = columns.text(row, "side").toLowerCase();
  if (action === "buy" || action === "sell") {
    const trade = readSiteTrade(
      row,
      action === "buy" ? "long" : "short",
      reading,
      (net, commission, swap) => net - commission - swap,
    );
    statement.trades.push(trade);
    statement.says.netProfit =
      (statement.says.netProfit ?? 0n) + trade.profit + trade.commission + trade.swap;
  } else if (action === "deposit" || action === "withdrawal" || action === "credit") {
    const size = readNumber(columns.text(row, "profit"), at("profit"));
    const amount = action === "withdrawal" && size > 0n ? -size : size;
    const time = clock(readTime(columns.text(row, "openTime"), at("openTime"), "month"));
    const ticket = columns.text(row, "ticket")
      ? readTicket(columns.text(row, "ticket"), at("ticket"))
      : tickets(action, time, amount);
    statement.operations.push({
      ticket,
      time,
      type: action === "credit" ? "credit" : "balance",
      amount,
      comment: readComment(columns.text(row, "comment")),
    });
  } else if (/^(buy|sell) (limit|stop)/.test(action)) statement.left.cancelled += 1;
  else throw new FileProblem("importNotAType", at("side"), excerpt(action));
}
