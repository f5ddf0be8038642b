import type { SQL } from "drizzle-orm";
import { and, eq, gte, inArray, like, lte } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { monitoringDeals as deals, monitoringTrades as trades } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { importTrades } from "#api/modules/monitoring/history/derive-trades";
import type { DirtyRanges } from "#api/modules/monitoring/history/dirty-ranges";
import { mergeRanges, noChange } from "#api/modules/monitoring/history/dirty-ranges";
import { margin } from "#api/modules/monitoring/history/imported";
import { noteFileBalance } from "#api/modules/monitoring/history/opening-balance";
import { markDirty } from "#api/modules/monitoring/history/refresh";
import { refreshSoon } from "#api/modules/monitoring/history/refresh-remaining";
import { importOperations } from "#api/modules/monitoring/history/store-deals";
import { chunks } from "#statements/chunks";
import type { OperationKind } from "#statements/kinds";
import { operationKinds } from "#statements/kinds";
import type { ReportProgress } from "#statements/progress";
import type { Statement } from "#statements/statement";
import { hasPlatformTickets } from "#statements/statement";
import type { BalanceOperation, Trade } from "#statements/types";
import type { Entry } from "./match";
import { entryOfTrade, freeTickets, matchEntries, operationEntry, tradeEntry } from "./match";

type StatementContent = Pick<Statement, "trades" | "operations" | "account" | "format" | "deals"> &
  Partial<Pick<Statement, "opening" | "closing" | "gaps" | "openCosts">>;

const rowsAtOnce = 2_000;
/** Approximate share of the work spent on storing; the rest is summing up. */
const shareOfStoring = 0.7;

/** Splits a file's entries into those the account knows already and new ones; returns the new ones. */
export async function splitKnown(
  tx: Tx,
  accountId: string,
  file: StatementContent,
): Promise<{ trades: Trade[]; operations: BalanceOperation[] }> {
  const existing = await knownEntries(tx, accountId, spanOf(file));
  const isPlatforms = hasPlatformTickets(file);
  return {
    trades: fresh(
      file.trades,
      file.trades.map((trade) => tradeEntry(trade, isPlatforms)),
      { entries: existing.trades, usedTickets: await usedTicketsOf(tx, trades, accountId, file.trades) },
      (trade, ticket) => ({ ...trade, ticket }),
    ),
    operations: fresh(
      file.operations,
      file.operations.map((operation) => operationEntry(operation, isPlatforms)),
      {
        entries: existing.operations,
        usedTickets: await usedTicketsOf(tx, deals, accountId, file.operations),
      },
      (operation, ticket) => ({ ...operation, ticket }),
    ),
  };
}

function fresh<T extends { ticket: string }>(
  items: T[],
  entries: Entry[],
  existing: { entries: Entry[]; usedTickets: Set<string> },
  rename: (item: T, ticket: string) => T,
): T[] {
  const matched = matchEntries(entries, existing.entries);
  const freeTicket = freeTickets(existing.usedTickets);
  return items.flatMap((item, index) => {
    const entry = entries[index];
    if (!entry || matched.has(entry)) return [];
    const ticket = freeTicket(item.ticket);
    return [ticket === item.ticket ? item : rename(item, ticket)];
  });
}

/**
 * Returns which of a file's tickets are taken, at any time: a position's number comes again if its rest is closed
 * weeks later, and an operation's number may be that of a deal. A row stored under a taken ticket would be lost.
 */
async function usedTicketsOf(
  tx: Tx,
  table: typeof trades | typeof deals,
  accountId: string,
  items: { ticket: string }[],
): Promise<Set<string>> {
  const used = new Set<string>();
  const collect = async (condition: SQL) => {
    const rows = await tx
      .select({ ticket: table.ticket })
      .from(table)
      .where(and(eq(table.accountId, accountId), condition));
    for (const { ticket } of rows) used.add(ticket);
  };
  await collect(like(table.ticket, "i%"));
  const tickets = items.map(({ ticket }) => ticket);
  for (const some of chunks(tickets, rowsAtOnce)) await collect(inArray(table.ticket, some));
  return used;
}

/** Returns the first and last moment of a file. */
export function spanOf({ trades: list, operations }: Pick<StatementContent, "trades" | "operations">): {
  from: number;
  to: number;
} {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const time of [...list.map(({ closeTime }) => closeTime), ...operations.map(({ time }) => time)]) {
    if (time < from) from = time;
    if (time > to) to = time;
  }
  return { from, to };
}

async function knownEntries(tx: Tx, accountId: string, span: { from: number; to: number }) {
  const [from, to] = [new Date(span.from - margin), new Date(span.to + margin)];
  const { ticket, symbol, side, volume, result, closedAt, source, isPlatformTicket } = trades;
  const tradeRows = await tx
    .select({ ticket, symbol, side, volume, result, closedAt, source, isPlatformTicket })
    .from(trades)
    .where(and(eq(trades.accountId, accountId), gte(trades.closedAt, from), lte(trades.closedAt, to)));
  const operationRows = await tx
    .select()
    .from(deals)
    .where(
      and(
        eq(deals.accountId, accountId),
        inArray(deals.type, [...operationKinds]),
        gte(deals.at, from),
        lte(deals.at, to),
      ),
    );
  return {
    trades: tradeRows.map(entryOfTradeRow),
    operations: operationRows.map(entryOfOperationRow),
  };
}

