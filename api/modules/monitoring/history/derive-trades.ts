import { and, eq, inArray, sql } from "drizzle-orm";
import {
  monitoringDeals as deals,
  monitoringExcursions as excursions,
  monitoringSeenPositions as seen,
  monitoringTrades as trades,
} from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { chunks } from "#statements/chunks";
import { groupBy } from "#statements/group-by";
import { tradesOf } from "#statements/trades";
import type { Deal, Trade, TradeProvenance } from "#statements/types";
import { resultOf } from "#statements/types";
import type { DirtyRanges } from "./dirty-ranges";
import { mergeRanges, noChange } from "./dirty-ranges";
import type { Excursions } from "./excursions";
import { excursionsIn } from "./excursions";

type Row = typeof trades.$inferInsert;
type DealRow = typeof deals.$inferSelect;

const rowsAtOnce = 2_000;

/** Rederives the closed trades of some positions from all their deals; unchanged trades are not written. */
export async function deriveTrades(tx: Tx, accountId: string, positions: string[]): Promise<DirtyRanges> {
  let change = noChange;
  for (const some of chunks(positions, rowsAtOnce)) {
    const dealRows = await tx
      .select({ deal: deals, seenAt: seen.seenAt, watched: excursions })
      .from(deals)
      .leftJoin(seen, and(eq(seen.accountId, accountId), eq(seen.position, deals.position)))
      .leftJoin(
        excursions,
        and(
          eq(excursions.accountId, accountId),
          eq(excursions.position, deals.position),
          eq(excursions.isWhole, true),
        ),
      )
      .where(
        and(
          eq(deals.accountId, accountId),
          inArray(deals.position, some),
          inArray(deals.type, ["buy", "sell"]),
        ),
      );
    const byPosition = groupBy(dealRows, ({ deal }) => deal.position);
    const derived = [...byPosition.values()].flatMap((of) => {
      const rows = of.map(({ deal }) => deal);
      const closing = new Map(rows.map((row) => [row.ticket, row]));
      const isChanged = rows.some(({ revisions }) => revisions > 0);
      const closedTrades = tradesOf(rows.map(dealOf));
      const excursions = excursionsIn(
        closedTrades.map(({ profit, swap }) => profit + swap),
        of[0]?.watched ?? undefined,
      );
      return closedTrades.map((trade) => ({
        ...trade,
        ...excursions,
        origin: { ...originIn(closing.get(trade.ticket), of[0]?.seenAt ?? undefined), isChanged },
      }));
    });
    change = mergeRanges(change, await replaceTrades(tx, accountId, some, derived));
  }
  return change;
}

type DerivedTrade = Trade & Partial<Excursions>;

/**
 * Replaces the known trades of some positions. A deal that moved to another position takes its trade along; a deal
 * that turns out to be an opening is no longer a trade.
 */
async function replaceTrades(
  tx: Tx,
  accountId: string,
  positions: string[],
  derived: DerivedTrade[],
): Promise<DirtyRanges> {
  const tickets = derived.map(({ ticket }) => ticket);
  const vanished = tx.$with("vanished").as(
    tx
      .delete(trades)
      .where(
        and(
          eq(trades.accountId, accountId),
          inArray(trades.position, positions),
          eq(trades.source, "terminal"),
          sql`${trades.ticket} <> all(${sql.param(tickets)}::text[])`,
        ),
      )
      .returning(moments),
  );
  const [first, ...rest] = [...chunks(derived, rowsAtOnce)];
  if (!first) return changeOf(await tx.with(vanished).select().from(vanished));
  const stored = tx.$with("stored").as(storing(tx, accountId, first));
  const both = tx.select().from(stored).unionAll(tx.select().from(vanished)).as("both");
  let change = changeOf(await tx.with(vanished, stored).select().from(both));
  for (const some of rest) change = mergeRanges(change, changeOf(await storing(tx, accountId, some)));
  return change;
}

