import type { SQL, SQLWrapper } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Tx } from "./transaction";

/**
 * Combines independent writes into one statement: one round trip instead of one each. All of them see the state
 * before the statement, so no two of them may write the same row.
 */
export function batchWrites(first: SQLWrapper, ...others: SQLWrapper[]): SQL {
  const named = [first, ...others].map(
    (one, index) => sql`${sql.identifier(`w${index}`)} as (${one.getSQL()})`,
  );
  return sql`with ${sql.join(named, sql`, `)} select 1`;
}

/** Combines writes with a statement that returns rows; it does not see the effect of the writes either. */
export const withWrites = (tx: Tx, writes: SQLWrapper[]) =>
  tx.with(...writes.map((one, index) => tx.$with(`w${index}`, {}).as(one.getSQL())));
