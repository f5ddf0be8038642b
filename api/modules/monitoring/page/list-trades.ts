import type { SQL } from "drizzle-orm";
import { and, asc, desc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { preparedQuery } from "#api/db/prepared-query";
import { monitoringTrades as trades } from "#api/db/schema/monitoring-history";
import { handle } from "#api/http/handle";
import type { PageCut } from "#api/http/pagination";
import { cutPage, ordersOf } from "#api/http/pagination";
import { viewAccount } from "#api/modules/monitoring/accounts/own-account";
import { originOf } from "#api/modules/monitoring/history/events";
import { tradeNumbers } from "#api/modules/monitoring/history/period";
import { placesOf } from "#contract/monitoring/currency";
import * as contract from "#contract/monitoring/index";
import { tradesPerPage } from "#contract/rules";
import { divideRounded, formatDecimal, formatExact, one, toNumber } from "#statements/decimal";

import { openingOf, openingSent } from "./opening-balance";

export type TradeRow = typeof trades.$inferSelect;
type Direction = "asc" | "desc";

/** The column of each sort order; trades are numbered by their close, so `closed` sorts by `seq`. */
const columns = {
  opened: trades.openedAt,
  symbol: trades.symbol,
  volume: trades.volume,
  result: trades.result,
};

export const listTrades = handle(
  contract.trades,
  async ({ monitoringId, from, to, sort, direction, page }, context) => {
    const { db } = context;
    const { account, money } = await viewAccount(context, monitoringId);
    const { before, last } = await tradeNumbers(db, account.id, { from: from ?? null, to: to ?? null });
    const total = Math.max(0, last - before);
    const pages = Math.max(1, Math.ceil(total / tradesPerPage));
    const currentPage = Math.min(page, pages);
    const offset = (currentPage - 1) * tradesPerPage;
    // sorting by money would reveal hidden amounts
    const order = !money && (sort === "result" || sort === "volume") ? "closed" : sort;
    const rows =
      order === "closed"
        ? await pageByNumber(db, direction).execute({
            accountId: account.id,
            after: direction === "asc" ? before + offset : Math.max(before, last - offset - tradesPerPage),
            upTo: direction === "asc" ? Math.min(last, before + offset + tradesPerPage) : last - offset,
          })
        : await pageByColumn(
            db,
            and(eq(trades.accountId, account.id), gt(trades.seq, before), lte(trades.seq, last)),
            { sort: order, direction, cut: cutPage(total, currentPage, tradesPerPage) },
          );
    const isFirst = order === "closed" && currentPage === (direction === "asc" ? 1 : pages);
    const opening = isFirst ? await openingOf(db, account, { from: from ?? null, to: to ?? null }) : null;
    return {
      opening: openingSent(opening, account, money),
      trades: rows.map((row) => tradeOf(row, money, placesOf(account.currency))),
      page: currentPage,
      pages,
      total,
    };
  },
);

/** Selects a page by trade numbers, at the same cost for any page, even the last of 100,000 trades. */
const pageByNumber = preparedQuery((db: Database, direction: Direction) =>
  db
    .select()
    .from(trades)
    .where(
      and(
        eq(trades.accountId, sql.placeholder("accountId")),
        gt(trades.seq, sql.placeholder("after")),
        lte(trades.seq, sql.placeholder("upTo")),
      ),
    )
    .orderBy(direction === "asc" ? asc(trades.seq) : desc(trades.seq)),
);

/** Selects a page in another order: an index-only scan from the nearer end returns its trade numbers. */
async function pageByColumn(
  db: Database,
  condition: SQL | undefined,
  { sort, direction, cut }: { sort: keyof typeof columns; direction: Direction; cut: PageCut },
): Promise<TradeRow[]> {
  const { walked, shown } = ordersOf(direction, cut);
  const numbers = db
    .select({ seq: trades.seq })
    .from(trades)
    .where(condition)
    .orderBy(walked(columns[sort]), walked(trades.seq))
    .limit(cut.limit)
    .offset(cut.offset);
  return db
    .select()
    .from(trades)
    .where(and(condition, inArray(trades.seq, numbers)))
    .orderBy(shown(columns[sort]), shown(trades.seq));
}

/** Returns a trade as the page shows it; if money is hidden, only percentages. */
export function tradeOf(row: TradeRow, money: boolean, places: number): contract.ClosedTrade {
  const {
    ticket,
    symbol,
    side,
    volume,
    openedAt,
    closedAt,
    openPrice,
    closePrice,
    swap,
    result,
    balanceBefore,
  } = row;
  return {
    // fields are written out for speed, as in `history/events.ts`
    ticket,
    symbol,
    side,
    openedAt: openedAt?.toISOString() ?? null,
    closedAt: closedAt.toISOString(),
    openPrice: openPrice === null ? null : formatExact(openPrice),
    closePrice: closePrice === null ? null : formatExact(closePrice),
    source: originOf(row).via,
    resultPercent:
      balanceBefore !== null && balanceBefore > 0n
        ? toNumber(divideRounded(result * one, balanceBefore))
        : null,
    ...(money && {
      volume: formatExact(volume),
      swap: formatDecimal(swap, places),
      costs: formatDecimal(row.commission + row.fee + row.taxes, places),
      result: formatDecimal(result, places),
      mae: row.mae === null ? null : formatDecimal(row.mae, places),
      mfe: row.mfe === null ? null : formatDecimal(row.mfe, places),
    }),
  };
}
