import { kindOfComment } from "#statements/balance-comment";
import type { Clock } from "#statements/clock";
import type { Columns } from "#statements/columns";
import { columnsOf } from "#statements/columns";
import { contentTickets } from "#statements/content-ticket";
import { operationKindOf } from "#statements/kinds";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row, RowChunks } from "#statements/rows";
import { bannerOf } from "#statements/rows";
import type { Statement } from "#statements/statement";
import { emptyStatement } from "#statements/statement";
import type { DecimalMark } from "#statements/values";
import { dateOrderOf, readComment, readNumber, readTicket, readTime } from "#statements/values";
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

const pending = /^(buy|sell) (limit|stop)/;
const needed: SiteName[] = [
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
];

/**
 * Reads Myfxbook's account history (CSV). Dates are `MM/DD/YYYY` or, by the user's setting, `DD/MM/YYYY`: the rows
 * tell which. `Profit` is net of commission and swap, so they are subtracted to get the gross profit. Deposits and
 * withdrawals are separate rows; open trades follow at the end.
 */
export async function readMyfxbook(chunks: RowChunks, clock: Clock, mark: DecimalMark): Promise<Statement> {
  const statement = emptyStatement("myfxbook");
  const rows: Row[] = [];
  let columns: Columns<SiteName> | undefined;
  let open = false;
  for await (const chunk of chunks) {
    for (const row of chunk) {
      if (!columns) columns = columnsOf(row, aliases, needed);
      else if (/^open (trades|orders)/i.test(bannerOf(row) ?? "")) open = true;
      else if (open) statement.left.open += row.cells.some((cell) => /^(buy|sell)$/i.test(cell)) ? 1 : 0;
      else rows.push(row);
    }
  }
  if (!columns) return statement;
  const text = (row: Row, name: SiteName) => columns?.text(row, name) ?? "";
  // cancelled orders may be anywhere
  const ordered = rows.filter((row) => !pending.test(text(row, "side").toLowerCase()));
  const times = ordered.map((row) => text(row, "closeTime") || text(row, "openTime"));
  const spans = rows.map((row) => ({ open: text(row, "openTime"), close: text(row, "closeTime") }));
  const reading: SiteReading = {
    columns,
    clock,
    order: dateOrderOf(spans, times, "month"),
    mark,
    tickets: contentTickets(),
  };
  for (const row of rows) readRow(row, reading, statement);
  return statement;
}

function readRow(row: Row, reading: SiteReading, statement: Statement): void {
  const { columns, clock, tickets } = reading;
  const locate = (name: SiteName) => columns.at(row, name);
  const action = columns.text(row, "side").toLowerCase();
  if (action === "buy" || action === "sell") {
    const trade = readSiteTrade(
      row,
      action === "buy" ? "long" : "short",
      reading,
      (net, commission, swap) => net - commission - swap,
    );
    statement.trades.push(trade);
    statement.stated.netProfit =
      (statement.stated.netProfit ?? 0n) + trade.profit + trade.commission + trade.swap;
  } else if (operationKindOf(action)) {
    const kind = operationKindOf(action) ?? "balance";
    const size = readNumber(columns.text(row, "profit"), locate("profit"), reading.mark);
    const amount = action === "withdrawal" && size > 0n ? -size : size;
    const time = clock(readTime(columns.text(row, "openTime"), locate("openTime"), reading.order));
    const ticket = columns.text(row, "ticket")
      ? readTicket(columns.text(row, "ticket"), locate("ticket"))
      : tickets(action, time, amount);
    const comment = readComment(columns.text(row, "comment"));
    const type = kind === "balance" ? kindOfComment(comment, amount) : kind;
    statement.operations.push({ ticket, time, type, amount, comment });
  } else if (pending.test(action)) statement.left.cancelled += 1;
  else throw new FileProblem("importNotAType", locate("side"), excerpt(action));
}
