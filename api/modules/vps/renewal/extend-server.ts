import { eq, sql } from "drizzle-orm";
import { servers, upgradeSurcharges, upgrades } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { checkAgreed } from "#api/http/check-expected-price";
import { ApiError } from "#api/lib/api-error";
import type { Price } from "#api/modules/vps/rate/price";
import { discounted, priceFor } from "#api/modules/vps/rate/price";
import { findRate, monthlyCents } from "#api/modules/vps/rate/rates";
import { charge } from "#api/modules/vps/rental/charge";
import { completeServerOrder } from "#api/modules/vps/rental/complete-server-order";
import type { Server } from "#api/modules/vps/server/own-server";
import { unblockMachine } from "#api/modules/vps/server/unblock-machine";
import { openUpgrade } from "#api/modules/vps/upgrade/open-upgrade";
import { dayMilliseconds } from "#contract/day";
import { renewalPeriod, requireRenewable } from "./renewal-rules";

type Wish = {
  months: number;
  promoCode?: string | undefined;
  agreedCents?: number | undefined;
  agreedUntil?: string | undefined;
};

export type Extended = { totalCents: number; paidUntil: Date; tariff: string };

/**
 * Pays for a further period of a locked server, and unblocks it if needed. The start of a period is unique per
 * server, so a period can't be paid twice.
 */
export async function extendServer(
  deps: Deps,
  tx: Tx,
  server: Server,
  { months, promoCode, agreedCents, agreedUntil }: Wish,
): Promise<Extended> {
  requireRenewable(server);
  const upgrade = await openUpgrade(tx, server.id);
  const rate = await findRate(tx, upgrade?.toRateId ?? server.rateId);
  const price = await priceFor(deps, tx, {
    rate,
    months,
    isRenewal: true,
    promoCode,
    buyerId: server.userId,
  });
  await checkAgreed(tx, { userId: server.userId, priceCents: price.totalCents, agreedCents });
  const { from: periodFrom, until: paidUntil, paidDay } = renewalPeriod(server, months, deps.clock.now());
  checkAgreedEnd(paidUntil, agreedUntil);
  const paymentId = await charge(deps, tx, {
    serverId: server.id,
    userId: server.userId,
    kind: "renewal",
    tariff: rate.name,
    periodFrom,
    periodTo: paidUntil,
    months,
    price,
  });
  if (upgrade) await addSurcharge(tx, upgrade, { paymentId, price, months });
  const isBack = server.status === "blocked";
  await tx
    .update(servers)
    .set({
      paidUntil,
      paidDay,
      renewalMonths: months,
      isTest: false,
      ...(isBack && { status: server.ip ? "active" : "settingUp", blockedAt: null }),
    })
    .where(eq(servers.id, server.id));
  if (isBack && server.ip) await unblockMachine(deps, tx, server, paidUntil);
  await completeServerOrder(deps, tx, server.id);
  return { totalCents: price.totalCents, paidUntil, tariff: rate.name };
}

/**
 * Throws 409 `periodDiffers` if the period differs from the one shown, for example because the server was renewed
 * meanwhile. The end of a blocked server moves with the time of payment, so differences of less than a day are
 * ignored.
 */
function checkAgreedEnd(paidUntil: Date, agreedUntil: string | undefined): void {
  if (agreedUntil === undefined) return;
  const differenceMs = Math.abs(paidUntil.getTime() - Date.parse(agreedUntil));
  if (differenceMs < dayMilliseconds) return;
  throw new ApiError(409, "periodDiffers", { details: { paidUntil: paidUntil.toISOString() } });
}

/**
 * Stores how much more a renewal cost because of an accepted upgrade; the client gets it back if the upgrade is
 * cancelled.
 */
async function addSurcharge(
  tx: Tx,
  upgrade: typeof upgrades.$inferSelect,
  { paymentId, price, months }: { paymentId: string; price: Price; months: number },
): Promise<void> {
  const rate = await findRate(tx, upgrade.fromRateId);
  // the smaller tariff may have no such period
  const smallerCents =
    rate.periods.find((period) => period.months === months)?.priceCents ?? monthlyCents(rate) * months;
  const smaller = discounted(smallerCents, price.promo);
  const cents = Math.max(0, price.totalCents - smaller.totalCents);
  await tx.insert(upgradeSurcharges).values({ upgradeId: upgrade.id, paymentId, cents });
  await tx
    .update(upgrades)
    .set({ chargedCents: sql`${upgrades.chargedCents} + ${cents}` })
    .where(eq(upgrades.id, upgrade.id));
}
