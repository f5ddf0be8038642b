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
 * Maximum number of browsers counted per network and day: enough for an office or a family, but not for invented user
 * agents.
 */
const viewsOfNetwork = 5;

/**
 * Counts a visitor once a day, without a cookie: address and browser are hashed with a secret and the day, and the
 * hash is deleted after the day (docs/adr/0010).
 */
export const countView = handle(contract.countView, async ({ monitoringId }, context) => {
  const { db, clock, settings, network, userAgent } = context;
  const { account, isOwner } = await viewAccount(context, monitoringId);
  if (isOwner || isbot(userAgent)) return ok;
  const day = dayOf(clock.now().getTime());
  const hashed = (text: string) =>
    createHmac("sha256", settings.secret)
      .update(`${day}\n${account.id}\n${text}`)
      .digest("base64url")
      .slice(0, 22);
  const from = hashed(network);
  await db.execute(sql`
      with added as (
        insert into ${views} (account_id, day, visitor)
        select ${account.id}, ${day}::date, ${`${from}.${hashed(`${network}\n${userAgent}`)}`}
        where (select count(*) from ${views} where account_id = ${account.id} and day = ${day}::date
          and left(visitor, 22) = ${from}) < ${viewsOfNetwork}
        on conflict do nothing returning account_id)
      update ${accounts} set views = views + 1 where id in (select account_id from added)`);
  return ok;
});
