import { eq, sql } from "drizzle-orm";
import { countedAs } from "#api/auth/browsers";
import { noteSecurityEvent } from "#api/auth/events";
import { isPassword } from "#api/auth/passwords";
import { hasTwoStep } from "#api/auth/totp";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { handle } from "#api/http/handle";
import type { RateLimit } from "#api/http/rate-limit";
import { consume, countRequest, giveBack } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import { openChallenge } from "#api/modules/users/security/challenges";
import { startSession } from "#api/modules/users/security/start-session";
import { daySeconds } from "#contract/day";
import * as contract from "#contract/users/index";

const unlimited = 2_000_000_000;
/**
 * Above this number of wrong passwords a minute from unknown browsers, the whole service is considered under attack.
 */
const attackThresholdPerMinute = 300;
const calm = { perMinute: 10, perDay: 100 };
const attacked = { perMinute: 3, perDay: 20 };

/**
 * Returns the rate limits of a login attempt, which are released if the password is right. Unknown browsers share the
 * limits of the account and of their address; these are lower while the service is under attack. A browser that has
 * opened the account before has a separate limit, which nobody else can use up.
 */
export async function loginLimits(
  context: Deps & { network: string },
  email: string,
  { isKnown, who }: Awaited<ReturnType<typeof countedAs>>,
): Promise<RateLimit[]> {
  if (isKnown) return [{ key: `login:${who}:${email}` }];
  const all = { key: "login:all", limit: unlimited };
  const attempts = await countRequest(context, all);
  const { perMinute, perDay } = (attempts ?? 0) > attackThresholdPerMinute ? attacked : calm;
  return [
    { key: `login:${context.network}`, limit: perMinute },
    { key: `login:${email}`, limit: perMinute },
    { key: `login-day:${email}`, limit: perDay, windowSeconds: daySeconds },
  ];
}

export const login = handle(contract.login, async ({ email, password }, context) => {
  const [user] = await context.db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  const limits = await loginLimits(context, email, await countedAs(context.db, user?.id, context.browser));
  await consume(context, limits);
  if (!(await isPassword(context, user?.passwordHash, password)) || !user) {
    if (user) await noteSecurityEvent(context, context.db, { userId: user.id, kind: "loginFailed" });
    throw new ApiError(401, "loginNotFound");
  }
  await giveBack(context, limits);
  if (!user.emailVerifiedAt) throw new ApiError(403, "emailNotVerified");
  if (await hasTwoStep(context.db, user.id)) {
    const ticket = await openChallenge(context, context.db, { purpose: "secondStep", userId: user.id });
    throw new ApiError(403, "secondStepNeeded", { details: { ticket } });
  }
  return transaction(context.db, (tx) => startSession(context, tx, user));
});
