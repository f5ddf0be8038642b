import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/users/index";
import { spendSecret } from "./email-codes";

export const verifyEmail = handle(contract.verifyEmail, async ({ code }, context) => {
  const email = await transaction(context.db, async (tx) => {
    const userId = await spendSecret(context, tx, "confirm", code);
    if (!userId) throw new ApiError(422, "verifyCodeInvalid", { fields: { code: "verifyCodeInvalid" } });
    const [user] = await tx
      .update(users)
      .set({ emailVerifiedAt: context.clock.now() })
      .where(eq(users.id, userId))
      .returning({ email: users.email });
    return user?.email;
  });
  return { ok: true, email };
});
