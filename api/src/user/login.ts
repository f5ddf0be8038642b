import { eq, sql } from "drizzle-orm";
import { users } from "#api/db/schema/user";
import { transaction } from "#api/db/transaction";
import { Refusal } from "#api/refusal";
import { openChallenge } from "#api/security/challenges";
import { noteSecurityEvent } from "#api/security/events";
import { startSession } from "#api/security/start-session";
import { hasTwoStep } from "#api/security/totp";
import { verb } from "#api/verb";
import * as contract from "#contract/user";
import { isPassword } from "./passwords";
import { countTry, refuseTooManyTries } from "./tries";

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
