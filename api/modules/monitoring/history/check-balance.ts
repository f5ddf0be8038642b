import { and, eq } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { monitoringCheckpoints as checkpoints } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { interval } from "#api/modules/monitoring/connection";
import type { Decimal } from "#statements/decimal";
import type { LastCheckpoint } from "./checkpoints";
import { addUpCheckpoints, moneyBetween, newsSince } from "./checkpoints";

type Account = typeof accounts.$inferSelect;

/**
 * A terminal's report: its balance with the terminal's time, the first event that it changed in the history, and
 * whether it has nothing more to send.
 */
export type Report = { balance: Decimal; time: number; events: number; isThrough: boolean };

/** Whether a history reconciles with the terminal's balance. */
export type Reconciliation = {
  /** The latest time up to which it reconciles; null: there is nothing to compare with. */
  since: Date | null;
  isOff: boolean;
  /** The opening balance has changed: every day must be aggregated again. */
  isMoved?: boolean;
  /**
   * Whether something is missing anywhere, and the newest ticket that a terminal sent, if the check has read both.
   */
  seen?: { isMissing: boolean; newestTicket: string | null };
};

/**
 * A discrepancy that lasts this long, although the terminal was requested to send its history again, means that data
 * is missing.
 */
const backfillTimeoutMs = 2 * interval * 1000;

/**
 * Compares the balance that a terminal reports with the known history, exactly. The cost depends on the data since it
 * last reconciled, not on the length of the history. Call it with the account's row locked and its days aggregated.
 */
export async function checkBalance(
  tx: Tx,
  account: Account,
  report: Report,
  now: Date,
): Promise<Reconciliation> {
  const { id, reconciledAt, reconciledBalance, reconciledSeenAt } = account;
  // late data lies before the last reconciled time: then the whole interval since the last checkpoint is summed
  const isLate = reconciledAt !== null && report.events <= reconciledAt.getTime();
  const fitted =
    reconciledAt && reconciledBalance !== null && reconciledSeenAt && !isLate
      ? { at: reconciledAt, balance: reconciledBalance, seenAt: reconciledSeenAt }
      : null;
  const { last, isMissing, newest: event, money, ticket } = await newsSince(tx, id, fitted?.at ?? null);
  const base = last && fitted && fitted.at >= last.at ? fitted : last;
  const newest = event ?? new Date(report.time);
  const fit = {
    reconciledAt: newest,
    reconciledBalance: report.balance,
    reconciledSeenAt: now,
    unreconciledSince: null,
  };
  if (!last || !base) {
    if (!report.isThrough) return { since: null, isOff: false };
    await note(tx, id, { at: newest, seenAt: now, balance: report.balance });
    await set(tx, id, fit);
    return { since: newest, isOff: false, isMoved: (await addUpCheckpoints(tx, id)) !== account.opening };
  }
  if (report.balance === base.balance + money) {
    await set(tx, id, fit);
    return { since: newest, isOff: false, seen: { isMissing, newestTicket: ticket } };
  }
  if (await absorbLateDeals(tx, account, last, report.balance)) {
    await set(tx, id, fit);
    return { since: newest, isOff: false, isMoved: (await addUpCheckpoints(tx, id)) !== account.opening };
  }
  const since = base.at;
  if (!report.isThrough) return { since, isOff: true };
  if (!account.unreconciledSince) {
    await set(tx, id, { unreconciledSince: now });
    return { since, isOff: true };
  }
  const { unreconciledSince, resyncedAt } = account;
  const wasRequested = resyncedAt !== null && resyncedAt >= unreconciledSince;
  if (!wasRequested || now.getTime() - unreconciledSince.getTime() < backfillTimeoutMs)
    return { since, isOff: true };
  const end = { at: new Date(Math.max(report.time, newest.getTime())), seenAt: now, balance: report.balance };
  if (base.seenAt.getTime() !== last.seenAt.getTime()) await note(tx, id, base);
  await note(tx, id, end);
  await set(tx, id, { ...fit, reconciledAt: end.at });
  await addUpCheckpoints(tx, id);
  return { since, isOff: true };
}

/**
 * Returns whether the discrepancy consists of deals from before the last checkpoint was reported that arrived after
 * it, as from a terminal that loads its history late: the reported balance already included them. The checkpoint then
 * moves to after them.
 */
async function absorbLateDeals(
  tx: Tx,
  { id }: Account,
  { at, seenAt, balance, source }: LastCheckpoint,
  reported: Decimal,
): Promise<boolean> {
  if (source !== "terminal" || at >= seenAt) return false;
  if ((await moneyBetween(tx, id, at, seenAt)) === 0n) return false;
  if (reported !== balance + (await moneyBetween(tx, id, seenAt, null))) return false;
  const condition = and(
    eq(checkpoints.accountId, id),
    eq(checkpoints.source, source),
    eq(checkpoints.seenAt, seenAt),
  );
  await tx.update(checkpoints).set({ at: seenAt }).where(condition);
  return true;
}

type Note = { at: Date; seenAt: Date; balance: Decimal };

async function note(tx: Tx, accountId: string, row: Note): Promise<void> {
  await tx
    .insert(checkpoints)
    .values({ accountId, source: "terminal", ...row })
    .onConflictDoNothing();
}

async function set(tx: Tx, accountId: string, values: Partial<Account>): Promise<void> {
  await tx.update(accounts).set(values).where(eq(accounts.id, accountId));
}
