import type { Client } from "pg";
import { tablesOf } from "#api/bootstrap/database-copy/catalogue";
import { connected } from "#api/bootstrap/migrate";
import { seedClients } from "#api/bootstrap/seed/demo-clients";
import { seedDemoMoney } from "#api/bootstrap/seed/demo-money";
import { seedDemoPartners } from "#api/bootstrap/seed/demo-partners";
import { seedDemoServers } from "#api/bootstrap/seed/demo-servers";
import { seedDemoTickets } from "#api/bootstrap/seed/demo-tickets";
import { seedTariffs } from "#api/bootstrap/seed/tariffs";
import type { TestApi } from "#api/testing";

type Column = { name: string; type: string; reference: string | null; referenced: string | null };

const samples: Record<string, string> = {
  "text[]": "'{some,text}'",
  text: "'some text, \\t and «quotes»'",
  boolean: "true",
  integer: "7",
  bigint: "7",
  "double precision": "0.1",
  "timestamp with time zone": "'2026-03-02 10:00:00.123456+00'",
  date: "'2026-03-02'",
  jsonb: `'{"key": "value"}'`,
};

/** Inserts a row into each empty table, so that a test of copying covers all tables. */
async function fillEveryTable(client: Client): Promise<void> {
  let empty = (await tablesOf(client)).map(({ name }) => name).filter((name) => name.startsWith("public."));
  // a row needs the rows that it references: each round fills what it can
  for (let round = 0; round < 5 && empty.length > 0; round++) {
    const left: string[] = [];
    for (const table of empty) if (!(await fill(client, table))) left.push(table);
    empty = left;
  }
  if (empty.length > 0) throw new Error(`still empty: ${empty.join(", ")}`);
}

/** Fills every table: all demo data except the long trading histories, whose rows are made up. */
export async function fillTables({ deps, databaseUrl }: TestApi): Promise<void> {
  const fills = [seedTariffs, seedClients, seedDemoPartners, seedDemoServers, seedDemoMoney, seedDemoTickets];
  for (const seedSome of fills) await seedSome(deps);
  await connected(databaseUrl, fillEveryTable);
}

async function fill(client: Client, table: string): Promise<boolean> {
  const { rows: found } = await client.query(`select 1 from ${table} limit 1`);
  if (found.length > 0) return true;
  const { rows: columns } = await client.query<Column>(
    `select quote_ident(a.attname) as name, format_type(a.atttypid, null) as type,
      c.confrelid::regclass::text as reference,
      (select quote_ident(attname) from pg_attribute where attrelid = c.confrelid and attnum = c.confkey[1]) as referenced
    from pg_attribute a left join pg_constraint c on c.conrelid = a.attrelid and c.contype = 'f' and c.conkey = array[a.attnum]
    where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and not a.atthasdef`,
    [table],
  );
  const values: string[] = [];
  for (const { name, type, reference, referenced } of columns) {
    if (reference) {
      const { rows } = await client.query(`select 1 from ${reference} limit 1`);
      if (rows.length === 0) return false;
      values.push(`(select ${referenced} from ${reference} order by 1 desc limit 1)`);
    } else values.push(type === "numeric" ? "1.25" : (samples[type] ?? failOn(`${table}.${name}: ${type}`)));
  }
  await client.query(
    `insert into ${table} (${columns.map(({ name }) => name).join(", ")}) values (${values.join(", ")})`,
  );
  return true;
}

function failOn(what: string): never {
  throw new Error(`no sample value for ${what}`);
}
