import type { Clock } from "#statements/clock";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row } from "#statements/rows";
import { placeOf } from "#statements/rows";
import type { Trade } from "#statements/types";
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
import { dealPlaces as deal, positionPlaces as position } from "./mt5-columns";
import type { DealRow } from "./mt5-deal-list";
import { entryOf } from "./mt5-deal-list";
import type { ClosedPosition } from "./mt5-positions";

export type ReadPosition = ClosedPosition & { trade: Trade };

/**
 * Reads a row of a report's deals by column order: eight columns of facts, money, the balance after it, a comment.
 */
export function readDealRow(row: Row, width: number, clock: Clock): DealRow {
  const text = (at: number) => row.cells[at] ?? "";
  const balanceAt = width - 2;
  const type = text(deal.type).toLowerCase();
  const ticket = readTicket(text(deal.ticket), placeOf(row, deal.ticket));
  const isTrade = type === "buy" || type === "sell";
  const money = Array.from({ length: Math.max(0, balanceAt - deal.money) }, (_, index) => {
    const column = deal.money + index;
    // the last money column is the profit: without it the row was cut off
    return column === balanceAt - 1
      ? readNumber(text(column), placeOf(row, column, "Profit"))
      : readNumberOrZero(text(column), placeOf(row, column));
  });
  const common = {
    row,
    ticket,
    type,
    time: clock(readTime(text(deal.time), placeOf(row, deal.time))),
    order: text(deal.order) ? readTicket(text(deal.order), placeOf(row, deal.order)) : ticket,
    money,
    balance: text(balanceAt) ? readNumber(text(balanceAt), placeOf(row, balanceAt, "Balance")) : null,
    comment: readComment(text(width - 1)),
  };
  if (!isTrade) {
    // an unknown type with a symbol and a volume is a broken trade
    if (text(deal.symbol) !== "" && text(deal.volume) !== "" && !/cancel/.test(type))
      throw new FileProblem("importNotAType", placeOf(row, deal.type), excerpt(text(deal.type)));
    return { ...common, symbol: "", trade: null };
  }
  const entry = entryOf(text(deal.entry));
  if (!entry) throw new FileProblem("importNotAType", placeOf(row, deal.entry), excerpt(text(deal.entry)));
  const volume = readVolume(text(deal.volume).split("/")[0] ?? "", placeOf(row, deal.volume));
  const price = readNumber(text(deal.price), placeOf(row, deal.price));
  return {
    ...common,
    symbol: readSymbol(text(deal.symbol), placeOf(row, deal.symbol)),
    trade: { entry, volume, price },
  };
}

/** Reads a row of a report's closed positions. */
export function readPositionRow(row: Row, width: number, clock: Clock): ReadPosition {
  const text = (at: number) => row.cells[at] ?? "";
  const type = text(position.type).toLowerCase();
  if (type !== "buy" && type !== "sell")
    throw new FileProblem("importNotAType", placeOf(row, position.type), excerpt(type));
  const comment = readComment(row.hidden ?? "");
  const last = Math.max(width, 13) - 1;
  const middle = Array.from({ length: last - 1 - position.money }, (_, index) => {
    const at = position.money + index;
    return readNumberOrZero(text(at), placeOf(row, at));
  });
  const [commission = 0n, ...fees] = middle;
  // a partly closed position has `0.05 / 0.10`
  const [closed = "", opened = closed] = text(position.volume).split("/");
  const common = {
    position: readTicket(text(position.position), placeOf(row, position.position)),
    symbol: readSymbol(text(position.symbol), placeOf(row, position.symbol)),
    side: type === "buy" ? ("long" as const) : ("short" as const),
    volume: readVolume(closed, placeOf(row, position.volume)),
    openTime: clock(readTime(text(position.openTime), placeOf(row, position.openTime))),
    openPrice: readNumber(text(position.openPrice), placeOf(row, position.openPrice)),
    closePrice: readNumber(text(position.closePrice), placeOf(row, position.closePrice)),
    profit: readNumber(text(last), placeOf(row, last, "Profit")),
    commission,
    swap: readNumberOrZero(text(last - 1), placeOf(row, last - 1)),
    closeTime: clock(readTime(text(position.closeTime), placeOf(row, position.closeTime))),
    stopLoss: readLevel(text(position.stopLoss), placeOf(row, position.stopLoss)),
    takeProfit: readLevel(text(position.takeProfit), placeOf(row, position.takeProfit)),
    ...(comment ? { comment } : {}),
  };
  return {
    ...common,
    opened: readVolume(opened, placeOf(row, position.volume)),
    trade: {
      ...common,
      ticket: common.position,
      fee: fees.reduce((sum, value) => sum + value, 0n),
      taxes: 0n,
      final: true,
    },
  };
}
