import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/user";
import { transaction } from "#api/db/transaction";
import { Refusal } from "#api/refusal";
import { verb } from "#api/verb";
import * as contract from "#contract/user";
import { spendSecret } from "./email-codes";

export const verifyEmail = verb(contract.verifyEmail, async ({ code }, context) => {
  await transaction(context.db, async (tx) => {
    const userId = await spendSecret(context, tx, "confirm", code);
    if (!userId) throw new Refusal(422, "verifyCodeInvalid", { fields: { code: "verifyCodeInvalid" } });
    await tx.update(users).set({ emailVerifiedAt: context.clock.now() }).where(eq(users.id, userId));
  });
  return { ok: true };
});
