import type { Writable } from "node:stream";
import type { Client } from "pg";
import { from } from "pg-copy-streams";
import type { SequenceValue, TableShape, TableSum } from "./catalogue";
import { sumOf, tablesOf, writePlainText } from "./catalogue";

type Contents<Table> = {
  tables: Table[];
  sequences: SequenceValue[];
  /** Queues of pg-boss, which creates their tables. */
  queues: string[];
};

/**
 * Fills the tables of a migrated database, in the transaction of `client`, and compares their contents. Rows that
 * migrations inserted are replaced.
 * @param write writes a table's rows, in PostgreSQL's COPY format
 * @param schemas all of these may be filled
 * @throws if a table is missing or its contents differ
 */
export async function loadTables<Table extends TableShape & TableSum>(
  client: Client,
  { tables, sequences, queues }: Contents<Table>,
  write: (table: Table, into: Writable) => Promise<void>,
  schemas?: string[],
): Promise<void> {
  await writePlainText(client);
  const present = new Set((await tablesOf(client, schemas)).map(({ name }) => name));
  const missing = tables.filter(({ name }) => !present.has(name));
  if (missing.length > 0)
    throw new Error(`This release has no table ${missing.map(({ name }) => name).join(", ")}`);
  for (const queue of queues)
    await client.query("select pgboss.create_queue($1, $2)", [queue, JSON.stringify({ policy: "standard" })]);

  const names = tables.map(({ name }) => name);
  // the rows already contain what triggers would add, and foreign keys are all checked at the end
  const publicTables = names.filter((name) => name.startsWith("public."));
  for (const name of publicTables) await client.query(`alter table ${name} disable trigger user`);
  const references = await dropReferences(client);
  await client.query(`truncate ${names.join(", ")}`);
  for (const table of tables) {
    await write(table, client.query(from(`copy ${table.name} (${table.columns.join(", ")}) from stdin`)));
    await compareTable(client, table);
  }
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const name of publicTables) await client.query(`alter table ${name} enable trigger user`);
  for (const { name, value } of sequences) await client.query("select setval($1, $2)", [name, value]);
}

async function compareTable(client: Client, table: TableShape & TableSum): Promise<void> {
  const { rows, sum } = await sumOf(client, table);
  if (rows !== table.rows || sum !== table.sum)
    throw new Error(
      `${table.name}: ${rows} rows with the sum ${sum} came back, of ${table.rows} with ${table.sum}`,
    );
}

type Reference = { table: string; name: string; definition: string };

async function dropReferences(client: Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}
