import type { Decimal } from "#statements/decimal";
import { divideRounded } from "#statements/decimal";
import type { Trade } from "#statements/types";
import type { ClosedPosition } from "./mt5-positions";

const sum = (values: Decimal[]) => values.reduce((all, value) => all + value, 0n);

/**
 * Adds to the trades of a position what its row of the table says besides the deals: its levels and, where it was opened before the
 * file begins, the opening and what that cost (`costs`, of each trade).
 */
export function withRow(trades: Trade[], row: ClosedPosition, costs: Decimal[]): Trade[] {
  const { stopLoss, takeProfit, openTime, openPrice } = row;
  return trades.map((trade, index) => ({
    ...trade,
    ...(trade.openTime === null ? { openTime, openPrice } : {}),
    ...{ stopLoss, takeProfit },
    commission: trade.commission + (costs[index] ?? 0n),
  }));
}

/**
 * The commission of a position that was opened before the file begins: what its row has and the deals have not, shared by volume as
 * `tradesOf` does. Nothing where some of its closings are not in the file.
 */
export function costsBeforeOf(trades: Trade[], { commission, volume }: ClosedPosition): Decimal[] {
  const isBefore = trades.every(({ openTime }) => openTime === null);
  const cost = commission - sum(trades.map((trade) => trade.commission));
  if (!isBefore || cost >= 0n || sum(trades.map((trade) => trade.volume)) !== volume) return [];
  const parts = trades.slice(0, -1).map((trade) => divideRounded(cost * trade.volume, volume));
  return [...parts, cost - sum(parts)];
}
