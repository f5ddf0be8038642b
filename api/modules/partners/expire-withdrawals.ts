import { and, eq, lt } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import { partnerWallets, partnerWithdrawals } from "#api/db/schema/partners";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { job } from "#api/queue/job";
import { dayMilliseconds } from "#contract/day";
import { walletLinkDays } from "#contract/rules";
import { sendDecision } from "./wallet-emails";
import { decideWithdrawal } from "./withdrawals";

/**
 * Cancels requests whose new wallet was not confirmed before the last link expired, so that the money does not stay
 * on hold, and emails their clients.
 */
export const expireWithdrawals = job("partner.expire-withdrawals", z.object({}), async (_payload, deps) => {
  const before = new Date(deps.clock.now().getTime() - walletLinkDays * dayMilliseconds);
  const late = (db: Database | Tx, id?: string) =>
    db
      .select({ id: partnerWithdrawals.id })
      .from(partnerWithdrawals)
      .innerJoin(partnerWallets, eq(partnerWallets.id, partnerWithdrawals.walletId))
      .where(
        and(
          eq(partnerWithdrawals.status, "confirming"),
          lt(partnerWallets.codeSentAt, before),
          id === undefined ? undefined : eq(partnerWithdrawals.id, id),
        ),
      )
      .$dynamic();
  for (const { id } of await late(deps.db))
    await transaction(deps.db, async (tx) => {
      // the email may have been sent again since, so check once more under the wallet's lock
      const still = await late(tx, id).for("update", { of: partnerWallets });
      if (still.length === 0) return;
      const row = await decideWithdrawal(deps, tx, id, { status: "cancelled" }, ["confirming"]);
      if (row) await sendDecision(deps, tx, row);
    });
});
