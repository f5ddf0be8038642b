import { eq, sql } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import type { Tx } from "#api/db/transaction";
import type { Reconciliation } from "#api/modules/monitoring/history/check-balance";
import { differencesOf, newestTicket } from "#api/modules/monitoring/history/checkpoints";
import type { Post } from "./parse";

type Account = typeof accounts.$inferSelect;

/** Stands for the first deal. */
export const start = "0";
const minute = 60_000;
/** Delays before a history that does not reconcile is requested again. */
const waits = [0, 10 * minute, 60 * minute, 6 * 60 * minute];
const longestWait = 24 * 60 * minute;

/**
 * Returns the deal from which the terminal should continue, usually the newest known one. If nothing new arrives and
 * the history still does not reconcile with the balance, deals are missing. Then the terminal sends those since it
 * last reconciled, and later all of them, repeatedly until it reconciles, whether positions are open or not.
 */
export async function nextFrom(
  tx: Tx,
  account: Account,
  post: Post,
  { fresh, reconciliation, now }: { fresh: number; reconciliation: Reconciliation; now: Date },
): Promise<{ dealsFrom: string; isResyncing: boolean }> {
  const { seen } = reconciliation;
  const newest = seen ? seen.newestTicket : await newestOf(tx, account.id);
  const last = lastOf(post);
  if (account.isResyncing && last !== null && last !== newest) return { dealsFrom: last, isResyncing: true };
  const isMissing = async () =>
    seen ? seen.isMissing : ((await differencesOf(tx, account.id)) ?? []).length > 0;
  const isWhole = !reconciliation.isOff && account.opening === 0n && !(await isMissing());
  const isNews = reconciliation.isOff && account.unreconciledSince === null;
  const isDue =
    !account.isResyncing &&
    fresh === 0 &&
    !isWhole &&
    post.state !== null &&
    post.hasDeals &&
    (isNews || isTime(account, now));
  const values = {
    ...((account.isResyncing || isDue) && { isResyncing: isDue }),
    ...(isDue && { resyncedAt: now, resyncs: account.resyncs + 1 }),
    ...(isWhole && account.resyncs > 0 && fresh === 0 && { resyncs: 0 }),
  };
  if (Object.keys(values).length > 0)
    await tx.update(accounts).set(values).where(eq(accounts.id, account.id));
  if (!isDue) return { dealsFrom: newest ?? start, isResyncing: false };
  const from = isNews && reconciliation.since ? await newestOf(tx, account.id, reconciliation.since) : null;
  return { dealsFrom: from ?? start, isResyncing: true };
}

const isTime = ({ resyncedAt, resyncs }: Account, now: Date): boolean =>
  resyncedAt === null || now.getTime() - resyncedAt.getTime() >= (waits[resyncs] ?? longestWait);

async function newestOf(tx: Tx, accountId: string, upTo?: Date): Promise<string | null> {
  const { rows } = await tx.execute<{ ticket: string | null }>(
    sql`select ${newestTicket(accountId, upTo)} as ticket`,
  );
  return rows[0]?.ticket ?? null;
}

function lastOf({ deals: trades, operations }: Post): string | null {
  const all = [...trades, ...operations].sort(
    (a, b) => a.time - b.time || a.ticket.length - b.ticket.length || (a.ticket < b.ticket ? -1 : 1),
  );
  return all.at(-1)?.ticket ?? null;
}
