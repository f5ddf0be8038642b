import type { SQLWrapper } from "drizzle-orm";
import { SQL, sql } from "drizzle-orm";

/**
 * Writes that know nothing of each other as one statement, a round trip instead of one each. All of them see what was there before it:
 * no row may be written by two of them.
 */
export function atOnce(first: SQLWrapper, ...others: SQLWrapper[]): SQL {
  const named = [first, ...others].map(
    (one, index) => sql`${sql.identifier(`w${index}`)} as ${inParens(one)}`,
  );
  return sql`with ${sql.join(named, sql`, `)} select 1`;
}

/** A statement that was built comes with parentheses, one that was written without. */
const inParens = (one: SQLWrapper) => (one instanceof SQL ? sql`(${one})` : sql`${one}`);
