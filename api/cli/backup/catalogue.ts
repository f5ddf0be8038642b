import type { Client } from "pg";
import type { TableCopy } from "./format";

/** How rows look as text must not depend on the server's or the role's own settings. */
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

type Shape = Pick<TableCopy, "name" | "columns">;

/** The service's tables with the columns that hold data; partitions are read by their parent. pg-boss keeps its version itself. */
export async function tablesOf(client: Client): Promise<Shape[]> {
  const { rows } = await client.query<Shape>(`
    select c.oid::regclass::text as name,
      (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
      and not (n.nspname = 'pgboss' and c.relname = 'version')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1`);
  return rows.map(({ name, columns }) => ({ name: withSchema(name), columns }));
}

/** `regclass` leaves out the schema that is searched first. */
const withSchema = (name: string) => (name.includes(".") ? name : `public.${name}`);

/** Number of rows and the sum of their hashes (`TableCopy.sum`). */
export async function sumOf(
  client: Client,
  { name, columns }: Shape,
): Promise<Pick<TableCopy, "rows" | "sum">> {
  const { rows } = await client.query<{ rows: string; sum: string }>(`
    select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(row(${columns.join(", ")})::text), 16))::bit(64)::bigint::numeric), 0)::text as sum
    from ${name}`);
  const [found] = rows;
  return { rows: Number(found?.rows), sum: found?.sum ?? "" };
}

/** Where the service's sequences stand; those never asked are left out. */
export async function sequencesOf(client: Client): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences where schemaname = 'public' and last_value is not null order by 1`);
  return rows;
}
