import { and, desc, eq, sql } from "drizzle-orm";
import {
  monitoringAccounts as accounts,
  monitoringDays as days,
  monitoringDeals as deals,
} from "#api/db/schema/monitoring";
import type { Tx } from "#api/db/transaction";
import type { Post } from "./parse";

type Account = typeof accounts.$inferSelect;

/** From the first deal on. */
const start = "0";
/** A history that does not add up is asked for once in this time. */
const pause = 24 * 3600 * 1000;

/**
 * From which deal the terminal is to go on. Usually the newest known one. Where nothing new comes, nothing is open, and the balance
 * still is not what the known history makes it, deals are missing in the middle: then the terminal goes through all of it once more.
 */
export async function nextFrom(
  tx: Tx,
  account: Account,
  post: Post,
  fresh: number,
  now: Date,
): Promise<{ dealsFrom: string; isResyncing: boolean }> {
  const newest = await newestTicket(tx, account.id);
  const last = lastOf(post);
  if (account.isResyncing && last !== null && last !== newest) return { dealsFrom: last, isResyncing: true };
  const isDue = !account.isResyncing && fresh === 0 && (await doesNotAddUp(tx, account, post, now));
  if (account.isResyncing || isDue)
    await tx
      .update(accounts)
      .set({ isResyncing: isDue, ...(isDue && { resyncedAt: now }) })
      .where(eq(accounts.id, account.id));
  return { dealsFrom: isDue ? start : (newest ?? start), isResyncing: isDue };
}

async function newestTicket(tx: Tx, accountId: string): Promise<string | null> {
  const [row] = await tx
    .select({ ticket: deals.ticket })
    .from(deals)
    // what a file brought, a terminal does not know
    .where(and(eq(deals.accountId, accountId), eq(deals.source, "terminal")))
    .orderBy(desc(deals.at), sql`length(${deals.ticket}) desc`, desc(deals.ticket))
    .limit(1);
  return row?.ticket ?? null;
}

function lastOf({ deals: trades, operations }: Post): string | null {
  const all = [...trades, ...operations].sort(
    (a, b) => a.time - b.time || a.ticket.length - b.ticket.length || (a.ticket < b.ticket ? -1 : 1),
  );
  return all.at(-1)?.ticket ?? null;
}

async function doesNotAddUp(tx: Tx, account: Account, post: Post, now: Date): Promise<boolean> {
  if (!post.state || !post.positions || post.positions.length > 0 || account.opening !== 0n) return false;
  if (account.resyncedAt && now.getTime() - account.resyncedAt.getTime() < pause) return false;
  const [day] = await tx
    .select({ closing: days.closing })
    .from(days)
    .where(and(eq(days.accountId, account.id), sql`${days.closing} is not null`))
    .orderBy(desc(days.day))
    .limit(1);
  return day !== undefined && day.closing !== post.state.balance;
}
