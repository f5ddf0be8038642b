import type { Clock } from "#statements/clock";
import type { Columns } from "#statements/columns";
import type { contentTickets } from "#statements/content-ticket";
import type { Decimal } from "#statements/decimal";
import type { Row } from "#statements/rows";
import type { Side, Trade } from "#statements/types";
import type { DateOrder, DecimalMark } from "#statements/values";
import {
  readComment,
  readLevel,
  readNumber,
  readNumberOrZero,
  readSymbol,
  readTicket,
  readTime,
  readVolume,
} from "#statements/values";

/** Columns common to the exports of tracking sites. */
export type SiteName =
  | "type"
  | "ticket"
  | "openTime"
  | "closeTime"
  | "symbol"
  | "side"
  | "volume"
  | "stopLoss"
  | "takeProfit"
  | "openPrice"
  | "closePrice"
  | "commission"
  | "swap"
  | "profit"
  | "net"
  | "comment"
  | "magic"
  | "account";

export type SiteReading = {
  columns: Columns<SiteName>;
  clock: Clock;
  order: DateOrder;
  mark: DecimalMark;
  tickets: ReturnType<typeof contentTickets>;
};

/** Reads a row of such an export as a closed trade; `gross` converts the site's `Profit` to the gross profit. */
export function readSiteTrade(
  row: Row,
  side: Side,
  reading: SiteReading,
  gross: (profit: Decimal, commission: Decimal, swap: Decimal) => Decimal,
): Trade {
  const { columns, clock, order, mark, tickets } = reading;
  const text = (name: SiteName) => columns.text(row, name);
  const locate = (name: SiteName) => columns.at(row, name);
  const level = (name: SiteName) => (columns.has(name) ? readLevel(text(name), locate(name), mark) : null);
  const commission = readNumberOrZero(text("commission"), locate("commission"), mark);
  const swap = readNumberOrZero(text("swap"), locate("swap"), mark);
  const profit = gross(readNumber(text("profit"), locate("profit"), mark), commission, swap);
  const openTime = clock(readTime(text("openTime"), locate("openTime"), order));
  const closeTime = clock(readTime(text("closeTime"), locate("closeTime"), order));
  const symbol = readSymbol(text("symbol"), locate("symbol"));
  const volume = readVolume(text("volume"), locate("volume"), mark);
  const ticket = text("ticket")
    ? readTicket(text("ticket"), locate("ticket"))
    : tickets(side, symbol, volume, openTime, closeTime, profit, commission, swap);
  const comment = readComment(text("comment"));
  const magic = text("magic");
  return {
    ticket,
    position: ticket,
    symbol,
    side,
    volume,
    openTime,
    openPrice: readNumber(text("openPrice"), locate("openPrice"), mark),
    closeTime,
    closePrice: readNumber(text("closePrice"), locate("closePrice"), mark),
    stopLoss: level("stopLoss"),
    takeProfit: level("takeProfit"),
    commission,
    fee: 0n,
    taxes: 0n,
    swap,
    profit,
    final: true,
    ...(magic && magic !== "0" ? { magic: readComment(magic) } : {}),
    ...(comment ? { comment } : {}),
  };
}
