import { ne, or } from "drizzle-orm";
import type { monitoringAccounts } from "#api/db/schema/monitoring";
import { monitoringCheckpoints as checkpoints } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import type { Decimal } from "#statements/decimal";
import { addUpCheckpoints, moneyBetween } from "./checkpoints";
import type { DirtyRanges } from "./dirty-ranges";
import { mergeRanges, noChange } from "./dirty-ranges";

/** The balances stated by a file, exact; times in epoch milliseconds. */
export type FileBalance = {
  /** Before its first row, at that row's time; null if the file states no balance. */
  opening: { amount: Decimal; time: number } | null;
  /** After its last row. */
  closing: { amount: Decimal; time: number } | null;
  /** Costs already deducted in `closing` for positions that are still open. */
  openCosts: Decimal;
  /** Places where the running balance moved by more or less than the rows say; `amount` is stated minus computed. */
  gaps: { from: number; to: number; amount: Decimal }[];
};

/**
 * Stores the balances that a file states as checkpoints, after its rows were stored. `refresh` then computes the
 * opening balance from them. Call it with the account's row locked.
 *
 * @returns the dirty range from the first new or changed checkpoint, even if the file brings nothing else
 */
export async function noteFileBalance(
  tx: Tx,
  accountId: string,
  { opening, closing, openCosts, gaps }: FileBalance,
): Promise<DirtyRanges> {
  const rows = new Map<number, Decimal>();
  const before = opening && new Date(opening.time - 1);
  if (opening && before) {
    rows.set(before.getTime(), opening.amount);
    let missing = 0n;
    for (const { from, to, amount } of gaps.toSorted((a, b) => a.to - b.to)) {
      const balanceAt = async (time: number) =>
        opening.amount + missing + (await moneyBetween(tx, accountId, before, new Date(time)));
      if (from > opening.time) rows.set(from, await balanceAt(from));
      missing += amount;
      rows.set(to, await balanceAt(to));
    }
  }
  if (closing) rows.set(closing.time, closing.amount);
  let change = noChange;
  for (const [time, balance] of rows) {
    const at = new Date(time);
    const stated = { balance, openCosts: time === closing?.time ? openCosts : 0n };
    const changed = await tx
      .insert(checkpoints)
      .values({ accountId, source: "import", at, seenAt: at, ...stated })
      .onConflictDoUpdate({
        target: [checkpoints.accountId, checkpoints.source, checkpoints.seenAt],
        set: stated,
        setWhere: or(ne(checkpoints.balance, balance), ne(checkpoints.openCosts, stated.openCosts)),
      })
      .returning({ at: checkpoints.at });
    if (changed.length > 0) change = mergeRanges(change, { events: time });
  }
  return change;
}

/**
 * Returns the balance before the first known event. It follows from the first checkpoint, so that money found missing
 * later does not move it. While the terminal is still sending its history, it follows from the balance reported now
 * (docs/adr/0025).
 */
export async function openingBalance(
  tx: Tx,
  { id, balance }: Pick<typeof monitoringAccounts.$inferSelect, "id" | "balance">,
): Promise<Decimal> {
  const opening = await addUpCheckpoints(tx, id);
  if (opening !== null) return opening;
  if (balance === null) return 0n;
  const before = balance - (await moneyBetween(tx, id, null, null));
  return before > 0n ? before : 0n;
}
