import { getTableName, is, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import * as z from "zod/mini";
import * as schema from "#api/db/schema/index";
import type { Tx } from "#api/db/transaction";
import type { Row } from "./command-output";
import type { CommandGroup } from "./operation";
import { textVersionCommands } from "./text-versions";

/**
 * Commands for texts; `broken` lists stored texts with control characters or U+FFFD, which `contract/valid-text.ts` has
 * rejected since it exists.
 */
export const textsCommands: CommandGroup = (program, operation) => {
  const texts = program.command("texts").description("texts of the offer, policy, FAQ and clients");
  textVersionCommands(texts, operation);
  operation(
    texts.command("broken").description("list stored texts with broken or control characters"),
    z.object({}),
    async (_, { tx }) => {
      const found: Row[] = [];
      for (const table of Object.values(schema).filter((value) => is(value, PgTable)))
        found.push(...(await brokenIn(tx, table)));
      return found;
    },
    { isRead: true },
  );
};

/**
 * Excludes line ends and tabs, which texts may have; in JSON, control characters are escaped. PostgreSQL cannot store
 * U+0000.
 */
const inText = "[\\u0001-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\uFFFD]";
const inJson = `${inText}|\\\\u00(0[0-8bBcCeEfF]|1|7[fF]|[89])`;

const patternFor = (column: PgColumn) => (column.getSQLType().startsWith("json") ? inJson : inText);

async function brokenIn(tx: Tx, table: PgTable): Promise<Row[]> {
  const { columns, primaryKeys } = getTableConfig(table);
  const keys = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  const id = keys.length > 0 ? sql`concat_ws(' ', ${sql.join(keys, sql`, `)})` : sql`ctid::text`;
  const rows: Row[] = [];
  for (const column of columns.filter((one) => /^(text|varchar|json)/.test(one.getSQLType()))) {
    const broken = await tx
      .select({ id: sql<string>`${id}` })
      .from(table)
      .where(sql`${column}::text ~ ${patternFor(column)}`)
      .orderBy(id);
    for (const row of broken) rows.push({ table: getTableName(table), column: column.name, id: row.id });
  }
  return rows;
}