/** Returns a statement that stores a terminal's trades; they replace those known under the same ticket. */
const storing = (tx: Tx, accountId: string, list: DerivedTrade[]) =>
  tx
    .insert(trades)
    .values(list.map((trade) => rowOf(accountId, trade, "terminal")))
    .onConflictDoUpdate(replacing)
    .returning(moments);

/**
 * Stores trades of a file; trades already known under their ticket stay unchanged.
 *
 * @param isPlatformTicket whether their tickets are the platform's own (`hasPlatformTickets`)
 */
export async function importTrades(
  tx: Tx,
  accountId: string,
  list: Trade[],
  isPlatformTicket: boolean,
): Promise<DirtyRanges> {
  let change = noChange;
  for (const some of chunks(list, rowsAtOnce)) {
    const rows = some.map((trade) => ({ ...rowOf(accountId, trade, "import"), isPlatformTicket }));
    const written = await tx.insert(trades).values(rows).onConflictDoNothing().returning(moments);
    change = mergeRanges(change, changeOf(written));
  }
  return change;
}

const moments = { openedAt: trades.openedAt, closedAt: trades.closedAt };

const changeOf = (written: Pick<typeof trades.$inferSelect, "openedAt" | "closedAt">[]): DirtyRanges =>
  written.reduce(
    (change, { closedAt, openedAt }) =>
      mergeRanges(change, { events: closedAt.getTime(), coverage: openedAt?.getTime() }),
    noChange,
  );

const columns = [
  "position",
  "symbol",
  "side",
  "volume",
  "opened_at",
  "closed_at",
  "open_price",
  "close_price",
];
const sums = ["profit", "swap", "commission", "fee", "taxes", "result", "is_final", "mae", "mfe"];
const origins = ["via", "is_seen_open", "is_changed"];
const all = [...columns, ...sums, ...origins];
const names = (table: "excluded" | null) =>
  sql.join(
    all.map((name) =>
      table ? sql`excluded.${sql.identifier(name)}` : sql`${trades}.${sql.identifier(name)}`,
    ),
    sql`, `,
  );
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const replacing = {
  target: [trades.accountId, trades.ticket],
  set: {
    ...Object.fromEntries(all.map((name) => [camel(name), sql`excluded.${sql.identifier(name)}`])),
    source: "terminal" as const,
  },
  setWhere: sql`(${names(null)}) is distinct from (${names("excluded")})`,
};

/**
 * Returns the provenance of a trade: how its closing deal first arrived, and whether an earlier post showed its
 * position open.
 */
function originIn(
  closing: DealRow | undefined,
  seenAt: Date | undefined,
): Omit<TradeProvenance, "isChanged"> {
  return {
    via: closing?.via ?? "key",
    isSeenOpen: seenAt !== undefined && (!closing?.arrivedAt || seenAt < closing.arrivedAt),
  };
}

function dealOf(row: typeof deals.$inferSelect): Deal {
  return {
    ...row,
    time: row.at.getTime(),
    type: row.type as Deal["type"],
    entry: row.entry ?? "out",
    magic: row.magic ?? undefined,
    comment: row.comment ?? undefined,
  };
}

function rowOf(accountId: string, trade: DerivedTrade, source: "terminal" | "import"): Row {
  const {
    ticket,
    position,
    symbol,
    side,
    volume,
    openPrice,
    closePrice,
    profit,
    swap,
    commission,
    fee,
    taxes,
    magic,
    comment,
    mae = null,
    mfe = null,
  } = trade;
  return {
    accountId,
    ticket,
    position,
    symbol,
    side,
    volume,
    openPrice,
    closePrice,
    profit,
    swap,
    commission,
    fee,
    taxes,
    magic,
    comment,
    mae,
    mfe,
    openedAt: trade.openTime === null ? null : new Date(trade.openTime),
    closedAt: new Date(trade.closeTime),
    result: resultOf(trade),
    isFinal: trade.final,
    source,
    via:
      source === "terminal" && trade.origin?.via === "server"
        ? "server"
        : source === "terminal"
          ? "key"
          : null,
    isSeenOpen: trade.origin?.isSeenOpen ?? false,
    isChanged: trade.origin?.isChanged ?? false,
  };
}
