import type { SQL } from "drizzle-orm";
import { and, desc, eq, gte, lt, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "#api/db/connect";
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from "#api/db/schema/balance";
import { users } from "#api/db/schema/user";
import type { Tx } from "#api/db/transaction";

export type Span = { from: Date; to: Date };

/** A movement of a client's main balance, as the ledger has it. */
export type Posting = {
  id: number;
  kind: string;
  at: Date;
  details: Record<string, string | number>;
  amountCents: number;
  /** The e-mail of the other client of a transfer. */
  counterparty: string | null;
};

/** Which postings: those of the `kind`s that match, of a time, or one. */
export type PostingFilter = { kinds?: SQL; span?: Span; id?: number };

/** Kinds of payments for servers and monitoring, as the areas name them: `server_rent`, `monitoring_subscription`… */
export const serverPaymentKinds = sql`${ledgerTransactions.kind} ~ '^(server|monitoring)_'`;
export const transferKinds = sql`${ledgerTransactions.kind} in ('transfer', 'partner_transfer')`;

const other = alias(ledgerEntries, "other_entry");
const otherAccount = alias(ledgerAccounts, "other_account");

function where(userId: string, { kinds, span, id }: PostingFilter): SQL | undefined {
  return and(
    eq(ledgerAccounts.userId, userId),
    eq(ledgerAccounts.kind, "main"),
    kinds,
    span && gte(ledgerTransactions.at, span.from),
    span && lt(ledgerTransactions.at, span.to),
    id === undefined ? undefined : eq(ledgerTransactions.id, id),
  );
}

/** Newest first. */
export async function postingsOf(
  db: Database | Tx,
  userId: string,
  filter: PostingFilter,
  page: { limit: number; offset?: number },
): Promise<Posting[]> {
  return db
    .select({
      id: ledgerTransactions.id,
      kind: ledgerTransactions.kind,
      at: ledgerTransactions.at,
      details: ledgerTransactions.details,
      amountCents: ledgerEntries.amountCents,
      counterparty: users.email,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .leftJoin(
      other,
      and(
        eq(ledgerTransactions.kind, "transfer"),
        eq(other.transactionId, ledgerEntries.transactionId),
        ne(other.accountId, ledgerEntries.accountId),
      ),
    )
    .leftJoin(otherAccount, eq(otherAccount.id, other.accountId))
    .leftJoin(users, eq(users.id, otherAccount.userId))
    .where(where(userId, filter))
    .orderBy(desc(ledgerTransactions.at), desc(ledgerEntries.id))
    .limit(page.limit)
    .offset(page.offset ?? 0);
}

export async function countPostings(
  db: Database | Tx,
  userId: string,
  filter: PostingFilter,
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)` })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(where(userId, filter));
  return row?.count ?? 0;
}

/** The main balance as it was just before a moment: the sum of all entries until then. */
export async function balanceBefore(db: Database | Tx, userId: string, moment: Date): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${ledgerEntries.amountCents}), 0)::bigint` })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(
      and(
        eq(ledgerAccounts.userId, userId),
        eq(ledgerAccounts.kind, "main"),
        lt(ledgerTransactions.at, moment),
      ),
    );
  return row?.sum ?? 0;
}
