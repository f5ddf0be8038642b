import { and, eq, isNull } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { accountOf, companyAccount, post } from "#api/ledger/ledger";
import type { Deposit } from "./payment";

/**
 * Credits a deposit to its owner's balance; the only place where deposits become money. The deposit must be locked
 * and not received; a second credit fails on the table's constraints. `sumCents` differs from the order's if an
 * operator entered the sum that really arrived.
 */
export async function credit(
  deps: Pick<Deps, "clock">,
  tx: Tx,
  deposit: Deposit,
  sumCents = deposit.sumCents,
): Promise<void> {
  if (deposit.ledgerId !== null) throw new Error(`Deposit ${deposit.id} is on the balance already`);
  const now = deps.clock.now();
  const ledgerId = await post(tx, {
    kind: "deposit",
    reference: { type: "deposit", id: deposit.id },
    at: now,
    entries: [
      { account: await companyAccount(tx, "deposits"), amountCents: -sumCents },
      { account: await accountOf(tx, deposit.userId, "main"), amountCents: sumCents },
    ],
    details: { method: deposit.method },
  });
  const changed = await tx
    .update(deposits)
    .set({ status: "received", ledgerId, sumCents, receivedAt: now, changedAt: now, reason: null })
    .where(and(eq(deposits.id, deposit.id), isNull(deposits.ledgerId)))
    .returning({ id: deposits.id });
  if (changed.length !== 1) throw new Error(`Deposit ${deposit.id} was not changed`);
}
