import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import { isbot } from "isbot";
import { monitoringAccounts as accounts, monitoringViews as views } from "#api/db/schema/monitoring";
import { handle } from "#api/http/handle";
import { viewAccount } from "#api/modules/monitoring/accounts/own-account";
import { dayOf } from "#contract/day";
import * as contract from "#contract/monitoring/index";

const ok = { ok: true } as const;

/**
 * Counts a visitor once a day, without a cookie: address and browser are hashed with a secret and the day, the hash is forgotten
 * with the day (docs/decisions/0055).
 */
export const countView = handle(contract.countView, async ({ monitoringId }, context) => {
  const { db, clock, settings, address, userAgent } = context;
  const { account, isOwner } = await viewAccount(context, monitoringId);
  if (isOwner || isbot(userAgent)) return ok;
  const day = dayOf(clock.now().getTime());
  const visitor = createHmac("sha256", settings.secret)
    .update(`${day}\n${account.id}\n${address}\n${userAgent}`)
    .digest("base64url");
  await db.execute(sql`
      with added as (
        insert into ${views} (account_id, day, visitor) values (${account.id}, ${day}, ${visitor})
        on conflict do nothing returning account_id)
      update ${accounts} set views = views + 1 where id in (select account_id from added)`);
  return ok;
});
