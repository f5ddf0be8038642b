import type { Clock } from "#statements/clock";
import type { Aliases, Columns } from "#statements/columns";
import { columnsOf } from "#statements/columns";
import { contentTickets } from "#statements/content-ticket";
import type { Decimal } from "#statements/decimal";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row, RowChunks } from "#statements/rows";
import { allRows, bannerOf } from "#statements/rows";
import type { Statement } from "#statements/statement";
import { emptyStatement, note } from "#statements/statement";
import type { Side, Trade } from "#statements/types";
import type { DateOrder, DecimalMark } from "#statements/values";
import {
  dateOrderOf,
  readNumber,
  readNumberOrZero,
  readSymbol,
  readTicket,
  readTime,
  readVolume,
} from "#statements/values";
import { grossOf } from "./futures-contracts";
import type { Platform, PlatformColumn } from "./platforms";
import { sideOf, sums } from "./trade-list";
import { utcOffsetMs, zoneEnd } from "./zoned-time";

type Reading = {
  platform: Platform;
  columns: Columns<PlatformColumn>;
  mark: DecimalMark;
  order: DateOrder;
  clock: Clock;
  tickets: ReturnType<typeof contentTickets>;
  /** Whether the file's running sum shows that its profits are after fees. */
  isNet: boolean;
  /** The contract named in a line above the rows. */
  symbol: string;
};

const timeText = (columns: Columns<PlatformColumn>, row: Row, which: "open" | "close") =>
  [columns.text(row, `${which}Date`), columns.text(row, `${which}Time`)].filter(Boolean).join(" ");

/**
 * Reads an export of a trading platform with a row per closed trade (`platforms.ts`). Without a fee column trades
 * have no fees, and the preview says so.
 *
 * @param head the rows above the headings: an account, a contract.
 */
export async function readPlatformList(
  platform: Platform,
  chunks: RowChunks,
  clock: Clock,
  mark: DecimalMark,
  head: Row[],
): Promise<Statement> {
  const statement = emptyStatement(platform.format);
  const [heading, ...rows] = await allRows(chunks);
  if (!heading) return statement;
  const aliases = Object.fromEntries(
    Object.entries(platform.columns).map(([name, alias]) => [name, [alias]]),
  ) as Aliases<PlatformColumn>;
  const optional = ["ticket", "cumulative", "commission", "swap", "balance"];
  const needed = (Object.keys(aliases) as PlatformColumn[]).filter((name) => !optional.includes(name));
  const columns = columnsOf(heading, aliases, needed);
  const spans = rows.map((row) => ({
    open: timeText(columns, row, "open").replace(zoneEnd, ""),
    close: timeText(columns, row, "close").replace(zoneEnd, ""),
  }));
  const named = head.map(bannerOf).filter((text) => text !== undefined);
  const reading: Reading = {
    platform,
    columns,
    mark,
    clock: platform.isUtc ? (time) => time : clock,
    // files with decimal commas have the day first
    order: dateOrderOf(
      platform.isBoughtSold ? [] : spans,
      platform.isBoughtSold ? spans.map(({ open }) => open) : [],
      mark === "," ? "day" : platform.order,
    ),
    tickets: contentTickets(),
    isNet: platform.profit === "net" || (platform.profit === "told" && sumsUpNet(rows, columns, mark)),
    symbol: named.at(-1) ?? "",
  };
  const [account] = named;
  if (platform.format === "rithmic" && account && named.length > 1) statement.account.number = account;
  const isZoned = rows.some((row) => zoneEnd.test(timeText(columns, row, "close")));
  if (platform.isUtc || isZoned) note(statement, "ownZone", heading.line);
  if (!columns.has("commission") && platform.profit === "gross") note(statement, "noFees");
  for (const row of rows) readRow(row, heading, reading, statement);
  return statement;
}

/** Returns whether the file's running sum of net profits equals the sum of the stated profits. */
function sumsUpNet(rows: Row[], columns: Columns<PlatformColumn>, mark: DecimalMark): boolean {
  if (!columns.has("cumulative")) return false;
  let sum = 0n;
  return rows.every((row) => {
    if (columns.text(row, "profit") === "") return true;
    sum += readNumber(columns.text(row, "profit"), columns.at(row, "profit"), mark);
    return sum === readNumber(columns.text(row, "cumulative"), columns.at(row, "cumulative"), mark);
  });
}

