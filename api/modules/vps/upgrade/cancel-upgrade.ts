import { eq } from "drizzle-orm";
import { rates, upgradeSurcharges, upgrades } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Parts } from "#api/deps";
import { verb } from "#api/http/verb";
import { Refusal } from "#api/lib/refusal";
import { bookRefund } from "#api/modules/partners/rewards";
import { charge } from "#api/modules/vps/rental/charge";
import { settleServer } from "#api/modules/vps/rental/settle-server";
import type { Server } from "#api/modules/vps/server/own-server";
import { lockOwnServer } from "#api/modules/vps/server/own-server";
import * as contract from "#contract/vps/index";
import { canCancelUpgrade } from "#contract/vps/status";
import type { Upgrade } from "./open-upgrade";
import { openUpgrade } from "./open-upgrade";

/** Ends an upgrade that has not been done and gives back all that was paid for it, rewards on it too. Returns the cents. */
export async function refundUpgrade(parts: Parts, tx: Tx, server: Server, upgrade: Upgrade): Promise<number> {
  const { id, chargedCents, toRateId, startsAt } = upgrade;
  await tx
    .update(upgrades)
    .set({ status: "cancelled", finishedAt: parts.clock.now() })
    .where(eq(upgrades.id, id));
  const [rate] = await tx.select({ name: rates.name }).from(rates).where(eq(rates.id, toRateId));
  await charge(parts, tx, {
    serverId: server.id,
    userId: server.userId,
    kind: "refund",
    tariff: rate?.name ?? toRateId,
    periodFrom: startsAt,
    periodTo: server.paidUntil,
    price: { priceCents: -chargedCents, discountCents: 0, totalCents: -chargedCents, promo: null },
  });
  const surcharges = await tx.select().from(upgradeSurcharges).where(eq(upgradeSurcharges.upgradeId, id));
  for (const { paymentId, cents } of surcharges) await bookRefund(parts, tx, paymentId, cents);
  await settleServer(parts, tx, server.id);
  return chargedCents;
}

export const cancelUpgrade = verb(contract.cancelUpgrade, ({ serverId }, context) =>
  transaction(context.db, async (tx) => {
    const server = await lockOwnServer(tx, context.client.id, serverId);
    const upgrade = await openUpgrade(tx, serverId);
    if (!upgrade || !canCancelUpgrade(upgrade.status)) throw new Refusal(409, "upgradeStarted");
    return { refundedCents: await refundUpgrade(context, tx, server, upgrade) };
  }),
);
