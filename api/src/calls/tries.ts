import { eq, sql } from "drizzle-orm";
import { tries } from "#api/db/schema/user";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Parts } from "#api/parts";
import { Refusal } from "#api/values/refusal";

/** So many tries within so many seconds (10 within a minute where nothing is said); a window begins with its first try. */
export type Budget = { key: string; limit?: number; seconds?: number };

const usualLimit = 10;
const minute = 60;

/**
 * Takes one try of each budget, in their order, before what is tried is looked at: one statement counts and refuses,
 * so that of any number of parallel tries no more than the limit are evaluated. A refused try counts nowhere further on.
 *
 * @throws {Refusal} 429 `tooManyTries` with the seconds to wait
 */
export async function spendTries(parts: Parts, budgets: readonly Budget[]): Promise<void> {
  for (const budget of budgets)
    if ((await countTry(parts, budget)) === null) throw await tooMany(parts, budget);
}

/** Counts a try without refusing any; returns how many the window holds, or null where the limit was reached before it. */
export async function countTry(parts: Parts, { key, limit = usualLimit, seconds = minute }: Budget) {
  const now = parts.clock.now();
  const isOver = sql`${tries.endsAt} <= ${now.toISOString()}::timestamptz`;
  const [row] = await parts.db
    .insert(tries)
    .values({ key, count: 1, endsAt: new Date(now.getTime() + seconds * 1000) })
    .onConflictDoUpdate({
      target: tries.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${tries.count} + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${tries.endsAt} end`,
      },
      setWhere: sql`${isOver} or ${tries.count} < ${limit}`,
    })
    .returning({ count: tries.count });
  return row?.count ?? null;
}

async function tooMany(parts: Parts, { key }: Budget): Promise<Refusal> {
  const [row] = await parts.db.select({ endsAt: tries.endsAt }).from(tries).where(eq(tries.key, key));
  const left = (row?.endsAt.getTime() ?? 0) - parts.clock.now().getTime();
  const seconds = Math.max(1, Math.ceil(left / 1000));
  return new Refusal(429, "tooManyTries", {
    details: { count: seconds },
    headers: { "retry-after": String(seconds) },
  });
}

/** Gives tries back that were none: a right password, a known address. */
export async function returnTries(parts: Parts, budgets: readonly Budget[]): Promise<void> {
  for (const { key } of budgets)
    await parts.db
      .update(tries)
      .set({ count: sql`greatest(${tries.count} - 1, 0)` })
      .where(eq(tries.key, key));
}

/**
 * Looks something up that must not be tried out: what is not found (null) costs a try, what is found costs none. The looks of
 * one budget wait for each other, so that of many at once none is answered past the limit.
 *
 * @throws {Refusal} 429 `tooManyTries`
 */
export async function lookUp<T>(
  parts: Parts,
  budget: Budget,
  look: (tx: Tx) => Promise<T | null>,
): Promise<T | null> {
  const { key, limit = usualLimit, seconds = minute } = budget;
  const now = parts.clock.now();
  const isOver = sql`${tries.endsAt} <= ${now.toISOString()}::timestamptz`;
  const answer = await transaction(parts.db, async (tx) => {
    const [row] = await tx
      .insert(tries)
      .values({ key, count: 0, endsAt: new Date(now.getTime() + seconds * 1000) })
      .onConflictDoUpdate({
        target: tries.key,
        set: {
          count: sql`case when ${isOver} then 0 else ${tries.count} end`,
          endsAt: sql`case when ${isOver} then excluded.ends_at else ${tries.endsAt} end`,
        },
      })
      .returning({ count: tries.count });
    if (!row || row.count >= limit) return "refused";
    const found = await look(tx);
    if (found === null)
      await tx
        .update(tries)
        .set({ count: row.count + 1 })
        .where(eq(tries.key, key));
    return { found };
  });
  if (answer === "refused") throw await tooMany(parts, budget);
  return answer.found;
}
