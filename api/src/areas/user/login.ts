import { eq, sql } from "drizzle-orm";
import { openChallenge } from "#api/areas/security/challenges";
import { noteSecurityEvent } from "#api/areas/security/events";
import { startSession } from "#api/areas/security/start-session";
import { hasTwoStep } from "#api/areas/security/totp";
import { countTry, refuseTooManyTries } from "#api/calls/tries";
import { verb } from "#api/calls/verb";
import { users } from "#api/db/schema/user";
import { transaction } from "#api/db/transaction";
import { isPassword } from "#api/identity/passwords";
import { Refusal } from "#api/values/refusal";
import * as contract from "#contract/user/index";

export const login = verb(contract.login, async ({ email, password }, context) => {
  const keys = [`login:${context.address}`, `login:${email}`];
  await refuseTooManyTries(context, keys);
  const [user] = await context.db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  if (!(await isPassword(user?.passwordHash, password)) || !user) {
    await countTry(context, keys);
    if (user) await noteSecurityEvent(context, context.db, { userId: user.id, kind: "loginFailed" });
    throw new Refusal(401, "loginNotFound");
  }
  if (!user.emailVerifiedAt) throw new Refusal(403, "emailNotVerified");
  if (await hasTwoStep(context.db, user.id)) {
    const ticket = await openChallenge(context, context.db, { purpose: "secondStep", userId: user.id });
    throw new Refusal(403, "secondStepNeeded", { details: { ticket } });
  }
  return transaction(context.db, (tx) => startSession(context, tx, user));
});
