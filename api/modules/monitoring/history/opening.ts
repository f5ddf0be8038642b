import { ne, or } from "drizzle-orm";
import type { monitoringAccounts } from "#api/db/schema/monitoring";
import { monitoringCheckpoints as checkpoints } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import type { Decimal } from "#statements/decimal";
import type { Change } from "./change";
import { mergeRanges, noChange } from "./change";
import { addUpCheckpoints, moneyBetween } from "./checkpoints";

/** What a file says of its account's balance, exact; times in epoch milliseconds. */
export type FileBalance = {
  /** Before its first row, at that row's time; null where it states no balance. */
  opening: { amount: Decimal; time: number } | null;
  /** After its last row. */
  closing: { amount: Decimal; time: number } | null;
  /** What `closing` has paid for positions that are still open. */
  openCosts: Decimal;
  /** Places where its running balance moved by more (or less) than its rows say: stated less computed. */
  gaps: { from: number; to: number; amount: Decimal }[];
};

/**
 * Notes the balances that a file states as moments at which the account's balance is known, after its rows were stored.
 * `refresh` then works the opening out from them. Call it with the account's row locked.
 *
 * @returns since when the balance is known otherwise than it was, also where a file brings nothing else
 */
export async function noteFileBalance(
  tx: Tx,
  accountId: string,
  { opening, closing, openCosts, gaps }: FileBalance,
): Promise<Change> {
  const rows = new Map<number, Decimal>();
  const before = opening && new Date(opening.time - 1);
  if (opening && before) {
    rows.set(before.getTime(), opening.amount);
    let missing = 0n;
    for (const { from, to, amount } of gaps.toSorted((a, b) => a.to - b.to)) {
      const known = async (time: number) =>
        opening.amount + missing + (await moneyBetween(tx, accountId, before, new Date(time)));
      if (from > opening.time) rows.set(from, await known(from));
      missing += amount;
      rows.set(to, await known(to));
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
 * The balance before the first known event. It follows from the first moment at which the balance is known, so that what comes to be
 * missing later does not move it; while the terminal still sends its history, from what it reports now (docs/adr/0025).
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
