import type { Parts } from "#api/parts";
import { Refusal } from "#api/values/refusal";

const windowMilliseconds = 60_000;
/** So many clients are counted at once; past that the count begins anew. */
const clientsMax = 10_000;

const counted = new WeakMap<object, Map<string, { count: number; endsAt: number }>>();

/**
 * Refuses with 429 what one client asks for more often than `limit` times a minute. Counted in this process alone and not
 * kept: the call is a part of every page, and a row written for each would cost more than what it guards.
 */
export function keepPace(
  { clock, settings }: Pick<Parts, "clock" | "settings">,
  key: string,
  limit: number,
): void {
  const now = clock.now().getTime();
  const known = counted.get(settings) ?? new Map<string, { count: number; endsAt: number }>();
  counted.set(settings, known);
  if (known.size > clientsMax) known.clear();
  const entry = known.get(key);
  const current = entry && entry.endsAt > now ? entry : { count: 0, endsAt: now + windowMilliseconds };
  known.set(key, current);
  current.count++;
  if (current.count <= limit) return;
  const seconds = Math.ceil((current.endsAt - now) / 1000);
  throw new Refusal(429, "tooManyTries", {
    details: { count: seconds },
    headers: { "retry-after": String(seconds) },
  });
}
