import type { Statement } from "#api/areas/monitoring/import/statement";
import { note } from "#api/areas/monitoring/import/statement";
import type { Trade } from "#api/areas/monitoring/statistics/history";

const counterpart = /close hedge by #(\d+)/i;
const after = /^from #(\d+)/i;

/**
 * Close-by and partial closes of MetaTrader 4. Of two orders that close each other one bears the result, and the other stands there
 * with zero lots (`close hedge by #…`): it is no trade, its money is part of its counterpart's. What is left of the larger one, or of
 * an order closed in part, goes on as a new order (`from #…`, `partial close`): another part of the same position.
 */
export function joinCloseBys(statement: Statement): void {
  const byTicket = new Map(statement.trades.map((trade) => [trade.ticket, trade]));
  const gone = new Set<Trade>();
  for (const trade of statement.trades) {
    if (trade.volume !== 0n) continue;
    const other =
      byTicket.get(counterpart.exec(trade.comment ?? "")?.[1] ?? "") ??
      statement.trades.find(
        ({ comment, volume }) => volume !== 0n && counterpart.exec(comment ?? "")?.[1] === trade.ticket,
      ) ??
      statement.trades.find(
        (one) =>
          one.volume !== 0n &&
          one.symbol === trade.symbol &&
          one.side !== trade.side &&
          one.closeTime === trade.closeTime &&
          /partial close/i.test(one.comment ?? ""),
      );
    const isEmpty = trade.profit + trade.swap + trade.commission + trade.taxes === 0n;
    if (other && other.volume !== 0n) {
      other.profit += trade.profit;
      other.swap += trade.swap;
      other.commission += trade.commission;
      other.taxes += trade.taxes;
    } else if (!isEmpty) continue; // its counterpart is not in the file: the money must not be lost
    gone.add(trade);
    note(statement, "closeBy");
  }
  if (gone.size > 0) statement.trades = statement.trades.filter((trade) => !gone.has(trade));
  joinParts(statement.trades, byTicket);
}

/** Orders that went on as others are parts of one position, which ends with the last of them. */
function joinParts(trades: Trade[], byTicket: Map<string, Trade>): void {
  const oldest = trades.toSorted((a, b) => a.closeTime - b.closeTime);
  for (const trade of oldest) {
    const before = byTicket.get(after.exec(trade.comment ?? "")?.[1] ?? "");
    if (!before || before === trade || before.symbol !== trade.symbol || before.closeTime > trade.closeTime)
      continue;
    trade.position = before.position;
    before.final = false;
  }
}
