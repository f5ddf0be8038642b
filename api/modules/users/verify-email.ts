import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/user";
import { transaction } from "#api/db/transaction";
import { verb } from "#api/http/verb";
import { Refusal } from "#api/lib/refusal";
import * as contract from "#contract/users/index";
import { spendSecret } from "./email-codes";

export const verifyEmail = verb(contract.verifyEmail, async ({ code }, context) => {
  const email = await transaction(context.db, async (tx) => {
    const userId = await spendSecret(context, tx, "confirm", code);
    if (!userId) throw new Refusal(422, "verifyCodeInvalid", { fields: { code: "verifyCodeInvalid" } });
    const [user] = await tx
      .update(users)
      .set({ emailVerifiedAt: context.clock.now() })
      .where(eq(users.id, userId))
      .returning({ email: users.email });
    return user?.email;
  });
  return { ok: true, email };
});