function readRow(row: Row, heading: Row, reading: Reading, statement: Statement): void {
  const { columns, platform } = reading;
  const banner = bannerOf(row);
  if (banner !== undefined && !columns.has("symbol")) {
    reading.symbol = banner;
    return;
  }
  const isHeading = row.cells.join() === heading.cells.join();
  if (isHeading || banner !== undefined || sums.test(row.cells.find((cell) => cell !== "") ?? "")) {
    note(statement, "skippedRows", row.line);
    return;
  }
  if (platform.format === "own-trades" && columns.text(row, "source") === "opening") {
    const balance = columns.text(row, "balance");
    if (balance === "" || columns.text(row, "closeTime") === "") return;
    const amount = readNumber(balance, columns.at(row, "balance"), reading.mark);
    statement.opening = { amount, time: readMoment(row, "close", reading) ?? 0, from: "balance" };
    return;
  }
  statement.trades.push(readTrade(row, reading));
}

/** Returns a time of a row; null if the export has no such column. */
function readMoment(row: Row, which: "open" | "close", reading: Reading): number | null {
  const { columns, clock, order } = reading;
  if (!columns.has(`${which}Time`)) return null;
  const text = timeText(columns, row, which).replace("T", " ");
  const at = readTime(text.replace(zoneEnd, ""), columns.at(row, `${which}Time`), order);
  const offsetMs = utcOffsetMs(text);
  return offsetMs === null ? clock(at) : at - offsetMs;
}

function sideIn(row: Row, volume: Decimal, { columns, platform }: Reading): Side {
  if (!columns.has("side")) return volume < 0n ? "short" : "long";
  const word = columns.text(row, "side").toLowerCase();
  const side = sideOf({ b: "buy", s: "sell" }[word] ?? word);
  if (!side) throw new FileProblem("importNotAType", columns.at(row, "side"), excerpt(word));
  if (!platform.sideCloses) return side;
  return side === "long" ? "short" : "long";
}

function readTrade(row: Row, reading: Reading): Trade {
  const { columns, platform, mark, tickets } = reading;
  const text = (name: PlatformColumn) => columns.text(row, name);
  const number = (name: PlatformColumn) => readNumber(text(name), columns.at(row, name), mark);
  const orZero = (name: PlatformColumn) =>
    columns.has(name) ? readNumberOrZero(text(name), columns.at(row, name), mark) : 0n;
  const symbol = columns.has("symbol")
    ? readSymbol(text("symbol"), columns.at(row, "symbol"))
    : readSymbol(reading.symbol, { line: row.line });
  const [opened, closed] = [readMoment(row, "open", reading), readMoment(row, "close", reading) ?? 0];
  const isTurned = platform.isBoughtSold === true && opened !== null && closed < opened;
  const [openTime, closeTime] = isTurned ? [closed, opened] : [opened, closed];
  const [first, second] = [number("openPrice"), number("closePrice")];
  const [openPrice, closePrice] = isTurned ? [second, first] : [first, second];
  const side = isTurned ? "short" : sideIn(row, number("volume"), reading);
  const volume = readVolume(text("volume"), columns.at(row, "volume"), mark);
  const stated = number("profit");
  const [cost, swap] = [orZero("commission"), orZero("swap")];
  // platforms state fees as positive costs; our own export has them as signed amounts
  const commission = platform.format === "own-trades" || cost < 0n ? cost : -cost;
  const gross = grossOf({ symbol, side, volume, openPrice, closePrice });
  const isNet = platform.profit === "told" && gross !== null ? stated === gross + commission : reading.isNet;
  const profit =
    isNet && !(platform.profit === "told" && stated === gross) ? stated - commission - swap : stated;
  const ticket = text("ticket")
    ? readTicket(text("ticket"), columns.at(row, "ticket"))
    : tickets(side, symbol, volume, openTime, closeTime, profit, commission);
  return {
    ticket,
    position: ticket,
    symbol,
    side,
    volume,
    openTime,
    closeTime,
    openPrice,
    closePrice,
    profit,
    commission,
    swap,
    fee: 0n,
    taxes: 0n,
    final: true,
  };
}
