import { serverNotices } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { balancesOf } from "#api/ledger/ledger";
import { daysBetween, startOfDay } from "#api/lib/calendar";
import { priceOf, renewalMonthsOf } from "#api/modules/vps/rate/rates";
import type { Server } from "#api/modules/vps/server/own-server";
import { sendServerEmail } from "#api/modules/vps/server/server-email";
import { automaticPaymentFrom } from "#contract/automatic-payment";
import { dayOf } from "#contract/day";
import { renewalNoticeDays } from "#contract/rules";
import { rateForRenewal } from "./renewal-rules";

/**
 * Returns the notice that is due: 3 from three calendar days (UTC) before the last day on, 1 from the day before, 0
 * on the day; null earlier.
 */
export function dueNotice(paidUntil: Date, now: Date): number | null {
  const daysLeft = daysBetween(startOfDay(dayOf(now)), startOfDay(dayOf(paidUntil)));
  return renewalNoticeDays.filter((days) => daysLeft <= days).at(-1) ?? null;
}

/** Sends one warning each for 3 days, 1 day and the day itself, unless the balance covers the automatic renewal. */
export async function sendRenewalNotice(deps: Deps, tx: Tx, server: Server): Promise<void> {
  const now = deps.clock.now();
  const daysLeft = dueNotice(server.paidUntil, now);
  // a test server lasts three days: the first notice would come right at its start
  if (daysLeft === null || (server.isTest && daysLeft === renewalNoticeDays[0])) return;
  const rate = await rateForRenewal(tx, server);
  const { main: balanceCents } = await balancesOf(tx, server.userId);
  const { autoRenewal } = server;
  // an automatic renewal is paid at the price of its day, any other one now
  const renewsAt = new Date(Math.max(now.getTime(), automaticPaymentFrom(server.paidUntil).getTime()));
  const priceCents = priceOf(rate, renewalMonthsOf(rate, server.renewalMonths), autoRenewal ? renewsAt : now);
  if (autoRenewal && balanceCents >= priceCents) return;
  const noted = await tx
    .insert(serverNotices)
    .values({ serverId: server.id, paidUntil: server.paidUntil, daysLeft, sentAt: now })
    .onConflictDoNothing()
    .returning({ serverId: serverNotices.serverId });
  if (noted.length > 0)
    await sendServerEmail(deps, tx, server, "renewalSoon", { priceCents, balanceCents, autoRenewal });
}
