import type { Database } from "#api/db/connect";
import { ledgerChecks } from "#api/db/schema/operator";
import type { Tx } from "#api/db/transaction";

/** Stores when the ledger was checked last and how many faults it had. */
export async function recordLedgerCheck(db: Database | Tx, checkedAt: Date, faults: number): Promise<void> {
  const check = { checkedAt, faults };
  await db
    .insert(ledgerChecks)
    .values({ name: "ledger", ...check })
    .onConflictDoUpdate({ target: ledgerChecks.name, set: check });
}