type Source = Pick<typeof trades.$inferSelect, "source" | "isPlatformTicket">;
const isOfPlatform = ({ source, isPlatformTicket }: Source) => source === "terminal" || isPlatformTicket;

type TradeColumns = "ticket" | "symbol" | "side" | "volume" | "result" | "closedAt";
const entryOfTradeRow = (row: Pick<typeof trades.$inferSelect, TradeColumns> & Source) =>
  entryOfTrade({ ...row, closeTime: row.closedAt.getTime() }, isOfPlatform(row));

const entryOfOperationRow = ({ type, at, profit, ...row }: typeof deals.$inferSelect) =>
  operationEntry(
    { ...row, type: type as OperationKind, time: at.getTime(), amount: profit },
    isOfPlatform(row),
  );

/** Adds to an account what a file has and the account does not, and sums it up. */
export async function mergeStatement(
  tx: Tx,
  accountId: string,
  file: StatementContent,
  reportProgress: ReportProgress = async () => {},
): Promise<{ trades: number; operations: number }> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for("update");
  if (!account) return { trades: 0, operations: 0 };
  const added = await splitKnown(tx, accountId, file);
  const isPlatforms = hasPlatformTickets(file);
  let change = noChange;
  for (let from = 0; from < added.trades.length; from += rowsAtOnce) {
    await reportProgress((from / added.trades.length) * shareOfStoring);
    const some = added.trades.slice(from, from + rowsAtOnce);
    change = mergeRanges(change, await importTrades(tx, accountId, some, isPlatforms));
  }
  await reportProgress(shareOfStoring);
  change = mergeRanges(change, await importOperations(tx, accountId, added.operations, isPlatforms));
  const { currency, server, leverage } = file.account;
  await tx
    .update(accounts)
    .set({
      currency: account.currency ?? currency ?? null,
      server: account.server ?? server ?? null,
      leverage: account.leverage ?? leverage ?? null,
    })
    .where(eq(accounts.id, accountId));
  const { opening = null, closing = null, gaps = [], openCosts = 0n } = file;
  change = mergeRanges(change, await noteFileBalance(tx, accountId, { opening, closing, openCosts, gaps }));
  await markDirty(tx, accountId, change);
  await refreshSoon(tx, accountId);
  return { trades: added.trades.length, operations: added.operations.length };
}

/**
 * Deletes imported rows that duplicate what a terminal sent, because the terminal's version takes precedence. Call it
 * after a terminal's deals were stored, with the account's row locked, if anything was imported (`isImportedSince`).
 */
export async function dropImportedDoubles(tx: Tx, accountId: string, since: number): Promise<DirtyRanges> {
  const from = new Date(since - margin);
  const tradesWhere = and(eq(trades.accountId, accountId), gte(trades.closedAt, from));
  const imported = await tx
    .select()
    .from(trades)
    .where(and(tradesWhere, eq(trades.source, "import")));
  let change = noChange;
  if (imported.length > 0) {
    const sent = await tx
      .select()
      .from(trades)
      .where(and(tradesWhere, eq(trades.source, "terminal")));
    const doubles = doublesOf(imported, sent, entryOfTradeRow);
    for (const { closedAt, openedAt } of doubles)
      change = mergeRanges(change, { events: closedAt.getTime(), coverage: openedAt?.getTime() });
    await dropTickets(tx, trades, accountId, doubles);
  }
  const dealsWhere = and(
    eq(deals.accountId, accountId),
    inArray(deals.type, [...operationKinds]),
    gte(deals.at, from),
  );
  const importedFlows = await tx
    .select()
    .from(deals)
    .where(and(dealsWhere, eq(deals.source, "import")));
  if (importedFlows.length > 0) {
    const sent = await tx
      .select()
      .from(deals)
      .where(and(dealsWhere, eq(deals.source, "terminal")));
    const doubles = doublesOf(importedFlows, sent, entryOfOperationRow);
    for (const { at } of doubles) change = mergeRanges(change, { events: at.getTime(), flows: at.getTime() });
    await dropTickets(tx, deals, accountId, doubles);
  }
  return change;
}

function doublesOf<R>(imported: R[], sent: R[], entry: (row: R) => Entry): R[] {
  const entries = new Map(imported.map((row) => [entry(row), row]));
  return [...matchEntries([...entries.keys()], sent.map(entry))].flatMap((one) => entries.get(one) ?? []);
}

async function dropTickets(
  tx: Tx,
  table: typeof trades | typeof deals,
  accountId: string,
  rows: { ticket: string }[],
): Promise<void> {
  for (const some of chunks(rows, 2_000)) {
    const tickets = some.map(({ ticket }) => ticket);
    await tx
      .delete(table)
      .where(and(eq(table.accountId, accountId), eq(table.source, "import"), inArray(table.ticket, tickets)));
  }
}
