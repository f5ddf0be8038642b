import { eq, sql } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { startRefund } from "#api/modules/payments/refund";
import { reversePurchases } from "#api/modules/vps/server/reverse-purchases";
import type { ModelEvent } from "#tools/model-tests/model-event";
import { count, pick, RuleBroken } from "#tools/model-tests/world";

/**
 * A payer's bank reverses a deposit, at any time: the client's balance is debited, the rest becomes a debt, and
 * purchases from the lost money are put on hold and their rewards taken back, as by the operator's command.
 */
export const reversal = (which: number): ModelEvent => ({
  name: `reversal of deposit ${which}`,
  happen: async (world) => {
    const { api } = world;
    let reversed: string | undefined;
    let losses: { paymentId: string; serverId: string; cents: number }[] = [];
    await transaction(api.db, async (tx) => {
      // an attempt that ended in a deadlock has reversed nothing
      if (reversed) world.reversed.delete(reversed);
      losses = [];
      const received = await tx
        .select()
        .from(deposits)
        .where(eq(deposits.status, "received"))
        .orderBy(deposits.createdAt, deposits.id);
      const deposit = pick(received, which);
      if (!deposit || world.reversed.has(deposit.id)) return;
      reversed = deposit.id;
      world.reversed.add(reversed);
      const { ledgerId } = await startRefund(api.deps, tx, {
        orderId: deposit.id,
        reason: "reversed",
        way: "reversed",
      });
      // the client's accounts are locked from here on, so nothing is bought meanwhile
      const bought = await boughtSince(tx, deposit);
      let leftCents = deposit.sumCents - (await debitedCentsOf(tx, ledgerId));
      const { serversOnHold: heldServers } = await reversePurchases(api.deps, tx, {
        depositId: deposit.id,
        ledgerId,
        reason: "reversed",
      });
      for (const { id, server_id, kind, cents } of bought) {
        const lostCents = Math.min(leftCents, cents);
        if (lostCents === 0) continue;
        leftCents -= lostCents;
        const [server] = await tx.select().from(servers).where(eq(servers.id, server_id));
        if (server?.status !== "revoked" && !server?.isHeld)
          throw new RuleBroken([`server ${server_id} was paid with reversed money and is not held`]);
        if (kind === "upgrade") continue;
        losses.push({ paymentId: id, serverId: server_id, cents: lostCents });
      }
      count(world, "deposits reversed");
      for (const _ of heldServers) count(world, "servers held after a reversal");
    });
    for (const { paymentId, serverId, cents } of losses) {
      world.lost.set(serverId, (world.lost.get(serverId) ?? 0) + cents);
      world.lostOfPayment.set(paymentId, (world.lostOfPayment.get(paymentId) ?? 0) + cents);
    }
  },
});

/** Cents that a reversal took from a client's balances. */
async function debitedCentsOf(tx: Tx, ledgerId: number): Promise<number> {
  const { rows } = await tx.execute<{ cents: number }>(sql`
    select coalesce(sum(-e.amount_cents), 0)::int as cents from ledger_entries e
    join ledger_accounts a on a.id = e.account_id and a.user_id is not null and a.kind in ('main', 'partner')
    where e.transaction_id = ${ledgerId}`);
  return rows[0]?.cents ?? 0;
}

type Bought = { id: string; server_id: string; kind: string; cents: number };

/** Returns a client's payments for servers since a deposit arrived, newest first, less refunds. */
async function boughtSince(tx: Tx, { userId, receivedAt }: typeof deposits.$inferSelect): Promise<Bought[]> {
  const { rows } = await tx.execute<Bought>(sql`
    select p.id, p.server_id, p.kind, (p.total_cents - coalesce(n.refunded_cents, 0))::int as cents
    from server_payments p left join partner_payments n on n.id = p.id
    where p.user_id = ${userId} and p.kind in ('rent', 'renewal', 'upgrade') and p.total_cents > 0
      and p.created_at >= ${receivedAt?.toISOString() ?? "-infinity"}::timestamptz
      and p.total_cents > coalesce(n.refunded_cents, 0)
    order by p.created_at desc, p.id desc`);
  return rows;
}
