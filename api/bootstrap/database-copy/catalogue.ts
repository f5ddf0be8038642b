import type { Client } from "pg";

/** A table with the columns that contain data. */
export type TableShape = {
  /** `public.users`, quoted if PostgreSQL requires it. */
  name: string;
  columns: string[];
};

/** Content of a table, to compare a copy by. */
export type TableSum = {
  rows: number;
  /** The sum over all rows of the first 64 bits of each row's MD5, as a decimal number: independent of the order. */
  sum: string;
};

export type SequenceValue = { name: string; value: string };

/** Schemas of the product and its queue; `drizzle` records migrations and releases. */
const dataSchemas = ["public", "pgboss"];
export const allSchemas = [...dataSchemas, "drizzle"];

/** The text of rows must not depend on the settings of the server or the role. */
const plainText = [
  "set local statement_timeout = 0",
  "set local idle_in_transaction_session_timeout = 0",
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO, YMD'",
  "set local intervalstyle = 'postgres'",
  "set local bytea_output = 'hex'",
  "set local extra_float_digits = 1",
];

export async function writePlainText(client: Client): Promise<void> {
  for (const statement of plainText) await client.query(statement);
}

/**
 * Returns the service's tables with the columns that contain data; partitions are read through their parent. pg-boss
 * stores its version itself.
 */
export async function tablesOf(client: Client, schemas = dataSchemas): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select c.oid::regclass::text as name,
      (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
      and not (n.nspname = 'pgboss' and c.relname = 'version')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1`,
    [schemas],
  );
  return rows.map(({ name, columns }) => ({ name: withSchema(name), columns }));
}

/** `regclass` omits the first schema of the search path. */
const withSchema = (name: string) => (name.includes(".") ? name : `public.${name}`);

/** Returns the number of rows and the sum of their hashes of a table. */
export async function sumOf(client: Client, { name, columns }: TableShape): Promise<TableSum> {
  const { rows } = await client.query<{ rows: string; sum: string }>(`
    select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(row(${columns.join(", ")})::text), 16))::bit(64)::bigint::numeric), 0)::text as sum
    from ${name}`);
  const [found] = rows;
  return { rows: Number(found?.rows), sum: found?.sum ?? "" };
}

/** Returns the current values of the service's sequences, without those never used. */
export async function sequencesOf(client: Client, schemas = ["public"]): Promise<SequenceValue[]> {
  const { rows } = await client.query<SequenceValue>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences where schemaname = any($1) and last_value is not null order by 1`,
    [schemas],
  );
  return rows;
}
