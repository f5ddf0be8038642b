import { eq, sql } from "drizzle-orm";
import { countedAs } from "#api/auth/browsers";
import { noteSecurityEvent } from "#api/auth/events";
import { isPassword } from "#api/auth/passwords";
import { hasTwoStep } from "#api/auth/totp";
import { users } from "#api/db/schema/user";
import { transaction } from "#api/db/transaction";
import { consume, giveBack } from "#api/http/rate-limit";
import { verb } from "#api/http/verb";
import { Refusal } from "#api/lib/refusal";
import { openChallenge } from "#api/modules/users/security/challenges";
import { startSession } from "#api/modules/users/security/start-session";
import * as contract from "#contract/users/index";
import { loginLimits } from "./login-limits";

export const login = verb(contract.login, async ({ email, password }, context) => {
  const [user] = await context.db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  const limits = await loginLimits(context, email, await countedAs(context.db, user?.id, context.browser));
  await consume(context, limits);
  if (!(await isPassword(context, user?.passwordHash, password)) || !user) {
    if (user) await noteSecurityEvent(context, context.db, { userId: user.id, kind: "loginFailed" });
    throw new Refusal(401, "loginNotFound");
  }
  await giveBack(context, limits);
  if (!user.emailVerifiedAt) throw new Refusal(403, "emailNotVerified");
  if (await hasTwoStep(context.db, user.id)) {
    const ticket = await openChallenge(context, context.db, { purpose: "secondStep", userId: user.id });
    throw new Refusal(403, "secondStepNeeded", { details: { ticket } });
  }
  return transaction(context.db, (tx) => startSession(context, tx, user));
});
