import { sql } from "drizzle-orm";
import type { World } from "#tools/model-tests/world";

/** Money that moved between clients and outsiders, and among clients, by their indexes in `people`. */
type Flows = {
  /** Paid in by outsiders, including the operator's adjustments; less what was taken back. */
  in: number[];
  /** Balances of all accounts, with debts negative, plus payouts. */
  worth: number[];
  /**
   * From the first client to the second: transfers, and rewards that the second earns from the first one's payments.
   */
  between: number[][];
};

async function flowsOf({ api, clients }: World): Promise<Flows> {
  const indexById = new Map(clients.map(({ id }, index) => [id, index]));
  const zeros = () => clients.map(() => 0);
  const flows: Flows = { in: zeros(), worth: zeros(), between: clients.map(zeros) };
  const add = (list: number[] | undefined, id: string, cents: number) => {
    const index = indexById.get(id) ?? -1;
    if (list && index >= 0) list[index] = (list[index] ?? 0) + cents;
  };
  const { rows: balances } = await api.db.execute<{ user_id: string; cents: number }>(sql`
    select user_id, sum(balance_cents)::int as cents from ledger_accounts where user_id is not null group by user_id`);
  for (const { user_id, cents } of balances) add(flows.worth, user_id, cents);
  const { rows: moved } = await api.db.execute<{ company: string; user_id: string; cents: number }>(sql`
    select h.kind as company, a.user_id, sum(-e.amount_cents)::int as cents
    from ledger_entries e join ledger_accounts h on h.id = e.account_id and h.user_id is null and h.kind in ('deposits', 'adjustments', 'payouts')
    join lateral (select distinct a.user_id from ledger_entries o join ledger_accounts a on a.id = o.account_id
      where o.transaction_id = e.transaction_id and a.user_id is not null) a on true
    group by 1, 2`);
  for (const { company, user_id, cents } of moved)
    add(company === "payouts" ? flows.worth : flows.in, user_id, company === "payouts" ? -cents : cents);
  const { rows: transfers } = await api.db.execute<{ from_id: string; to_id: string; cents: number }>(sql`
    select f.user_id as from_id, t.user_id as to_id, sum(e.amount_cents)::int as cents
    from ledger_entries e join ledger_accounts t on t.id = e.account_id
    join ledger_entries o on o.transaction_id = e.transaction_id and o.amount_cents = -e.amount_cents
    join ledger_accounts f on f.id = o.account_id
    where e.kind = 'transfer' and e.amount_cents > 0 group by 1, 2`);
  const { rows: rewards } = await api.db.execute<{ from_id: string; to_id: string; cents: number }>(sql`
    select p.user_id as from_id, r.partner_id as to_id, sum(-e.amount_cents)::int as cents
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts h on h.id = e.account_id and h.kind = 'rewards' and h.user_id is null
    join server_payments p on p.id = t.details->>'paymentId'
    join partner_rewards r on r.id = t.reference_id
    group by 1, 2`);
  for (const { from_id, to_id, cents } of [...transfers, ...rewards])
    add(flows.between[indexById.get(from_id) ?? -1], to_id, cents);
  return flows;
}

/**
 * No set of clients has more than it paid in, unless outsiders paid it; checked for every subset. The balances and
 * payouts of a set are compared with the money that came from outside the set, less what left to other clients.
 */
export async function setInvariant(world: World): Promise<string[]> {
  const { clients } = world;
  const flows = await flowsOf(world);
  const broken: string[] = [];
  for (let set = 1; set < 2 ** clients.length; set++) {
    const isIn = (index: number) => ((set >> index) & 1) === 1;
    const inside = clients.map((_, index) => index).filter(isIn);
    const outside = clients.map((_, index) => index).filter((index) => !isIn(index));
    const flow = (from: number[], to: number[]) =>
      from.reduce(
        (sum, one) => to.reduce((part, other) => part + (flows.between[one]?.[other] ?? 0), sum),
        0,
      );
    const sum = (list: number[]) => inside.reduce((total, index) => total + (list[index] ?? 0), 0);
    const gained = sum(flows.worth) - sum(flows.in) - flow(outside, inside);
    if (gained > 0)
      broken.push(
        `${inside.map((index) => clients[index]?.name).join(", ")} together gained ${gained} cents that nobody paid`,
      );
  }
  return broken;
}
