import { eq, sql } from "drizzle-orm";
import { countedAs } from "#api/auth/browsers";
import { noteSecurityEvent } from "#api/auth/events";
import { isPassword } from "#api/auth/passwords";
import { hasTwoStep } from "#api/auth/totp";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { consume, giveBack } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import { openChallenge } from "#api/modules/users/security/challenges";
import { startSession } from "#api/modules/users/security/start-session";
import * as contract from "#contract/users/index";
import { loginLimits } from "./login-limits";

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
