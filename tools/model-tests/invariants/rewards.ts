import { sql } from "drizzle-orm";
import * as partner from "#contract/partners/index";
import type { World } from "#tools/model-tests/world";
import { request } from "#tools/model-tests/world";

/** The reward terms of every test world, which never change. */
const percents: Record<number, number> = { 1: 20, 2: 5, 3: 3 };

type Earned = {
  server_id: string;
  level: number;
  earned: number;
  remaining: number;
  payments: number;
  unrewarded: number;
};

/**
 * Every reward is its percentage of the money finally kept. Checked per server: all payments and refunds in the
 * ledger, in cents, less the upgrades' own prices, which earn nothing, and less payments from reversed deposits. Each
 * payment's reward is rounded down, so the sum may be lower by one cent per payment.
 */
export async function rewardInvariant({ api, lost }: World): Promise<string[]> {
  const { rows } = await api.db.execute<Earned>(sql`
    with upgrade_price as (
      select p.server_id, sum(p.total_cents) as cents from server_payments p
      join upgrades u on u.server_id = p.server_id and u.created_at = p.created_at
      where p.kind = 'upgrade' and u.status <> 'cancelled' group by p.server_id),
    kept as (
      select p.server_id, sum(p.total_cents)::int as cents,
        count(*) filter (where p.kind in ('rent', 'renewal'))::int as payments,
        count(*) filter (where p.kind in ('rent', 'renewal') and n.id is null)::int as unrewarded
      from server_payments p left join partner_payments n on n.id = p.id group by p.server_id)
    select p.server_id, r.level, sum(r.amount_cents)::int as earned,
      (k.cents - coalesce((select cents from upgrade_price u where u.server_id = p.server_id), 0))::int as remaining, k.payments, k.unrewarded
    from partner_rewards r join server_payments p on p.id = r.payment_id join kept k on k.server_id = p.server_id
    group by p.server_id, r.level, k.cents, k.payments, k.unrewarded`);
  return rows.flatMap(({ server_id, level, earned, remaining: paid, payments, unrewarded }) => {
    const remaining = Math.max(0, paid - (lost.get(server_id) ?? 0));
    const most = (remaining * (percents[level] ?? 0)) / 100;
    if (earned > most)
      return [
        `level ${level} earns ${earned} of server ${server_id}, and ${remaining} was kept: at most ${most}`,
      ];
    if (unrewarded === 0 && earned < most - payments)
      return [
        `level ${level} earns only ${earned} of server ${server_id}, and ${remaining} was kept: ${most}`,
      ];
    return [];
  });
}

/**
 * A reward clears only when the payment that earned it can no longer be refunded: while its server is not set up, or
 * while an upgrade that made a renewal more expensive is unfinished, the reward is still on the partner balance. Not
 * checked for clients who have, or had, a debt, since debts are paid first.
 */
export async function clearingInvariant({ api }: World): Promise<string[]> {
  const now = api.deps.clock.now().toISOString();
  const { rows } = await api.db.execute<{ partner_id: string; uncleared: number; balance: number }>(sql`
    with returnable as (
      select p.id from server_payments p join servers s on s.id = p.server_id
      where s.ip is null and s.status <> 'revoked'
      union
      select p.id from server_payments p
      join upgrades u on u.server_id = p.server_id and u.status in ('pending', 'running', 'failed')
      join server_payments o on o.server_id = u.server_id and o.kind = 'upgrade' and o.created_at = u.created_at
      where p.kind = 'renewal' and p.period_from >= o.period_to and u.charged_cents > o.total_cents
        and (u.status <> 'failed' or p.created_at < coalesce((select min(m.finished_at) from machine_orders m where m.upgrade_id = u.id and m.status = 'failed'), p.created_at)))
    select r.partner_id, sum(r.amount_cents)::int as uncleared,
      coalesce((select balance_cents from ledger_accounts a where a.user_id = r.partner_id and a.kind = 'partner'), 0)::int as balance
    from partner_rewards r
    where (r.clears_at > ${now}::timestamptz or r.payment_id in (select id from returnable))
      and not exists (select 1 from ledger_accounts d where d.user_id = r.partner_id and d.kind = 'debt')
    group by r.partner_id`);
  return rows.flatMap(({ partner_id, uncleared, balance }) =>
    balance < uncleared
      ? [`partner ${partner_id} has ${balance} and ${uncleared} has not cleared: some of it was given away`]
      : [],
  );
}

/** A promo code counts the payments it was used for, without those refunded or lost completely. */
export async function promoCodeInvariant(world: World): Promise<string[]> {
  const { api, lostOfPayment, clients } = world;
  const { rows } = await api.db.execute<{ id: string; code: string; left: number }>(sql`
    select p.id, p.promo_code as code, (p.total_cents - coalesce((select sum(s.cents) from upgrade_surcharges s
      join upgrades u on u.id = s.upgrade_id where s.payment_id = p.id and u.status = 'cancelled'), 0))::int as left
    from server_payments p where p.promo_code is not null and p.kind in ('rent', 'renewal') and not exists (
      select from server_payments b join servers v on v.id = b.server_id
      where b.server_id = p.server_id and b.kind = 'refund' and v.status = 'revoked' and v.ip is null
        and (select sum(total_cents) from server_payments a where a.server_id = p.server_id) = 0)`);
  const broken: string[] = [];
  for (const client of clients) {
    const counted = (await request(world, client, partner.promoCodes, {}))?.data ?? [];
    for (const { name, useCount } of counted) {
      const uses = rows.filter(({ id, code, left }) => code === name && left > (lostOfPayment.get(id) ?? 0));
      if (useCount !== uses.length)
        broken.push(`promo code ${name} counts ${useCount} uses, and ${uses.length} stand`);
    }
  }
  return broken;
}
