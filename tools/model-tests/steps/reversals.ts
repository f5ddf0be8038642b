import { eq, sql } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { startRefund } from "#api/modules/payments/refund";
import { takeBackBought } from "#api/modules/vps/server/take-back-bought";
import type { ModelEvent } from "#tools/model-tests/step";
import { count, pick } from "#tools/model-tests/world";

/**
 * A payer's bank reverses a deposit, at any time: the client's balance is debited, the rest becomes a debt, and
 * purchases from the lost money are put on hold and their rewards taken back, as by the operator's command.
 */
export const reversal = (which: number): ModelEvent => ({
  name: `reversal of deposit ${which}`,
  happen: async (world) => {
    const { api } = world;
    await transaction(api.db, async (tx) => {
      const received = await tx
        .select()
        .from(deposits)
        .where(eq(deposits.status, "received"))
        .orderBy(deposits.createdAt, deposits.id);
      const found = pick(received, which);
      if (!found || world.reversed.has(found.id)) return;
      world.reversed.add(found.id);
      const bought = await boughtSince(tx, found);
      const { ledgerId } = await startRefund(api.deps, tx, {
        orderId: found.id,
        reason: "reversed",
        way: "reversed",
      });
      const { heldServers, debtCents } = await takeBackBought(api.deps, tx, {
        depositId: found.id,
        ledgerId,
        reason: "reversed",
      });
      let leftCents = debtCents;
      for (const { server_id, kind, cents } of bought) {
        const lostCents = Math.min(leftCents, cents);
        leftCents -= lostCents;
        if (kind !== "upgrade") world.lost.set(server_id, (world.lost.get(server_id) ?? 0) + lostCents);
      }
      count(world, "deposits reversed");
      for (const _ of heldServers) count(world, "servers held after a reversal");
    });
  },
});

type Bought = { server_id: string; kind: string; cents: number };

/** Returns a client's payments for servers since a deposit arrived, newest first, less refunds. */
async function boughtSince(tx: Tx, { userId, receivedAt }: typeof deposits.$inferSelect): Promise<Bought[]> {
  const { rows } = await tx.execute<Bought>(sql`
    select p.server_id, p.kind, (p.total_cents - coalesce(n.refunded_cents, 0))::int as cents
    from server_payments p left join partner_payments n on n.id = p.id
    where p.user_id = ${userId} and p.kind in ('rent', 'renewal', 'upgrade') and p.total_cents > 0
      and p.created_at >= ${receivedAt?.toISOString() ?? "-infinity"}::timestamptz
      and p.total_cents > coalesce(n.refunded_cents, 0)
    order by p.created_at desc, p.id desc`);
  return rows;
}
