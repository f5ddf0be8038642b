import { and, asc, eq, gte } from "drizzle-orm";
import { rates, serverPayments, upgradeSurcharges, upgrades } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import { bookRefund } from "#api/modules/partners/rewards";
import { charge } from "#api/modules/vps/rental/charge";
import { completeServerOrder } from "#api/modules/vps/rental/complete-server-order";
import type { Server } from "#api/modules/vps/server/own-server";
import { lockOwnServer } from "#api/modules/vps/server/own-server";
import * as contract from "#contract/vps/index";
import { canCancelUpgrade } from "#contract/vps/status";
import type { Upgrade } from "./open-upgrade";
import { openUpgrade } from "./open-upgrade";

/**
 * Cancels an unfinished upgrade and refunds everything paid for it, with the partners' rewards. Returns the cents.
 */
export async function refundUpgrade(deps: Deps, tx: Tx, server: Server, upgrade: Upgrade): Promise<number> {
  const { id, chargedCents, toRateId, startsAt } = upgrade;
  await tx
    .update(upgrades)
    .set({ status: "cancelled", finishedAt: deps.clock.now() })
    .where(eq(upgrades.id, id));
  const [rate] = await tx.select({ name: rates.name }).from(rates).where(eq(rates.id, toRateId));
  const surcharges = await tx.select().from(upgradeSurcharges).where(eq(upgradeSurcharges.upgradeId, id));
  await charge(deps, tx, {
    serverId: server.id,
    userId: server.userId,
    kind: "refund",
    tariff: rate?.name ?? toRateId,
    periodFrom: startsAt,
    periodTo: server.paidUntil,
    price: { priceCents: -chargedCents, discountCents: 0, totalCents: -chargedCents, promo: null },
    refunds: [...surcharges, ...(await ownPayment(tx, upgrade, surcharges))],
  });
  for (const { paymentId, cents } of surcharges) await bookRefund(deps, tx, paymentId, cents);
  await completeServerOrder(deps, tx, server.id);
  return chargedCents;
}

/** Returns the payment made when the upgrade was ordered, with the part that is not a surcharge. */
async function ownPayment(
  tx: Tx,
  { serverId, createdAt, chargedCents }: Upgrade,
  surcharges: readonly { cents: number }[],
): Promise<{ paymentId: string; cents: number }[]> {
  const [payment] = await tx
    .select({ paymentId: serverPayments.id })
    .from(serverPayments)
    .where(
      and(
        eq(serverPayments.serverId, serverId),
        eq(serverPayments.kind, "upgrade"),
        gte(serverPayments.createdAt, createdAt),
      ),
    )
    .orderBy(asc(serverPayments.createdAt))
    .limit(1);
  const cents = surcharges.reduce((left, surcharge) => left - surcharge.cents, chargedCents);
  return payment && cents > 0 ? [{ ...payment, cents }] : [];
}

export const cancelUpgrade = handle(contract.cancelUpgrade, ({ serverId }, context) =>
  transaction(context.db, async (tx) => {
    const server = await lockOwnServer(tx, context.client.id, serverId);
    const upgrade = await openUpgrade(tx, serverId);
    if (!upgrade || !canCancelUpgrade(upgrade.status)) throw new ApiError(409, "upgradeStarted");
    return { refundedCents: await refundUpgrade(context, tx, server, upgrade) };
  }),
);
