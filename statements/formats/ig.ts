import { kindOfComment } from "#statements/balance-comment";
import { columnsOf, headingKey } from "#statements/columns";
import { contentTickets } from "#statements/content-ticket";
import type { OperationKind } from "#statements/kinds";
import { excerpt, FileProblem } from "#statements/problem";
import type { RowChunks } from "#statements/rows";
import { allRows } from "#statements/rows";
import type { Statement } from "#statements/statement";
import { emptyStatement, note } from "#statements/statement";
import type { DecimalMark } from "#statements/values";
import { readLevel, readNumber, readSymbol, readTime } from "#statements/values";

const aliases = {
  time: ["DateUtc"],
  openTime: ["OpenDateUtc"],
  summary: ["Summary"],
  market: ["MarketName"],
  type: ["Transaction type"],
  reference: ["Reference"],
  openPrice: ["Open level"],
  closePrice: ["Close level"],
  size: ["Size"],
  amount: ["PL Amount"],
  isCash: ["Cash transaction"],
  currency: ["CurrencyIsoCode"],
};
type Name = keyof typeof aliases;
const names = Object.keys(aliases) as Name[];

/** Returns whether headings are those of IG's transaction history. */
export function isIgHeading(cells: string[]): boolean {
  const keys = cells.map(headingKey);
  return names.every((name) => aliases[name].some((alias) => keys.includes(headingKey(alias))));
}

/** IG's summaries of deposits and withdrawals. */
const cashFlow = /^(cash (in|out)|inter[- ]account transfers?|deposits?|withdrawals?)$/i;

/** Returns the operation kind of a row that is not a deal. */
function kindOf(summary: string, market: string, isCash: boolean, amount: bigint): OperationKind | undefined {
  if (isCash || cashFlow.test(summary)) return "balance";
  const kind = kindOfComment(`${summary} ${market}`, amount);
  return kind === "balance" ? undefined : kind;
}

/**
 * Reads IG's transaction history. `DEAL` is a closed trade: its size is negative for a sale and its amount excludes
 * costs. `DEPO` and `WITH` are other movements: the client's money, interest, dividends, fees. Times are UTC. A
 * reference may occur twice.
 */
export async function readIg(chunks: RowChunks, mark: DecimalMark): Promise<Statement> {
  const statement = emptyStatement("ig");
  const [heading, ...rows] = await allRows(chunks);
  if (!heading) return statement;
  const columns = columnsOf(heading, aliases, names);
  const tickets = contentTickets();
  for (const row of rows) {
    const text = (name: Name) => columns.text(row, name).trim();
    if (text("time") === "" && text("amount") === "") {
      note(statement, "skippedRows", row.line);
      continue;
    }
    const currency = text("currency");
    statement.account.currency ??= currency;
    if (statement.account.currency !== currency)
      throw new FileProblem("importSeveralCurrencies", columns.at(row, "currency"), excerpt(currency));
    const time = readTime(text("time"), columns.at(row, "time"));
    const amount = readNumber(text("amount"), columns.at(row, "amount"), mark);
    const [summary, market] = [text("summary"), text("market")];
    const ticket = tickets(text("reference"), time, market, text("size"), text("openPrice"), amount);
    if (text("type").toUpperCase() !== "DEAL") {
      const kind = kindOf(summary, market, text("isCash").toLowerCase() === "true", amount);
      if (!kind) note(statement, "unknownKind", row.line);
      statement.operations.push({ ticket, time, type: kind ?? "correction", amount, comment: market });
      continue;
    }
    const size = readNumber(text("size"), columns.at(row, "size"), mark);
    const openTime = text("openTime");
    statement.trades.push({
      ticket,
      position: ticket,
      symbol: readSymbol(market.replace(/ converted at .*$/i, ""), columns.at(row, "market")),
      side: size < 0n ? "short" : "long",
      volume: size < 0n ? -size : size,
      openTime: openTime ? readTime(openTime, columns.at(row, "openTime")) : null,
      closeTime: time,
      openPrice: readLevel(text("openPrice"), columns.at(row, "openPrice"), mark),
      closePrice: readLevel(text("closePrice"), columns.at(row, "closePrice"), mark),
      profit: amount,
      swap: 0n,
      commission: 0n,
      fee: 0n,
      taxes: 0n,
      final: true,
    });
  }
  note(statement, "ownZone", heading.line);
  return statement;
}
