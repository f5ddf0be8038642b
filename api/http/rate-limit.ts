import { eq, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { rateLimitCounters } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { ApiError } from "#api/lib/api-error";
import { cachePerOwner } from "#api/lib/cache";

/**
 * At most `limit` (10) requests within `windowSeconds` (60), a fixed window that begins with its first request. Keys are
 * `<what>:<whose>`.
 */
export type RateLimit = { key: string; limit?: number; windowSeconds?: number };

const defaults = { limit: 10, windowSeconds: 60 };

/**
 * Clocks of processes differ by less. A window that ends later than one that begins now comes from a fast clock: it
 * counts as over.
 */
const clockSkewMs = 60_000;

function tooManyTries(windowEndsAt: number, now: number): ApiError {
  const seconds = Math.max(1, Math.ceil((windowEndsAt - now) / 1000));
  return new ApiError(429, "tooManyTries", {
    details: { count: seconds },
    headers: { "retry-after": String(seconds) },
  });
}

/**
 * Counts a request to each limit, in order, before the request is evaluated. One statement counts and rejects, so
 * that of any number of parallel attempts no more than the limit are evaluated. A rejected request does not count to
 * the limits after it.
 *
 * @throws {ApiError} 429 `tooManyTries` with the seconds to wait
 */
export async function consume(deps: Deps, limits: readonly RateLimit[]): Promise<void> {
  for (const limit of limits)
    if ((await countRequest(deps, limit)) === null) throw await exceeded(deps, limit);
}

/** Counts a request. Returns the number in the window, or null if the limit was reached before. */
export const countRequest = ({ db, clock }: Deps, limit: RateLimit): Promise<number | null> =>
  add(db, clock.now(), limit, 1);

/** Takes back the count of successful requests: a correct password, a known address. */
export async function giveBack({ db }: Deps, limits: readonly RateLimit[]): Promise<void> {
  for (const { key } of limits)
    await db
      .update(rateLimitCounters)
      .set({ count: sql`greatest(${rateLimitCounters.count} - 1, 0)` })
      .where(eq(rateLimitCounters.key, key));
}

/**
 * Looks up a value that must not be guessed: counts a miss (null), not a hit. Lookups of one limit run one after
 * another, so that parallel ones can't exceed it.
 *
 * @throws {ApiError} 429 `tooManyTries`
 */
export async function consumeUnlessFound<T>(
  deps: Deps,
  limit: RateLimit,
  lookUp: (tx: Tx) => Promise<T | null>,
): Promise<T | null> {
  const now = deps.clock.now();
  const answer = await transaction(deps.db, async (tx) => {
    // locks the row until the end, even if nothing is counted
    if ((await add(tx, now, limit, 0)) === null) return "exceeded";
    const found = await lookUp(tx);
    if (found === null) await add(tx, now, limit, 1);
    return { found };
  });
  if (answer === "exceeded") throw await exceeded(deps, limit);
  return answer.found;
}

/** Adds to a window that is below its limit; returns null if it is not. */
async function add(
  db: Database | Tx,
  now: Date,
  { key, limit = defaults.limit, windowSeconds = defaults.windowSeconds }: RateLimit,
  requests: 0 | 1,
): Promise<number | null> {
  const latest = new Date(now.getTime() + windowSeconds * 1000 + clockSkewMs);
  const isOver = sql`(${rateLimitCounters.endsAt} <= ${now.toISOString()}::timestamptz or ${rateLimitCounters.endsAt} > ${latest.toISOString()}::timestamptz)`;
  const [row] = await db
    .insert(rateLimitCounters)
    .values({ key, count: requests, endsAt: new Date(now.getTime() + windowSeconds * 1000) })
    .onConflictDoUpdate({
      target: rateLimitCounters.key,
      set: {
        count: sql`case when ${isOver} then excluded.count else ${rateLimitCounters.count} + excluded.count end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${rateLimitCounters.endsAt} end`,
      },
      setWhere: sql`${isOver} or ${rateLimitCounters.count} < ${limit}`,
    })
    .returning({ count: rateLimitCounters.count });
  return row?.count ?? null;
}

async function exceeded({ db, clock }: Deps, { key }: RateLimit): Promise<ApiError> {
  const [row] = await db
    .select({ endsAt: rateLimitCounters.endsAt })
    .from(rateLimitCounters)
    .where(eq(rateLimitCounters.key, key));
  return tooManyTries(row?.endsAt.getTime() ?? 0, clock.now().getTime());
}

const windowsOf = cachePerOwner<{ count: number; endsAt: number }>({
  name: "rate limits",
  maxBytes: 4 * 2 ** 20,
});

/**
 * Counts a request in this process only: for cheap reads of every page, where writing a row would cost more than the
 * read.
 *
 * @throws {ApiError} 429 `tooManyTries` with the seconds to wait
 */
export function consumeInMemory(
  { clock, settings }: Pick<Deps, "clock" | "settings">,
  { key, limit = defaults.limit, windowSeconds = defaults.windowSeconds }: RateLimit,
): void {
  const now = clock.now().getTime();
  const windows = windowsOf(settings);
  const existing = windows.get(key);
  const latest = now + windowSeconds * 1000 + clockSkewMs;
  const current =
    existing && existing.endsAt > now && existing.endsAt <= latest
      ? existing
      : { count: 0, endsAt: now + windowSeconds * 1000 };
  windows.set(key, current);
  current.count++;
  if (current.count > limit) throw tooManyTries(current.endsAt, now);
}
