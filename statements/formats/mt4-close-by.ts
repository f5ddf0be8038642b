import type { Statement } from "#statements/statement";
import { note } from "#statements/statement";
import type { Side, Trade } from "#statements/types";

const counterpart = /close hedge by #(\d+)/i;
const after = /^from #(\d+)/i;

/**
 * Close-by and partial closes of MetaTrader 4. Of two orders that close each other one bears the result, and the other stands there
 * with zero lots (`close hedge by #…`): it is no trade, its money is part of its counterpart's. What is left of the larger one, or of
 * an order closed in part, goes on as a new order (`from #…`, `partial close`): another part of the same position.
 */
export function joinCloseBys(statement: Statement): void {
  const byTicket = new Map(statement.trades.map((trade) => [trade.ticket, trade]));
  const { byComment, byMoment } = counterparts(statement.trades);
  const gone = new Set<Trade>();
  for (const trade of statement.trades) {
    if (trade.volume !== 0n) continue;
    const other =
      byTicket.get(counterpart.exec(trade.comment ?? "")?.[1] ?? "") ??
      byComment.get(trade.ticket) ??
      byMoment.get(momentOf(trade, trade.side === "long" ? "short" : "long"));
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

const momentOf = ({ symbol, closeTime }: Trade, side: Side) => `${symbol}|${side}|${closeTime}`;

/** Orders with lots by the order that their comment says they closed, and those closed in part by when; of several the first. */
function counterparts(trades: Trade[]) {
  const byComment = new Map<string, Trade>();
  const byMoment = new Map<string, Trade>();
  for (const trade of trades.toReversed()) {
    const { volume, comment = "", side } = trade;
    if (volume === 0n) continue;
    const closed = counterpart.exec(comment)?.[1];
    if (closed) byComment.set(closed, trade);
    if (/partial close/i.test(comment)) byMoment.set(momentOf(trade, side), trade);
  }
  return { byComment, byMoment };
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
