import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { idempotencyKeys, ledgerTransactions } from "#api/db/schema/balance";
import { balancesOf, checkLedger } from "#api/ledger/ledger";

/** Faults of one kind: how many, and the first of them in full. */
export type FaultsOfKind = { count: number; examples: string[] };

const examplesOfKind = 3;

/** A call whose outcome nobody was told: by its key the service's own books know it. */
type Open = { key: string; clientId: string; settle: (answer: unknown) => void };

/** What clients were told of money that moved, kept outside of the service, to hold the service's own books against. */
export class Books {
  readonly faults: Record<string, FaultsOfKind> = {};
  readonly counts: Record<string, number> = {};
  private readonly balances = new Map<string, number>();
  private readonly movements = new Set<string>();
  private readonly open: Open[] = [];
  private readonly openReports = new Map<string, () => void>();

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  fault(kind: string, what = ""): void {
    const known = this.faults[kind] ?? { count: 0, examples: [] };
    known.count++;
    if (what && known.examples.length < examplesOfKind) known.examples.push(what);
    this.faults[kind] = known;
  }

  /** How many movements clients were told of. */
  get acknowledged(): number {
    return this.movements.size;
  }

  /** The outcome of a call stays unknown until `close` finds its key in the service's books; `settle` gets the answer kept there. */
  leaveOpen(open: Open): void {
    this.count("outcomes left to the books");
    this.open.push(open);
  }

  /** Whether a payment was taken in stays unknown until `close` finds the order in the ledger. */
  leaveReportOpen(orderId: string, settle: () => void): void {
    this.count("outcomes left to the books");
    this.openReports.set(orderId, settle);
  }

  /** A movement was acknowledged: `changes` by client id, in cents. */
  acknowledge(kind: string, id: string, changes: Record<string, number>): void {
    const movement = `${kind} ${id}`;
    if (this.movements.has(movement)) this.fault("one answer to two keys", movement);
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
    if (seen?.sum !== "0") this.fault("a sum that is not zero", `all balances together are ${seen?.sum}`);
    if (Number(seen?.least) < 0) this.fault("a balance below zero", `a client has ${seen?.least}`);
  }

  /** The last reckoning, once nothing is under way any more: nothing lost, nothing doubled, nothing that nobody was told of. */
  async close(db: Database): Promise<void> {
    await this.settleOpen(db);
    await this.look(db);
    for (const fault of await checkLedger(db)) this.fault("a ledger that does not add up", fault);
    for (const [client, expected] of this.balances) {
      const { main } = await balancesOf(db, client);
      if (main !== expected)
        this.fault(
          "a balance that differs",
          `client ${client} has ${main} cents and should have ${expected}`,
        );
    }
    const { rows } = await db.execute<{ movement: string; times: number }>(sql`
      select movement, count(*) as times from (
        select case t.kind when 'server_rent' then 'rent ' || p.server_id else t.kind || ' ' || t.reference_id end as movement
        from ledger_transactions t left join server_payments p on t.kind = 'server_rent' and p.id = t.reference_id
        where t.kind in ('transfer', 'deposit', 'server_rent')) as moved
      group by movement`);
    const found = new Map(rows.map(({ movement, times }) => [movement, times]));
    for (const movement of this.movements)
      if (!found.has(movement)) this.fault("acknowledged and lost", movement);
    for (const [movement, times] of found) {
      if (times > 1) this.fault("moved more than once", `${movement}: ${times} times`);
      if (!this.movements.has(movement)) this.fault("moved and nobody was told", movement);
    }
  }

  /** Asks the service's books for every outcome that stayed unknown. */
  private async settleOpen(db: Database): Promise<void> {
    for (const { key, clientId, settle } of this.open) {
      const [row] = await db
        .select({ answer: idempotencyKeys.answer })
        .from(idempotencyKeys)
        .where(eq(idempotencyKeys.key, `${clientId}:${key}`));
      const hasHappened = row?.answer !== null && row?.answer !== undefined;
      this.count(hasHappened ? "left open: had happened" : "left open: had not happened");
      if (hasHappened) settle(row.answer);
    }
    for (const [orderId, settle] of this.openReports) {
      const inLedger = and(
        eq(ledgerTransactions.referenceId, orderId),
        eq(ledgerTransactions.kind, "deposit"),
      );
      const hasHappened = (await db.$count(ledgerTransactions, inLedger)) > 0;
      this.count(hasHappened ? "left open: had happened" : "left open: had not happened");
      if (hasHappened) settle();
    }
  }
}
