import type { Clock } from "#statements/clock";
import { headingKey } from "#statements/columns";
import { contentTickets } from "#statements/content-ticket";
import { FileProblem } from "#statements/problem";
import type { Row, RowChunks } from "#statements/rows";
import { allRows, placeOf } from "#statements/rows";
import type { Statement } from "#statements/statement";
import { readNumber, readNumberOrZero, readTicket, readTime } from "#statements/values";
import { xmlParser } from "#statements/xml-rows";
import type { CashRow, Execution } from "./ibkr";
import { ibkrStatement } from "./ibkr";

/** Detects a Flex query in XML and an activity statement as CSV, by their beginning. */
export const isFlexQuery = (head: string): boolean => /<FlexQueryResponse\b/.test(head.slice(0, 4_096));
export const isActivity = (head: string): boolean => /^\uFEFF?"?Statement"?,"?Header"?,/.test(head);

/** Converts `20260203;093110` and `20260203` to ISO order with separators, as in `2026-02-03 09:31:10`. */
const plainTime = (text: string) =>
  text.replace(
    /^(\d{4})(\d\d)(\d\d)(?:[;, ]+(\d\d)(\d\d)(\d\d))?$/,
    (_, year, month, day, hour = "00", minute = "00", second = "00") =>
      `${year}-${month}-${day} ${hour}:${minute}:${second}`,
  );

/** Reads a Flex query of Interactive Brokers with trades (executions) and cash transactions. */
export function readFlexQuery(text: string, clock: Clock): Statement {
  const executions: Execution[] = [];
  const cash: CashRow[] = [];
  const account: Statement["account"] = {};
  const tickets = contentTickets();
  const parser = xmlParser({
    open(name, attributes) {
      if (name !== "Trade" && name !== "CashTransaction" && name !== "FlexStatement") return;
      const of = (key: string) => attributes[key] ?? "";
      const locate = (key: string) => ({ heading: key });
      const number = (key: string) => readNumber(of(key), locate(key));
      if (account.number !== undefined && of("accountId") !== account.number)
        throw new FileProblem("importSeveralAccounts");
      account.number = of("accountId");
      if (name === "FlexStatement") return;
      const moment = of("dateTime") || of("tradeDate");
      const time = clock(readTime(plainTime(moment), locate("dateTime")));
      const currency = of("currency");
      if (name === "CashTransaction") {
        const [type, amount, comment] = [of("type"), number("amount"), of("description")];
        const ticket = of("transactionID") || tickets(type, time, amount, comment);
        cash.push({ ticket, time, currency, type, amount, comment, place: locate("amount") });
        return;
      }
      // rows of orders and closed lots repeat the executions as sums
      if (of("levelOfDetail") !== "" && of("levelOfDetail") !== "EXECUTION") return;
      executions.push({
        ticket: readTicket(of("tradeID") || of("transactionID"), locate("tradeID")),
        time,
        symbol: of("symbol"),
        currency,
        quantity: number("quantity"),
        price: number("tradePrice"),
        commission: readNumberOrZero(of("ibCommission"), locate("ibCommission")),
        realised: readNumberOrZero(of("fifoPnlRealized"), locate("fifoPnlRealized")),
        place: locate("symbol"),
      });
    },
    close() {},
    text() {},
  });
  parser.write(text);
  parser.end();
  return ibkrStatement(account, executions, cash);
}

/** Cash sections of an activity statement. */
const cashSections = new Set([
  "deposits & withdrawals",
  "dividends",
  "interest",
  "withholding tax",
  "fees",
  "commission adjustments",
]);

/**
 * Reads an activity statement of Interactive Brokers as CSV: sections one after the other; each line begins with its
 * section's name.
 */
export async function readActivity(chunks: RowChunks, clock: Clock): Promise<Statement> {
  const executions: Execution[] = [];
  const cash: CashRow[] = [];
  const account: Statement["account"] = {};
  const tickets = contentTickets();
  let headings: string[] = [];
  for (const row of await allRows(chunks)) {
    const [section = "", kind = ""] = row.cells;
    if (kind === "Header") headings = row.cells.map(headingKey);
    if (kind !== "Data") continue;
    const column = (name: string) => headings.indexOf(headingKey(name));
    const text = (name: string) => row.cells[column(name)] ?? "";
    const locate = (name: string) => placeOf(row, Math.max(0, column(name)), name);
    if (section === "Account Information") {
      if (text("Field Name") === "Base Currency") account.currency = text("Field Value");
      if (text("Field Name") === "Account") account.number = text("Field Value");
    } else if (section === "Trades") {
      if (!/^(Order|Trade)$/.test(text("DataDiscriminator"))) continue;
      executions.push(executionIn(row, text, locate, clock, tickets));
    } else if (cashSections.has(section.toLowerCase()) && !/^total/i.test(text("Currency"))) {
      const amount = readNumber(text("Amount"), locate("Amount"));
      const day = text("Settle Date") || text("Date");
      const time = clock(readTime(day, locate("Settle Date")));
      const comment = text("Description");
      const ticket = tickets(section, time, amount, comment);
      cash.push({
        ticket,
        time,
        currency: text("Currency"),
        type: section,
        amount,
        comment,
        place: locate("Amount"),
      });
    }
  }
  return ibkrStatement(account, executions, cash);
}

function executionIn(
  row: Row,
  text: (name: string) => string,
  locate: (name: string) => ReturnType<typeof placeOf>,
  clock: Clock,
  tickets: ReturnType<typeof contentTickets>,
): Execution {
  const number = (name: string) => readNumber(text(name), locate(name));
  const time = clock(readTime(text("Date/Time").replace(/,\s*/, " "), locate("Date/Time")));
  const [symbol, quantity, price] = [text("Symbol"), number("Quantity"), number("T. Price")];
  return {
    ticket: tickets(symbol, time, quantity, price, row.cells.length),
    time,
    symbol,
    currency: text("Currency"),
    quantity,
    price,
    commission: readNumberOrZero(text("Comm/Fee"), locate("Comm/Fee")),
    realised: readNumberOrZero(text("Realized P/L"), locate("Realized P/L")),
    place: locate("Symbol"),
  };
}
