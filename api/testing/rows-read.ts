import pg from "pg";
import { vi } from "vitest";
import type { TestApi } from "#api/testing";

type Node = {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
};

type Statement = { text: string; values?: unknown[] };

/**
 * Returns how many rows PostgreSQL reads for the queries of `act`, including those that a condition filters out.
 * Unlike a time, the number is reproducible.
 */
export async function rowsRead({ db }: TestApi, act: () => Promise<unknown>): Promise<number> {
  const statements: Statement[] = [];
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...parameters: unknown[]
  ) {
    const [queryArgument, values] = parameters as [string | Statement, unknown[]?];
    const statement = typeof queryArgument === "string" ? { text: queryArgument } : queryArgument;
    if (/^\s*select/i.test(statement.text)) statements.push({ values, ...statement } as Statement);
    return Reflect.apply(query, this, parameters);
  } as typeof query);
  await act().finally(() => spy.mockRestore());
  let rows = 0;
  for (const { text, values } of statements) {
    const { rows: plan } = await db.$client.query(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    );
    rows += readBy(plan[0]["QUERY PLAN"][0].Plan);
  }
  return rows;
}

function readBy(node: Node): number {
  const { "Actual Rows": rows, "Actual Loops": loops, "Rows Removed by Filter": removed = 0 } = node;
  const own = node["Relation Name"] ? (rows + removed) * loops : 0;
  return (node.Plans ?? []).reduce((sum, part) => sum + readBy(part), own);
}
