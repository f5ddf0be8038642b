import { and, eq, isNull, sql } from "drizzle-orm";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { consume } from "#api/http/rate-limit";
import * as contract from "#contract/users/index";
import { refuseEarlyCode } from "./email-codes";
import { sendConfirmation } from "./signup";

export const resendConfirmation = handle(contract.resendConfirmation, async ({ email }, context) => {
  await consume(context, [{ key: `resend:${context.network}` }, { key: `resend:${email}` }]);
  await transaction(context.db, async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(sql`lower(${users.email})`, email), isNull(users.emailVerifiedAt)))
      .for("update");
    if (!user) return;
    await refuseEarlyCode(context, tx, user.id, "confirm");
    await sendConfirmation(context, tx, user);
  });
  return { ok: true };
});
