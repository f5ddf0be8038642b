import { createHmac } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { isbot } from "isbot";
import { viewAccount } from "#api/areas/monitoring/accounts/own-account";
import { verb } from "#api/calls/verb";
import { monitoringAccounts as accounts, monitoringViews as views } from "#api/db/schema/monitoring";
import { transaction } from "#api/db/transaction";
import { dayOf } from "#contract/day";
import * as contract from "#contract/monitoring/index";

const ok = { ok: true } as const;

/**
 * Counts a visitor once a day, without a cookie: address and browser are hashed with a secret and the day, the hash is forgotten
 * with the day (docs/decisions/0055).
 */
export const countView = verb(
  contract.countView,
  async ({ id }, { db, client, clock, settings, address, userAgent }) => {
    const { account, isOwner } = await viewAccount(db, client, id);
    if (isOwner || isbot(userAgent)) return ok;
    const day = dayOf(clock.now().getTime());
    const visitor = createHmac("sha256", settings.secret)
      .update(`${day}\n${account.id}\n${address}\n${userAgent}`)
      .digest("base64url");
    await transaction(db, async (tx) => {
      const added = await tx
        .insert(views)
        .values({ accountId: account.id, day, visitor })
        .onConflictDoNothing()
        .returning({ day: views.day });
      if (added.length > 0)
        await tx
          .update(accounts)
          .set({ views: sql`${accounts.views} + 1` })
          .where(eq(accounts.id, account.id));
    });
    return ok;
  },
);
