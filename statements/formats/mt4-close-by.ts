import type { Statement } from "#statements/statement";
import { note } from "#statements/statement";
import type { Side, Trade } from "#statements/types";

const counterpart = /close hedge by #(\d+)/i;
const after = /^from #(\d+)/i;

/**
 * Joins close-by and partial closes of MetaTrader 4. Of two orders that close each other, one has the result and the
 * other has zero lots (`close hedge by #…`): the latter is not a trade, and its money is added to its counterpart.
 * The rest of the larger order, or of an order closed in part, continues as a new order (`from #…`, `partial close`),
 * which is another part of the same position.
 */
export function joinCloseBys(statement: Statement): void {
  const byTicket = new Map(statement.trades.map((trade) => [trade.ticket, trade]));
  const { byComment, byMoment } = counterparts(statement.trades);
  const removed = new Set<Trade>();
  for (const trade of statement.trades) {
    if (trade.volume !== 0n) continue;
    const opposite =
      byTicket.get(counterpart.exec(trade.comment ?? "")?.[1] ?? "") ??
      byComment.get(trade.ticket) ??
      byMoment.get(momentOf(trade, trade.side === "long" ? "short" : "long"));
    const isEmpty = trade.profit + trade.swap + trade.commission + trade.taxes === 0n;
    if (opposite && opposite.volume !== 0n) {
      opposite.profit += trade.profit;
      opposite.swap += trade.swap;
      opposite.commission += trade.commission;
      opposite.taxes += trade.taxes;
    } else if (!isEmpty) continue; // its counterpart is not in the file: the money must not be lost
    removed.add(trade);
    note(statement, "closeBy");
  }
  if (removed.size > 0) statement.trades = statement.trades.filter((trade) => !removed.has(trade));
  joinContinuations(statement.trades, byTicket);
}

const momentOf = ({ symbol, closeTime }: Trade, side: Side) => `${symbol}|${side}|${closeTime}`;

/**
 * Indexes orders with lots: by the order that their comment names as closed, and, if closed in part, by time; the
 * first one wins.
 */
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

/** Joins orders that continued as others into one position, which ends with the last of them. */
function joinContinuations(trades: Trade[], byTicket: Map<string, Trade>): void {
  const oldest = trades.toSorted((a, b) => a.closeTime - b.closeTime);
  for (const trade of oldest) {
    const before = byTicket.get(after.exec(trade.comment ?? "")?.[1] ?? "");
    if (!before || before === trade || before.symbol !== trade.symbol || before.closeTime > trade.closeTime)
      continue;
    trade.position = before.position;
    before.final = false;
  }
}
