import { and, eq, isNull, sql } from "drizzle-orm";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { consume } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/users/index";
import { requireCodePause, spendSecret } from "./email-codes";
import { sendConfirmation } from "./signup";

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

export const resendConfirmation = handle(contract.resendConfirmation, async ({ email }, context) => {
  await consume(context, [{ key: `resend:${context.network}` }, { key: `resend:${email}` }]);
  await transaction(context.db, async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(sql`lower(${users.email})`, email), isNull(users.emailVerifiedAt)))
      .for("update");
    if (!user) return;
    await requireCodePause(context, tx, user.id, "confirm");
    await sendConfirmation(context, tx, user);
  });
  return { ok: true };
});
