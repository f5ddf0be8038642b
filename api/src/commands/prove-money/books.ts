import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { balancesOf, checkLedger } from "#api/ledger/ledger";

/** What clients were told of money that moved, kept outside of the service, to hold the service's own books against. */
export class Books {
  readonly faults: string[] = [];
  readonly counts: Record<string, number> = {};
  private readonly balances = new Map<string, number>();
  private readonly movements = new Set<string>();

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  fault(what: string): void {
    this.faults.push(what);
  }

  /** A movement was acknowledged: `changes` by client id, in cents. */
  acknowledge(kind: string, id: string, changes: Record<string, number>): void {
    const movement = `${kind} ${id}`;
    if (this.movements.has(movement)) this.fault(`${movement} was the answer to two different keys`);
    this.movements.add(movement);
    this.count(kind);
    for (const [client, cents] of Object.entries(changes)) this.expect(client, cents);
  }

  expect(client: string, cents: number): void {
    this.balances.set(client, (this.balances.get(client) ?? 0) + cents);
  }

  /** One look at the whole, as any reader may take it at any moment. */
  async look(db: Database): Promise<void> {
    const { rows } = await db.execute<{ sum: string; least: string }>(sql`
      select sum(balance_cents)::text as sum, coalesce(min(balance_cents) filter (where user_id is not null), 0)::text as least
      from ledger_accounts`);
    const [seen] = rows;
    this.count("looks at the whole");
    if (seen?.sum !== "0") this.fault(`all balances together are ${seen?.sum} instead of 0`);
    if (Number(seen?.least) < 0) this.fault(`a client's balance is ${seen?.least}`);
  }

  /** The last reckoning: nothing lost, nothing doubled, nothing that nobody was told of. */
  async close(db: Database): Promise<void> {
    await this.look(db);
    for (const fault of await checkLedger(db)) this.fault(fault);
    for (const [client, expected] of this.balances) {
      const { main } = await balancesOf(db, client);
      if (main !== expected) this.fault(`client ${client} has ${main} cents and should have ${expected}`);
    }
    const { rows } = await db.execute<{ movement: string; times: number }>(sql`
      select movement, count(*) as times from (
        select case t.kind when 'server_rent' then 'rent ' || p.server_id else t.kind || ' ' || t.reference_id end as movement
        from ledger_transactions t left join server_payments p on t.kind = 'server_rent' and p.id = t.reference_id
        where t.kind in ('transfer', 'deposit', 'server_rent')) as moved
      group by movement`);
    const found = new Map(rows.map(({ movement, times }) => [movement, times]));
    for (const movement of this.movements)
      if (!found.has(movement)) this.fault(`${movement} was acknowledged and is lost`);
    for (const [movement, times] of found) {
      if (times > 1) this.fault(`${movement} stands in the ledger ${times} times`);
      if (!this.movements.has(movement)) this.fault(`${movement} moved money and nobody was told`);
    }
  }
}
