import { and, eq, gt, sql } from "drizzle-orm";
import { ledgerAccounts, ledgerEntries } from "#api/db/schema/balance";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { balancesOf } from "#api/ledger/ledger";
import { money } from "#api/lib/money";
import { twoPersonLimitCents } from "#api/lib/settings";
import { dayMilliseconds } from "#contract/day";
import { affectedClient } from "./affected-client";

/** Returns the sum of a client's corrections of the last 24 hours, credits and debits alike. */
export async function correctedCents(
  { clock }: Pick<Deps, "clock">,
  tx: Tx,
  userId: string,
): Promise<number> {
  const since = new Date(clock.now().getTime() - dayMilliseconds);
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(abs(${ledgerEntries.amountCents})), 0)::float8` })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(
      and(
        eq(ledgerAccounts.userId, userId),
        eq(ledgerAccounts.kind, "main"),
        eq(ledgerEntries.kind, "adjustment"),
        gt(ledgerEntries.at, since),
      ),
    );
  return row?.cents ?? 0;
}

/** Returns what decides whether a correction of a client's balance needs a second person. */
export async function correctionFacts(deps: Pick<Deps, "clock" | "settings">, tx: Tx, email: string) {
  const client = await affectedClient(tx, { email });
  if (!client) return undefined;
  const limit = twoPersonLimitCents(deps.settings);
  const corrected = await correctedCents(deps, tx, client.id);
  return {
    balance: money((await balancesOf(tx, client.id)).main),
    corrected: money(corrected),
    onePersonLimit: money(limit),
    withoutSecond: money(Math.max(0, limit - corrected)),
  };
}
