import { inArray, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { tries } from "#api/db/schema/user";
import type { Tx } from "#api/db/transaction";
import type { Parts } from "#api/parts";
import { Refusal } from "#api/values/refusal";

export const triesPerMinute = 10;

/**
 * Refuses with 429 and the seconds to wait once any of the keys has used up its tries of this minute.
 * Counting is a separate step (`countTry`), so that only failures count where success should not.
 */
export async function refuseTooManyTries(
  parts: Parts,
  keys: string[],
  limit = triesPerMinute,
  db: Database | Tx = parts.db,
): Promise<void> {
  const now = parts.clock.now();
  const rows = await db.select().from(tries).where(inArray(tries.key, keys));
  const waits = rows
    .filter((row) => row.count >= limit && row.endsAt > now)
    .map((row) => row.endsAt.getTime() - now.getTime());
  if (waits.length === 0) return;
  const seconds = Math.ceil(Math.max(...waits) / 1000);
  throw new Refusal(429, "tooManyTries", {
    details: { count: seconds },
    headers: { "retry-after": String(seconds) },
  });
}

/** Counts one try for each key; a key's minute begins with its first try. */
export async function countTry(parts: Parts, keys: string[]): Promise<void> {
  const now = parts.clock.now();
  const endsAt = new Date(now.getTime() + 60_000);
  const over = sql`${tries.endsAt} <= ${now.toISOString()}::timestamptz`;
  await parts.db
    .insert(tries)
    .values([...new Set(keys)].sort().map((key) => ({ key, count: 1, endsAt })))
    .onConflictDoUpdate({
      target: tries.key,
      set: {
        count: sql`case when ${over} then 1 else ${tries.count} + 1 end`,
        endsAt: sql`case when ${over} then excluded.ends_at else ${tries.endsAt} end`,
      },
    });
}
