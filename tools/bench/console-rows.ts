import { sql } from "drizzle-orm";
import { insertConsoleRows, newStaff } from "#api/admin/testing";
import { seedTariffs } from "#api/bootstrap/seed/tariffs";
import type { Tx } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { testDatabase } from "#api/testing/test-database";
import * as contract from "#contract/admin/index";
import type { Endpoint, Input } from "#contract/endpoint";

/** A console with `size` clients, and a staff member who has logged in. */
export type Console = { api: TestApi; token: string };

/** Kinds of items that wait: each has the same share of the waiting ones. */
const kinds = 8;

/**
 * Creates a database with `size` clients and at most `waiting` waiting items. The rows are inserted without triggers,
 * checks of references and indexes, which are created afterwards: a million clients take two minutes instead of
 * half an hour.
 * @param folder of the PostgreSQL server; inside Vitest, that of its run
 */
export async function openConsole(size: number, waiting: number, folder?: string): Promise<Console> {
  const api = await testApi({}, () => testDatabase(folder ? { folder } : {}));
  await seedTariffs(api.deps);
  await api.db.transaction(async (tx) => {
    // longer than the service's queries may take
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`set local maintenance_work_mem = '512MB'`);
    const definitions = size > 10_000 ? await dropIndexes(tx) : [];
    await insertConsoleRows(tx, 1, size, Math.min(size, Math.floor(waiting / kinds)));
    for (const definition of definitions) await tx.execute(sql.raw(definition));
  });
  const client = await api.db.$client.connect();
  await client.query("set statement_timeout = 0");
  await client.query("vacuum analyze").finally(() => client.release(true));
  return { api, token: (await newStaff(api, "owner")).token };
}

/** Drops the indexes of empty tables that no constraint needs; returns the statements that create them again. */
async function dropIndexes(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string; definition: string }>(sql`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace and not i.indisprimary
      and not exists (select 1 from pg_constraint where conindid = i.indexrelid)
      and t.relname in ('users', 'servers', 'monitoring_accounts', 'tickets', 'test_server_requests', 'partner_withdrawals',
        'deposits', 'payment_reports', 'machine_orders', 'machine_drifts', 'balance_proposals', 'sessions', 'invoices')`);
  for (const { name } of rows) await tx.execute(sql`drop index ${sql.identifier(name)}`);
  return rows.map(({ definition }) => definition);
}

const call = async <C extends Endpoint>({ api, token }: Console, endpoint: C, input: Input<C>) => {
  const { status } = await api.call(endpoint, input, { token });
  if (status !== 200) throw new Error(`answered ${status}`);
};
const search = (q: string) => (one: Console) => call(one, contract.clients, { q });

/** What staff request most. */
export const views: Record<string, (one: Console) => Promise<void>> = {
  "the inbox": (one) => call(one, contract.inbox, {}),
  "the tickets of the inbox": (one) => call(one, contract.inbox, { kind: "ticket" }),
  "the tickets that wait": (one) => call(one, contract.tickets, {}),
  "the open tickets": (one) => call(one, contract.tickets, { status: "open" }),
  "the closed tickets": (one) => call(one, contract.tickets, { status: "closed" }),
  "a ticket": (one) => call(one, contract.ticket, { ticketId: "ticket7" }),
  "the newest clients": (one) => call(one, contract.clients, {}),
  "a client": (one) => call(one, contract.client, { clientId: "client7" }),
  "a client by the e-mail": search("trader7@mail.test"),
  "a client by a part of the name": search("8f14e45f"),
  "a client by two letters": search("zq"),
  "a client by the id": search("client7"),
  "a client by a server": search("server7"),
  "a client by an address": search("10.0.0.7"),
  "a client by a session's address": search("11.0.0.7"),
  "a client by the number of an invoice": search("INV-2001-000007"),
  "a client by an order": search("deposit7"),
  "a client by a transaction": search("txid7"),
  "a client by a payment": search("payment7"),
  "a client by a withdrawal": search("withdrawal7"),
  "a client by a ticket": search("ticket7"),
  "a client by a trading account": search("900007"),
};
