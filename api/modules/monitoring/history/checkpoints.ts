import type { SQL } from "drizzle-orm";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { monitoringCheckpoints as checkpoints } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { reconcileCheckpoints } from "#api/modules/monitoring/statistics/reconciliation";
import type { Decimal } from "#statements/decimal";
import { parseDecimal } from "#statements/decimal";

export type StoredCheckpoint = typeof checkpoints.$inferSelect;

/**
 * Beyond this number, inner checkpoints are dropped, oldest first; a discrepancy then lies between their neighbours.
 */
const maxCheckpoints = 60;

export async function checkpointsOf(db: Database | Tx, accountId: string): Promise<StoredCheckpoint[]> {
  return db
    .select()
    .from(checkpoints)
    .where(eq(checkpoints.accountId, accountId))
    .orderBy(asc(checkpoints.at), asc(checkpoints.seenAt));
}

/**
 * Returns the change of the balance by the known history after one time and up to another, both `Date`; null means
 * unbounded.
 */
export async function moneyBetween(
  tx: Tx,
  accountId: string,
  after: Date | null,
  upTo: Date | null,
): Promise<Decimal> {
  const from = sql`${after?.toISOString() ?? "-infinity"}::timestamptz`;
  const { rows } = await tx.execute<{ sum: string }>(sql`select ${moneyOf(accountId, from, upTo)} as sum`);
  return parseDecimal(rows[0]?.sum ?? "") ?? 0n;
}

function moneyOf(accountId: string, from: SQL, upTo: Date | null): SQL<string> {
  const to = upTo?.toISOString() ?? "infinity";
  return sql`(
      coalesce((select sum(profit + commission + fee + swap) from monitoring_deals
        where account_id = ${accountId} and at > ${from} and at <= ${to}::timestamptz and type <> 'credit'), 0)
      + coalesce((select sum(result) from monitoring_trades
        where account_id = ${accountId} and closed_at > ${from} and closed_at <= ${to}::timestamptz and source = 'import'), 0)
    )::text`;
}

export type LastCheckpoint = Pick<StoredCheckpoint, "source" | "at" | "seenAt" | "balance">;

type News = {
  /** The newest checkpoint; null if there is none. */
  last: LastCheckpoint | null;
  /** Whether money is missing before any checkpoint. */
  isMissing: boolean;
  /** The time of the newest known event; null if there is none. */
  newest: Date | null;
  /**
   * Change of the balance by the known history since the newest checkpoint, or since it last reconciled if that is
   * later.
   */
  money: Decimal;
  /** The newest ticket that a terminal sent. */
  ticket: string | null;
};

/**
 * Reads in one query what the balance check of an account needs; `reconciledAt` is when the balance last reconciled, if
 * that matters.
 */
export async function newsSince(tx: Tx, accountId: string, reconciledAt: Date | null): Promise<News> {
  const last = tx
    .select()
    .from(checkpoints)
    .where(eq(checkpoints.accountId, accountId))
    .orderBy(desc(checkpoints.at), desc(checkpoints.seenAt))
    .limit(1)
    .as("last");
  const { source, at, seenAt, balance } = last;
  const [row] = await tx
    .select({
      last: { source, at, seenAt, balance },
      isMissing: sql<boolean>`exists (select from monitoring_checkpoints where account_id = ${accountId} and differs <> 0)`,
      newest: sql<string | null>`(extract(epoch from greatest(
        (select max(at) from monitoring_deals where account_id = ${accountId}),
        (select max(closed_at) from monitoring_trades where account_id = ${accountId}))) * 1000)::text`,
      money: moneyOf(
        accountId,
        sql`greatest(${at}, ${reconciledAt?.toISOString() ?? null}::timestamptz)`,
        null,
      ),
      ticket: sql<string | null>`${newestTicket(accountId)}`,
    })
    .from(accounts)
    .leftJoin(last, eq(last.accountId, accounts.id))
    .where(eq(accounts.id, accountId));
  if (!row) throw new Error("The account's row is locked, and gone");
  return {
    ...row,
    newest: row.newest ? new Date(Math.ceil(Number(row.newest))) : null,
    money: parseDecimal(row.money) ?? 0n,
  };
}

/**
 * Returns the newest ticket up to a moment among deals sent by a terminal. A terminal does not know the deals
 * imported from files.
 */
export const newestTicket = (accountId: string, upTo?: Date): SQL => sql`(
    select ticket from monitoring_deals
    where account_id = ${accountId} and source = 'terminal' and at <= ${upTo?.toISOString() ?? "infinity"}::timestamptz
    order by at desc, length(ticket) desc, ticket desc limit 1)`;

/** Returns whether a terminal sent the deals up to a moment, which include the costs of opening positions. */
async function isSentByTerminal(tx: Tx, accountId: string, upTo: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ is_sent: boolean }>(sql`
    select exists (select from monitoring_deals where account_id = ${accountId} and source = 'terminal'
      and type in ('buy', 'sell') and at <= ${upTo.toISOString()}::timestamptz) as is_sent`);
  return rows[0]?.is_sent ?? false;
}

/**
 * Returns the costs already deducted for positions still open in the newest balance stated by a file; zero if no file
 * states it.
 */
export async function openCostsOf(db: Database | Tx, accountId: string): Promise<Decimal> {
  const [last] = await db
    .select({ openCosts: checkpoints.openCosts })
    .from(checkpoints)
    .where(eq(checkpoints.accountId, accountId))
    .orderBy(desc(checkpoints.at), desc(checkpoints.seenAt))
    .limit(1);
  return last?.openCosts ?? 0n;
}

/**
 * Recomputes what is missing before each checkpoint and returns the opening balance; null if there are no
 * checkpoints.
 */
export async function addUpCheckpoints(tx: Tx, accountId: string): Promise<Decimal | null> {
  const list = await checkpointsOf(tx, accountId);
  if (list.length === 0) return null;
  const points = [];
  for (const [index, { at, balance, openCosts }] of list.entries()) {
    const isPaid = openCosts !== 0n && (await isSentByTerminal(tx, accountId, at));
    points.push({
      balance: isPaid ? balance : balance - openCosts,
      known: await moneyBetween(tx, accountId, list[index - 1]?.at ?? null, at),
    });
  }
  const { opening, differs } = reconcileCheckpoints(points);
  for (const [index, row] of list.entries()) {
    const value = differs[index] ?? 0n;
    const isNeeded =
      index === 0 || row.source === "import" || value !== 0n || (differs[index + 1] ?? 0n) !== 0n;
    const condition = and(
      eq(checkpoints.accountId, accountId),
      eq(checkpoints.source, row.source),
      eq(checkpoints.seenAt, row.seenAt),
    );
    if (!isNeeded || (index > 0 && index < list.length - maxCheckpoints))
      await tx.delete(checkpoints).where(condition);
    else if (value !== row.differs) await tx.update(checkpoints).set({ differs: value }).where(condition);
  }
  return opening;
}

export type Difference = { from: Date | null; to: Date; amount: Decimal };

/** Returns where an account's history does not reconcile and by how much; null if no balance was ever stated. */
export async function differencesOf(db: Database | Tx, accountId: string): Promise<Difference[] | null> {
  const list = await checkpointsOf(db, accountId);
  if (list.length === 0) return null;
  return list.flatMap(({ seenAt, differs }, index) =>
    differs === 0n ? [] : [{ from: list[index - 1]?.seenAt ?? null, to: seenAt, amount: differs }],
  );
}
