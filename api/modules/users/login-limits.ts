import type { countedAs } from "#api/auth/browsers";
import type { Deps } from "#api/deps";
import type { RateLimit } from "#api/http/rate-limit";
import { countRequest } from "#api/http/rate-limit";
import { daySeconds } from "#contract/day";

const unlimited = 2_000_000_000;
/** More wrong passwords a minute than this, of browsers not seen before, are an attack on everybody. */
const calmTriesPerMinute = 300;
const calm = { perMinute: 10, perDay: 100 };
const attacked = { perMinute: 3, perDay: 20 };

/**
 * What a login costs until its password turns out right. Browsers that have not opened the account before share the tries of
 * the account and of their address, fewer while the whole service is under attack. One that has opened it before has tries
 * of its own, which nobody else can use up.
 */
export async function loginLimits(
  context: Deps & { address: string },
  email: string,
  { isKnown, who }: Awaited<ReturnType<typeof countedAs>>,
): Promise<RateLimit[]> {
  if (isKnown) return [{ key: `login:${who}:${email}` }];
  const all = { key: "login:all", limit: unlimited };
  const tries = await countRequest(context, all);
  const { perMinute, perDay } = (tries ?? 0) > calmTriesPerMinute ? attacked : calm;
  return [
    { key: `login:${context.address}`, limit: perMinute },
    { key: `login:${email}`, limit: perMinute },
    { key: `login-day:${email}`, limit: perDay, windowSeconds: daySeconds },
  ];
}
