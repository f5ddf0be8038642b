import { columnsOf, headingKey } from "#statements/columns";
import { contentTickets } from "#statements/content-ticket";
import type { Decimal } from "#statements/decimal";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row, RowChunks } from "#statements/rows";
import { allRows } from "#statements/rows";
import type { Statement } from "#statements/statement";
import { emptyStatement, note } from "#statements/statement";
import { tradesOf } from "#statements/trades";
import type { Deal } from "#statements/types";
import type { DecimalMark } from "#statements/values";
import { readNumber, readSymbol, readTime, readVolume } from "#statements/values";

const aliases = {
  time: ["Date(UTC)"],
  symbol: ["Symbol"],
  side: ["Side"],
  price: ["Price"],
  quantity: ["Quantity"],
  fee: ["Fee"],
  profit: ["Realized Profit"],
};
type Name = keyof typeof aliases;
const names = Object.keys(aliases) as Name[];

/** Returns whether headings are those of Binance's futures trade history. */
export function isBinanceHeading(cells: string[]): boolean {
  const keys = cells.map(headingKey);
  return names.every((name) => aliases[name].some((alias) => keys.includes(headingKey(alias))));
}

/** An amount with its coin: `-0.46USDT`. */
const amountIn = /^([-+]?[\d.,]+)\s*([A-Z]{2,6})?$/;

/**
 * Reads Binance's futures trade history: fills in one-way mode. A closing fill states the realised profit before
 * fees; each fill has its own fee. If a closing fill's opening is not in the file, the trade has no opening.
 */
export async function readBinance(chunks: RowChunks, mark: DecimalMark): Promise<Statement> {
  const statement = emptyStatement("binance");
  const [heading, ...rows] = await allRows(chunks);
  if (!heading) return statement;
  const columns = columnsOf(heading, aliases, names);
  const tickets = contentTickets();
  const amount = (row: Row, name: Name) => {
    const [, text = "", coin] = amountIn.exec(columns.text(row, name)) ?? [];
    if (coin) statement.account.currency ??= coin;
    if (coin && statement.account.currency !== coin)
      throw new FileProblem("importSeveralCurrencies", columns.at(row, name), excerpt(coin));
    return readNumber(text, columns.at(row, name), mark);
  };
  const fills = rows.map((row): Deal => {
    const side = columns.text(row, "side").toLowerCase();
    if (side !== "buy" && side !== "sell")
      throw new FileProblem("importNotAType", columns.at(row, "side"), excerpt(side));
    const symbol = readSymbol(columns.text(row, "symbol"), columns.at(row, "symbol"));
    const time = readTime(columns.text(row, "time"), columns.at(row, "time"));
    const volume = readVolume(columns.text(row, "quantity"), columns.at(row, "quantity"), mark);
    const price = readNumber(columns.text(row, "price"), columns.at(row, "price"), mark);
    const [fee, profit] = [amount(row, "fee"), amount(row, "profit")];
    return {
      ticket: tickets(symbol, side, time, volume, price, fee, profit),
      position: symbol,
      time,
      type: side,
      entry: "in",
      symbol,
      volume,
      price,
      commission: 0n,
      fee: fee > 0n ? -fee : fee,
      swap: 0n,
      profit,
    };
  });
  note(statement, "ownZone", heading.line);
  const deals = withPositions(fills);
  statement.trades = deals.flatMap(tradesOf);
  return statement;
}

/**
 * Groups fills into positions: by symbol, each run from flat to flat is a position. A fill against the position
 * closes it.
 */
export function withPositions(fills: Deal[]): Deal[][] {
  const bySymbol = new Map<string, { open: Decimal; runs: Deal[][] }>();
  for (const fill of fills.toSorted((a, b) => a.time - b.time)) {
    const here = bySymbol.get(fill.symbol) ?? { open: 0n, runs: [] };
    bySymbol.set(fill.symbol, here);
    const signed = fill.type === "buy" ? fill.volume : -fill.volume;
    const isUnopened = here.open === 0n && fill.profit !== 0n;
    const isAgainst = here.open !== 0n && here.open > 0n !== signed > 0n;
    const remaining = here.open + signed;
    const isOver = isAgainst && remaining !== 0n && remaining > 0n === signed > 0n;
    const entry = isUnopened ? "out" : isAgainst ? (isOver ? "inout" : "out") : "in";
    const run = here.open === 0n ? [] : (here.runs.at(-1) ?? []);
    if (here.open === 0n) here.runs.push(run);
    run.push({ ...fill, entry, position: `${fill.symbol}${here.runs.length}` });
    here.open = isUnopened ? 0n : remaining;
  }
  return [...bySymbol.values()].flatMap(({ runs }) => runs);
}
