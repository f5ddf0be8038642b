import { openFromBalance } from "#statements/add-up";
import type { Clock } from "#statements/clock";
import type { Columns } from "#statements/columns";
import { columnsOf, headingKey } from "#statements/columns";
import type { OperationKind } from "#statements/kinds";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row, RowPieces } from "#statements/rows";
import { allRows } from "#statements/rows";
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
const known = new Set([...needed.flatMap((name) => aliases[name]), ...others].map(headingKey));

/** Whether headings are those of XTB's cash operations, of its older export or its newer one: they have no others. */
export function isCashHeading(cells: string[]): boolean {
  const keys = cells.map(headingKey);
  const has = (name: Name) => aliases[name].some((alias) => keys.includes(headingKey(alias)));
  return needed.every(has) && keys.every((key) => known.has(key));
}

type Booking = OperationKind | "closing" | "stocks" | "cost";

/** What XTB calls its operations. Taxes come before what they are taken of. */
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

/** What it writes beside a trade's operations in every language. */
const ofTrades: readonly [Booking, RegExp][] = [
  ["stocks", /^(open|close) (buy|sell) /i],
  ["closing", /^profit of position /i],
];

const bookingOf = (type: string, comment: string): Booking | undefined =>
  kinds.find(([, pattern]) => pattern.test(type.toLowerCase()))?.[0] ??
  ofTrades.find(([, pattern]) => pattern.test(comment))?.[0];

/**
 * XTB's cash operations. What moved the account's money without a trade is read; what belongs to trades is summed up for `joinCash`, as
 * these stand in a list of their own.
 *
 * @param head the rows above the headings.
 */
export async function readCashList(
  pieces: RowPieces,
  clock: Clock,
  mark: DecimalMark,
  head: Row[],
): Promise<Statement> {
  const statement = emptyStatement("trade-list");
  const [heading, ...rows] = await allRows(pieces);
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
 * Adds what cash operations tell to the trades of the same account. The balance has paid for open positions, too: their shares, and the
 * swaps that are booked day by day.
 *
 * @returns false where they are not of one account.
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
  // without shares each closing is a trade of the list, whichever of the two is longer
  const shares =
    booked.stocks === null ? 0n : booked.stocks + booked.closings - ofAll(({ profit }) => profit);
  trades.openCosts = costs + shares;
  trades.says.balance = booked.balance;
  openFromBalance(trades, null);
  return true;
}
