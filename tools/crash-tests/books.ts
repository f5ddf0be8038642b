import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { idempotencyKeys, ledgerTransactions } from "#api/db/schema/balance";
import { balancesOf, checkLedger } from "#api/ledger/ledger";

/** Faults of one kind: their number, and the first ones in full. */
export type FaultsOfKind = { count: number; examples: string[] };

const examplesOfKind = 3;

/** A request with unknown outcome; the service's own records know it by its key. */
type Open = { key: string; clientId: string; onResolved: (answer: unknown) => void };

/** Records money movements acknowledged to clients, outside of the service, to check the service's ledger against. */
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

  /** Number of movements acknowledged to clients. */
  get acknowledged(): number {
    return this.movements.size;
  }

  /**
   * Leaves the outcome of a request open until `close` finds its key in the service's database; `settle` gets the
   * response stored there.
   */
  leaveOpen(open: Open): void {
    this.count("outcomes left to the books");
    this.open.push(open);
  }

  /** Leaves open whether a payment was received, until `close` finds the order in the ledger. */
  leaveReportOpen(orderId: string, onResolved: () => void): void {
    this.count("outcomes left to the books");
    this.openReports.set(orderId, onResolved);
  }

  /** Records an acknowledged movement; `changes` are cents by client id. */
  acknowledge(kind: string, id: string, changes: Record<string, number>): void {
    const transactionKey = `${kind} ${id}`;
    if (this.movements.has(transactionKey)) this.fault("one answer to two keys", transactionKey);
    this.movements.add(transactionKey);
    this.count(kind);
    for (const [client, cents] of Object.entries(changes)) this.expect(client, cents);
  }

  expect(client: string, cents: number): void {
    this.balances.set(client, (this.balances.get(client) ?? 0) + cents);
  }

  /** Checks the invariants that any reader must see at any time. */
  async look(db: Database): Promise<void> {
    const { rows } = await db.execute<{ sum: string; least: string }>(sql`
      select sum(balance_cents)::text as sum, coalesce(min(balance_cents) filter (where user_id is not null), 0)::text as least
      from ledger_accounts`);
    const [seen] = rows;
    this.count("looks at the whole");
    if (seen?.sum !== "0") this.fault("a sum that is not zero", `all balances together are ${seen?.sum}`);
    if (Number(seen?.least) < 0) this.fault("a balance below zero", `a client has ${seen?.least}`);
  }

  /**
   * Checks the final state when nothing is running any more: nothing lost, nothing doubled, nothing unacknowledged.
   */
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
    for (const transactionKey of this.movements)
      if (!found.has(transactionKey)) this.fault("acknowledged and lost", transactionKey);
    for (const [transactionKey, times] of found) {
      if (times > 1) this.fault("moved more than once", `${transactionKey}: ${times} times`);
      if (!this.movements.has(transactionKey)) this.fault("moved and nobody was told", transactionKey);
    }
  }

  /** Looks up every open outcome in the service's database. */
  private async settleOpen(db: Database): Promise<void> {
    for (const { key, clientId, onResolved } of this.open) {
      const [row] = await db
        .select({ answer: idempotencyKeys.answer })
        .from(idempotencyKeys)
        .where(eq(idempotencyKeys.key, `${clientId}:${key}`));
      const hasHappened = row?.answer !== null && row?.answer !== undefined;
      this.count(hasHappened ? "left open: had happened" : "left open: had not happened");
      if (hasHappened) onResolved(row.answer);
    }
    for (const [orderId, onResolved] of this.openReports) {
      const inLedger = and(
        eq(ledgerTransactions.referenceId, orderId),
        eq(ledgerTransactions.kind, "deposit"),
      );
      const hasHappened = (await db.$count(ledgerTransactions, inLedger)) > 0;
      this.count(hasHappened ? "left open: had happened" : "left open: had not happened");
      if (hasHappened) onResolved();
    }
  }
}
