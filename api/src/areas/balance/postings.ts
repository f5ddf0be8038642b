import type { SQL } from "drizzle-orm";
import { and, eq, gte, lt, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { PageCut } from "#api/calls/page-cut";
import { ordersOf } from "#api/calls/page-cut";
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
export const serverPaymentKinds = sql`(starts_with(${ledgerEntries.kind}, 'server_') or starts_with(${ledgerEntries.kind}, 'monitoring_'))`;
/** What moves between clients, and between a client's own accounts. */
export const transferKinds = sql`${ledgerEntries.kind} in ('transfer', 'partner_transfer', 'reward_taken_back', 'debt_repaid')`;

const other = alias(ledgerEntries, "other_entry");
const otherAccount = alias(ledgerAccounts, "other_account");

const mainAccountOf = (userId: string) =>
  sql`(select id from ${ledgerAccounts} where user_id = ${userId} and kind = 'main')`;

function where(userId: string, { kinds, span, id }: PostingFilter): SQL | undefined {
  return and(
    eq(ledgerEntries.accountId, mainAccountOf(userId)),
    kinds,
    span && gte(ledgerEntries.at, span.from),
    span && lt(ledgerEntries.at, span.to),
    id === undefined ? undefined : eq(ledgerEntries.transactionId, id),
  );
}

/** Newest first. The page is found in an index first, what else is said of its entries is read after it. */
export async function postingsOf(
  db: Database | Tx,
  userId: string,
  filter: PostingFilter,
  cut: PageCut,
): Promise<Posting[]> {
  const { walked, shown } = ordersOf("desc", cut);
  const page = db
    .select()
    .from(ledgerEntries)
    .where(where(userId, filter))
    .orderBy(walked(ledgerEntries.at), walked(ledgerEntries.id))
    .limit(cut.limit)
    .offset(cut.offset)
    .as("page");
  return db
    .select({
      id: page.transactionId,
      kind: page.kind,
      at: page.at,
      details: ledgerTransactions.details,
      amountCents: page.amountCents,
      counterparty: users.email,
    })
    .from(page)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, page.transactionId))
    .leftJoin(
      other,
      and(
        eq(page.kind, "transfer"),
        eq(other.transactionId, page.transactionId),
        ne(other.accountId, page.accountId),
      ),
    )
    .leftJoin(otherAccount, eq(otherAccount.id, other.accountId))
    .leftJoin(users, eq(users.id, otherAccount.userId))
    .orderBy(shown(page.at), shown(page.id));
}

export async function countPostings(
  db: Database | Tx,
  userId: string,
  filter: PostingFilter,
): Promise<number> {
  return db.$count(ledgerEntries, where(userId, filter));
}

/** The main balance as it was just before a moment: the sum of all entries until then. */
export async function balanceBefore(db: Database | Tx, userId: string, moment: Date): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${ledgerEntries.amountCents}), 0)::bigint` })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.accountId, mainAccountOf(userId)), lt(ledgerEntries.at, moment)));
  return row?.sum ?? 0;
}
