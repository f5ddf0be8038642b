import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { dayMilliseconds, dayOf } from "#contract/day";
import { date } from "#contract/period";

/** The sums are as of the end of this day (UTC); by default today. */
export const owedToPartnersInput = z.object({ on: z.optional(date) });

export type OwedToPartner = {
  userId: string;
  email: string;
  /** On the partner balance, including rewards that have not cleared. */
  balanceCents: number;
  /** Withdrawals requested and not paid out yet. */
  heldCents: number;
  /** What the partner owes to the company. */
  debtCents: number;
  owedCents: number;
};

/**
 * Returns what each partner is owed at the end of a day, the largest sum first. Lists all clients whose partner
 * accounts are not empty.
 */
export async function owedToPartners(
  { clock }: Pick<Deps, "clock">,
  db: Database | Tx,
  { on }: z.output<typeof owedToPartnersInput>,
): Promise<OwedToPartner[]> {
  const end = new Date(Date.parse(on ?? dayOf(clock.now())) + dayMilliseconds);
  const { rows } = await db.execute<OwedToPartner>(sql`
    select users.id as "userId", users.email,
      balance::bigint as "balanceCents", held::bigint as "heldCents", debt::bigint as "debtCents",
      (balance + held - debt)::bigint as "owedCents"
    from (
      select account.user_id,
        coalesce(sum(entry.amount_cents) filter (where account.kind = 'partner'), 0) as balance,
        coalesce(sum(entry.amount_cents) filter (where account.kind = 'withdrawal_hold'), 0) as held,
        -coalesce(sum(entry.amount_cents) filter (where account.kind = 'debt'), 0) as debt
      from ledger_accounts account
      join ledger_entries entry on entry.account_id = account.id and entry.at < ${end.toISOString()}
      where account.user_id in (select user_id from ledger_accounts where kind = 'partner')
        and account.kind in ('partner', 'withdrawal_hold', 'debt')
      group by account.user_id
    ) sums join users on users.id = sums.user_id
    where balance <> 0 or held <> 0
    order by "owedCents" desc, users.email`);
  return rows;
}
