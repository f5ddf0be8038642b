import { asc, sql } from "drizzle-orm";
import { monitoringPeriods } from "#api/db/schema/monitoring";
import { deposits } from "#api/db/schema/payments";
import { dayMilliseconds } from "#contract/day";
import { monitoringAccountMonthCents } from "#contract/rules";
import { groupBy } from "#statements/group-by";
import type { World } from "#tools/model-tests/world";

/**
 * A deposit is on the balance only if it was paid, once, and with the paid sum; a payment without a dispute is on the
 * balance.
 */
export async function depositInvariant(world: World): Promise<string[]> {
  const rows = await world.api.db.select().from(deposits);
  const { rows: booked } = await world.api.db.execute<{ id: string; times: number; cents: number }>(sql`
    select reference_id as id, count(*)::int as times, sum(e.amount_cents)::int as cents
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.amount_cents > 0
    where t.kind = 'deposit' group by 1`);
  const broken = booked.flatMap(({ id, times, cents }) =>
    times === 1 && world.deposits.get(id)?.sums.has(cents)
      ? []
      : [`deposit ${id}: ${cents} cents, ${times} times, were not paid so`],
  );
  const { rows: unbalanced } = await world.api.db.execute<{ id: string; cents: number }>(sql`
    select t.reference_id as id, sum(-e.amount_cents)::int as cents
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id and a.user_id is null and a.kind = 'deposits'
    where t.reference_type = 'deposit' group by 1 having sum(e.amount_cents) <> 0`);
  for (const { id, cents } of unbalanced)
    if (world.reversed.has(id))
      broken.push(`deposit ${id} was reversed and ${cents} cents of it are forgotten`);
  for (const { id, status } of rows) {
    const outside = world.deposits.get(id);
    if (outside?.isPlain && outside.sums.size > 0 && status !== "received" && status !== "underReview")
      broken.push(`deposit ${id} was paid and is ${status}`);
  }
  return broken;
}

/**
 * The held sum equals the undecided withdrawals, and the sum that left equals the paid-out ones. A client in debt has
 * no money except the held sum.
 */
export async function withdrawalInvariant({ api }: World): Promise<string[]> {
  const { rows } = await api.db.execute<
    Record<"user_id", string> & Record<"held" | "pending" | "left_house" | "paid" | "owed" | "has", number>
  >(sql`
    select u.id as user_id,
      coalesce((select balance_cents from ledger_accounts a where a.user_id = u.id and a.kind = 'withdrawal_hold'), 0)::int as held,
      coalesce((select sum(amount_cents) from partner_withdrawals w where w.user_id = u.id and w.status in ('confirming', 'underReview')), 0)::int as pending,
      coalesce((select sum(-e.amount_cents) from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.user_id = u.id and e.kind = 'withdrawal_paid'), 0)::int as left_house,
      coalesce((select sum(amount_cents) from partner_withdrawals w where w.user_id = u.id and w.status = 'paidOut'), 0)::int as paid,
      coalesce((select -balance_cents from ledger_accounts a where a.user_id = u.id and a.kind = 'debt'), 0)::int as owed,
      coalesce((select sum(balance_cents) from ledger_accounts a where a.user_id = u.id and a.kind in ('main', 'partner')), 0)::int as has
    from users u`);
  return rows.flatMap(({ user_id, held, pending, left_house, paid, owed, has }) => [
    ...(held === pending ? [] : [`${held} is held of ${user_id} and ${pending} asked for`]),
    ...(left_house === paid ? [] : [`${left_house} left the house for ${user_id} and ${paid} was paid out`]),
    ...(owed < 0 ? [`${user_id} is owed ${-owed} by a debt`] : []),
    ...(owed > 0 && has > 0 ? [`${user_id} owes ${owed} and has ${has}`] : []),
  ]);
}

/**
 * Each paid monitoring period is paid at its price. If the client did not buy it, auto-renewal bought one month
 * within the last day.
 */
export async function monitoringInvariant(world: World): Promise<string[]> {
  const { db } = world.api;
  const periods = await db.select().from(monitoringPeriods).orderBy(asc(monitoringPeriods.startsAt));
  const { rows } = await db.execute<{
    id: string;
    kind: string;
    at: string;
    cents: number;
    accounts: number;
    months: number | null;
    days: number | null;
    monthsLeft: number | null;
  }>(sql`
    select t.reference_id as id, t.kind, t.at::text, e.amount_cents::int as cents, (t.details->>'accounts')::int as accounts,
      (t.details->>'months')::int as months, (t.details->>'days')::int as days,
      (t.details->>'monthsLeft')::int as "monthsLeft"
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.amount_cents > 0
    where t.kind in ('monitoring_subscription', 'monitoring_accounts')`);
  const bought = new Map(
    rows.filter(({ kind }) => kind === "monitoring_subscription").map((row) => [row.id, row]),
  );
  const broken = rows.flatMap(({ id, cents, accounts, months, days, monthsLeft }) => {
    const price = accounts * monitoringAccountMonthCents;
    const rest = { days: days ?? 0, months: monthsLeft ?? 0 };
    if (months === null && (rest.days > rest.months * 31 || rest.days <= (rest.months - 1) * 28))
      return [`monitoring ${id} counts ${rest.days} days as ${rest.months} months`];
    const expected =
      months === null ? Math.min(Math.floor((price * rest.days) / 30), price * rest.months) : price * months;
    return cents === expected ? [] : [`monitoring ${id} costs ${cents} instead of ${expected}`];
  });
  for (const [userId, own] of groupBy(periods, (period) => period.userId)) {
    for (const [index, { id, startsAt, endsAt }] of own.entries()) {
      const payment = bought.get(id);
      const next = own[index + 1];
      if (!payment) broken.push(`monitoring ${id} of ${userId} was not paid for`);
      if (next && next.startsAt < endsAt)
        broken.push(`monitoring of ${userId} is paid twice from ${next.startsAt.toISOString()}`);
      if (!payment || world.reportedPayments.has(`subscription ${userId} ${startsAt.toISOString()}`))
        continue;
      const early = startsAt.getTime() - new Date(payment.at).getTime();
      if (payment.months !== 1 || early < 0 || early > dayMilliseconds)
        broken.push(`monitoring of ${userId} from ${startsAt.toISOString()} was bought by nobody`);
    }
  }
  return broken;
}

/**
 * Every payment reported to clients is in the database, and nothing unreported, once every request has been answered.
 */
export async function reportedPaymentsInvariant(world: World): Promise<string[]> {
  const { db } = world.api;
  const { rows } = await db.execute<{ what: string }>(sql`
    select 'transfer ' || reference_id as what from ledger_transactions where kind = 'transfer'
    union all select 'rent ' || server_id from server_payments where kind = 'rent'
    union all select 'upgrade ' || server_id || ' ' || to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from upgrades`);
  const timesByPayment = new Map<string, number>();
  for (const { what } of rows) timesByPayment.set(what, (timesByPayment.get(what) ?? 0) + 1);
  const kinds = /^(transfer|rent|upgrade) /;
  return [
    ...[...world.reportedPayments]
      .filter((what) => kinds.test(what) && !timesByPayment.has(what))
      .map((what) => `${what} was told and is lost`),
    ...[...timesByPayment]
      .filter(([what]) => !world.reportedPayments.has(what))
      .map(([what]) => `${what} happened and nobody was told`),
    ...[...timesByPayment]
      .filter(([what, times]) => times > 1 && !what.startsWith("upgrade"))
      .map(([what]) => `${what} happened twice`),
  ];
}
