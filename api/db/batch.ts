import type { SQL, SQLWrapper } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Tx } from "./transaction";

/**
 * Writes that know nothing of each other as one statement, a round trip instead of one each. All of them see what was there before it:
 * no row may be written by two of them.
 */
export function batchWrites(first: SQLWrapper, ...others: SQLWrapper[]): SQL {
  const named = [first, ...others].map(
    (one, index) => sql`${sql.identifier(`w${index}`)} as (${one.getSQL()})`,
  );
  return sql`with ${sql.join(named, sql`, `)} select 1`;
}

/** The same with a statement whose rows are asked for: it does not see what the writes do either. */
export const withWrites = (tx: Tx, writes: SQLWrapper[]) =>
  tx.with(...writes.map((one, index) => tx.$with(`w${index}`, {}).as(one.getSQL())));
