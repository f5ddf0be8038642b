import type { SQL } from "drizzle-orm";
import { eq, sql } from "drizzle-orm";
import { withWrites } from "#api/db/batch";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import type { Tx } from "#api/db/transaction";
import { dayOf } from "#contract/day";
import type { Change } from "./change";
import { isDirty } from "./change";
import { chunkOfEvents, rowsOfChunk } from "./chunk";
import { closeMonths, forgetMonths, hasOpenMonths } from "./months";
import { openingBalance } from "./opening";
import { anyDay } from "./period";
import { refreshCoverage } from "./refresh-coverage";
import { refreshDays } from "./refresh-days";
import { refreshEquity } from "./refresh-equity";

export type Account = typeof accounts.$inferSelect;

const dayOrNull = (time: number) => (Number.isFinite(time) ? dayOf(time) : null);
const earlier = (column: "stale_from" | "equity_stale_from" | "coverage_stale_from", day: string | null) =>
  sql`least(${sql.identifier(column)}, ${day}::date)`;

/** Of an account's row what notes that a change has to be summed up anew. */
export const dirtySince = (change: Change) => ({
  staleFrom: earlier("stale_from", dayOrNull(change.events)),
  equityStaleFrom: earlier("equity_stale_from", dayOrNull(change.flows)),
  coverageStaleFrom: earlier("coverage_stale_from", dayOrNull(change.coverage)),
});

/** Notes what has to be summed up anew; `refresh` does it, at the latest when somebody looks. */
export async function markDirty(tx: Tx, accountId: string, change: Change): Promise<void> {
  await tx.update(accounts).set(dirtySince(change)).where(eq(accounts.id, accountId));
}

/**
 * Sums up the days that changed and those after them, a piece of about `rows` rows: what is left is noted, and the next call goes on
 * there, whatever happened in between. New trades cost what their own day holds, whatever the length of the history; a late one costs
 * the days since. Call it with the account's row locked, and again, in a transaction of its own, where it says so.
 *
 * @returns whether more is to be done
 */
export async function refresh(tx: Tx, accountId: string, rows = rowsOfChunk): Promise<boolean> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for("update");
  return account ? isDirty(await refreshKnown(tx, account, rows)) : false;
}

/** The same for who has the account's row, locked, as it is: gives what became of it. */
export async function refreshKnown(tx: Tx, account: Account, rows = rowsOfChunk): Promise<Account> {
  const { id: accountId } = account;
  let { opening, staleFrom, equityStaleFrom, coverageStaleFrom } = account;
  const changed: string[] = [];
  let writes: SQL[] = [];
  if (staleFrom) {
    const begun = await chunkOfEvents(tx, accountId, staleFrom, rows);
    if (begun.isBeforeCheckpoint) opening = await openingBalance(tx, account);
    const isMoved = opening !== account.opening;
    const chunk = isMoved ? await chunkOfEvents(tx, accountId, anyDay.from, rows) : begun;
    changed.push(chunk.from);
    await refreshDays(tx, accountId, chunk, opening);
    staleFrom = chunk.until;
  }
  if (!staleFrom && equityStaleFrom) {
    changed.push(equityStaleFrom);
    equityStaleFrom = await refreshEquity(tx, accountId, equityStaleFrom, rows);
  }
  if (!staleFrom && !equityStaleFrom && coverageStaleFrom) {
    changed.push(coverageStaleFrom);
    ({ until: coverageStaleFrom, writes } = await refreshCoverage(tx, accountId, coverageStaleFrom, rows));
  }
  const [first] = changed.sort();
  if (!first) return account;
  const left = { opening, staleFrom, equityStaleFrom, coverageStaleFrom };
  const noted = tx.update(accounts).set(left).where(eq(accounts.id, accountId));
  const [before] = await withWrites(tx, [forgetMonths(accountId, first), noted, ...writes])
    .select({ hasOpenMonths: hasOpenMonths(accountId, first) })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const refreshed = { ...account, ...left };
  if (before?.hasOpenMonths && !isDirty(refreshed)) await closeMonths(tx, accountId);
  return refreshed;
}
