import { eq, sql } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import type { Tx } from "#api/db/transaction";
import type { Standing } from "#api/modules/monitoring/history/check-balance";
import { differencesOf, newestTicket } from "#api/modules/monitoring/history/checkpoints";
import type { Post } from "./parse";

type Account = typeof accounts.$inferSelect;

/** From the first deal on. */
export const start = "0";
const minute = 60_000;
/** How long to wait before a history that does not add up is asked for once more. */
const waits = [0, 10 * minute, 60 * minute, 6 * 60 * minute];
const longestWait = 24 * 60 * minute;

/**
 * From which deal the terminal is to go on. Usually the newest known one. Where nothing new comes and the history still does not add
 * up to the balance, deals are missing: then the terminal goes through those since it last did, and later through all of them, again
 * and again until it fits, whether positions are open or not.
 */
export async function nextFrom(
  tx: Tx,
  account: Account,
  post: Post,
  { fresh, standing, now }: { fresh: number; standing: Standing; now: Date },
): Promise<{ dealsFrom: string; isResyncing: boolean }> {
  const { seen } = standing;
  const newest = seen ? seen.newestTicket : await newestOf(tx, account.id);
  const last = lastOf(post);
  if (account.isResyncing && last !== null && last !== newest) return { dealsFrom: last, isResyncing: true };
  const isMissing = async () =>
    seen ? seen.isMissing : ((await differencesOf(tx, account.id)) ?? []).length > 0;
  const isWhole = !standing.isOff && account.opening === 0n && !(await isMissing());
  const isNews = standing.isOff && account.doubtedAt === null;
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
  const from = isNews && standing.since ? await newestOf(tx, account.id, standing.since) : null;
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
