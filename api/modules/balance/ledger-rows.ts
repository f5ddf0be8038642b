import { and, eq, gte, lt, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "#api/db/connect";
import { preparedQuery } from "#api/db/prepared-query";
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from "#api/db/schema/balance";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { PageCut } from "#api/http/pagination";
import { ordersOf } from "#api/http/pagination";
import type { HistoryKind } from "#contract/balance/ledger-lines";

export type Span = { from: Date; to: Date };

/** A transaction of a client's main balance, from the ledger. */
export type LedgerRow = {
  id: number;
  kind: string;
  at: Date;
  details: Record<string, string | number>;
  amountCents: number;
  /** The balance after it. */
  balanceCents: number;
  /** The id of the row that caused it, such as the order of a deposit. */
  referenceId: string;
  /** The history that it belongs to; `other` if it belongs to none. */
  history: LedgerHistory | "other";
  /** The e-mail of the other client of a transfer. */
  counterparty: string | null;
};

/**
 * The histories that are read from ledger entries; `movement_history` (migrations) maps kinds of transactions to
 * them.
 */
export type LedgerHistory = Extract<HistoryKind, "transfers" | "server-payments">;

/** Selects postings by history, by time, or by id. */
type LedgerRowFilter = { history?: LedgerHistory; span?: Span | undefined; id?: number | undefined };

const otherEntry = alias(ledgerEntries, "other_entry");
const otherAccount = alias(ledgerAccounts, "other_account");

/** The conditions of a query. */
type Shape = [history: LedgerHistory | "all", hasSpan: boolean, isOne: boolean, fromEnd: boolean];

const value = sql.placeholder;
const mainAccount = sql`(select id from ${ledgerAccounts} where user_id = ${value("userId")} and kind = 'main')`;

const ledgerLinesQuery = preparedQuery((db: Database | Tx, ...[history, hasSpan, isOne, fromEnd]: Shape) => {
  const { walked, shown } = ordersOf("desc", { fromEnd });
  const page = db
    .select()
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.accountId, mainAccount),
        history === "all" ? undefined : sql`movement_history(${ledgerEntries.kind}) = ${history}`,
        hasSpan ? gte(ledgerEntries.at, value("from")) : undefined,
        hasSpan ? lt(ledgerEntries.at, value("to")) : undefined,
        isOne ? eq(ledgerEntries.transactionId, value("id")) : undefined,
      ),
    )
    .orderBy(walked(ledgerEntries.at), walked(ledgerEntries.id))
    .limit(value("limit"))
    .offset(value("offset"))
    .as("page");
  return db
    .select({
      id: page.transactionId,
      kind: page.kind,
      at: page.at,
      details: ledgerTransactions.details,
      amountCents: page.amountCents,
      balanceCents: page.balanceAfterCents,
      referenceId: ledgerTransactions.referenceId,
      history: sql<LedgerHistory | "other">`movement_history(${page.kind})`,
      counterparty: users.email,
    })
    .from(page)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, page.transactionId))
    .leftJoin(
      otherEntry,
      and(
        eq(page.kind, "transfer"),
        eq(otherEntry.transactionId, page.transactionId),
        ne(otherEntry.accountId, page.accountId),
      ),
    )
    .leftJoin(otherAccount, eq(otherAccount.id, otherEntry.accountId))
    .leftJoin(users, eq(users.id, otherAccount.userId))
    .orderBy(shown(page.at), shown(page.id));
});

/**
 * Returns postings, newest first. The query finds the page in an index first and reads the details of its entries
 * afterwards.
 */
export const ledgerRowsOf = (
  db: Database | Tx,
  userId: string,
  { history, span, id }: LedgerRowFilter,
  { limit, offset, fromEnd }: PageCut,
): Promise<LedgerRow[]> =>
  ledgerLinesQuery(db, history ?? "all", span !== undefined, id !== undefined, fromEnd).execute({
    userId,
    limit,
    offset,
    id,
    ...span,
  });
