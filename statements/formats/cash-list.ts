import type { Clock } from "#statements/clock";
import type { Columns } from "#statements/columns";
import { columnsOf, headingKey } from "#statements/columns";
import type { OperationKind } from "#statements/kinds";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row, RowChunks } from "#statements/rows";
import { allRows } from "#statements/rows";
import { openFromBalance } from "#statements/running-balance";
import type { Booked, Statement } from "#statements/statement";
import { emptyStatement, note } from "#statements/statement";
import type { DecimalMark } from "#statements/values";
import { dateOrderOf, readComment, readNumber, readTicket, readTime } from "#statements/values";
import { readListHead } from "./list-head";
import { sideOf, sums } from "./trade-list";

const aliases = { ticket: ["ID"], type: ["Type"], time: ["Time"], amount: ["Amount"], comment: ["Comment"] };
type Name = keyof typeof aliases;
const needed: Name[] = ["ticket", "type", "time", "amount", "comment"];
const others = ["Symbol", "Instrument", "Ticker", "Category", "Product", "Position ID", ""];
const knownHeadings = new Set([...needed.flatMap((name) => aliases[name]), ...others].map(headingKey));

/**
 * Returns whether headings are those of XTB's cash operations, in its older or newer export; no other file has them.
 */
export function isCashHeading(cells: string[]): boolean {
  const keys = cells.map(headingKey);
  const has = (name: Name) => aliases[name].some((alias) => keys.includes(headingKey(alias)));
  return needed.every(has) && keys.every((key) => knownHeadings.has(key));
}

type Booking = OperationKind | "closing" | "stocks" | "cost";

/** XTB's names of operations. Taxes come before the operations that they are deducted from. */
const kinds: readonly [Booking, RegExp][] = [
  ["stocks", /^(stocks?|etf|stocks?\/etf) (purchase|sale|sell)$/],
  ["closing", /^(close trade|open trade|profit\/loss\b.*)$/],
  ["cost", /^(swap|rollover|commiss?ion)s?$/],
  ["tax", /\b(tax|duty)\b/],
  ["interest", /\binterests?\b/],
  ["dividend", /\bdividen[dt]s?\b/],
  ["charge", /\bfees?\b/],
  ["balance", /\b(deposit|withdrawal|transfer)\b/],
  ["correction", /\b(correction|adjustment)\b/],
];

/** Comments of trades' operations, the same in every language. */
const ofTrades: readonly [Booking, RegExp][] = [
  ["stocks", /^(open|close) (buy|sell) /i],
  ["closing", /^profit of position /i],
];

const bookingOf = (type: string, comment: string): Booking | undefined =>
  kinds.find(([, pattern]) => pattern.test(type.toLowerCase()))?.[0] ??
  ofTrades.find(([, pattern]) => pattern.test(comment))?.[0];

/**
 * Reads XTB's cash operations. Movements without a trade become operations. Those of trades are only summed up for
 * `joinCash`, since the trades are in a separate list.
 *
 * @param head the rows above the headings.
 */
export async function readCashList(
  chunks: RowChunks,
  clock: Clock,
  mark: DecimalMark,
  head: Row[],
): Promise<Statement> {
  const statement = emptyStatement("trade-list");
  const [heading, ...rows] = await allRows(chunks);
  if (!heading) return statement;
  const columns = columnsOf(heading, aliases, needed);
  const { balance, isUtc, ...account } = readListHead(head, mark);
  statement.account = account;
  statement.booked = { closings: 0n, stocks: null, costs: 0n, ...(balance === undefined ? {} : { balance }) };
  if (isUtc) note(statement, "ownZone", heading.line);
  const order = dateOrderOf(
    [],
    rows.map((row) => columns.text(row, "time")),
    "day",
  );
  for (const row of rows) {
    const time = (text: string) => {
      const at = readTime(text, columns.at(row, "time"), order);
      return isUtc ? at : clock(at);
    };
    readRow(row, { columns, mark, time, booked: statement.booked }, statement);
  }
  return statement;
}

type Reading = {
  columns: Columns<Name>;
  mark: DecimalMark;
  time: (text: string) => number;
  booked: Booked;
};

function readRow(row: Row, { columns, mark, time, booked }: Reading, statement: Statement): void {
  const text = (name: Name) => columns.text(row, name);
  if (sums.test(row.cells.find((cell) => cell !== "") ?? "")) return;
  const [type, comment] = [text("type"), readComment(text("comment"))];
  if (type === "" && text("amount") === "") {
    note(statement, "skippedRows", row.line);
    return;
  }
  const amount = readNumber(text("amount"), columns.at(row, "amount"), mark);
  const kind = bookingOf(type, comment);
  if (sideOf(type.toLowerCase()))
    throw new FileProblem("importNotAType", columns.at(row, "type"), excerpt(type));
  if (kind === "closing" || kind === "stocks" || kind === "cost") {
    if (kind === "closing") booked.closings += amount;
    else if (kind === "cost") booked.costs += amount;
    else booked.stocks = (booked.stocks ?? 0n) + amount;
    note(statement, "bookedTrades", row.line);
    return;
  }
  if (!kind) note(statement, "unknownKind", row.line);
  statement.operations.push({
    ticket: readTicket(text("ticket"), columns.at(row, "ticket")),
    time: time(text("time")),
    type: kind ?? "correction",
    amount,
    ...(comment ? { comment } : {}),
  });
}

/**
 * Adds cash operations to the trades of the same account. The balance has also paid for open positions: their shares,
 * and the swaps booked daily.
 *
 * @returns false if they are of different accounts.
 */
export function joinCash(trades: Statement, cash: Statement): boolean {
  const { booked, account } = cash;
  if (!booked || trades.format !== "trade-list") return false;
  const numbers = new Set([trades.account.number, account.number].filter(Boolean));
  if (numbers.size > 1) return false;
  trades.account = { ...account, ...trades.account };
  trades.operations.push(...cash.operations);
  for (const { code, count, line } of cash.notes) {
    if (code === "bookedTrades" || (code === "ownZone" && trades.notes.some((one) => one.code === code)))
      continue;
    note(trades, code, line, count);
  }
  if (booked.balance === undefined) return true;
  const ofAll = (of: (trade: Statement["trades"][number]) => bigint) =>
    trades.trades.reduce((sum, trade) => sum + of(trade), 0n);
  const costs = booked.costs - ofAll(({ commission, swap }) => commission + swap);
  // without shares every closing is a trade of the list, even if one list covers a longer period
  const shares =
    booked.stocks === null ? 0n : booked.stocks + booked.closings - ofAll(({ profit }) => profit);
  trades.openCosts = costs + shares;
  trades.stated.balance = booked.balance;
  openFromBalance(trades, null);
  return true;
}
