import { and, eq, isNull, sql } from "drizzle-orm";
import { users } from "#api/db/schema/user";
import { transaction } from "#api/db/transaction";
import { consume } from "#api/http/rate-limit";
import { verb } from "#api/http/verb";
import * as contract from "#contract/users/index";
import { refuseEarlyCode } from "./email-codes";
import { sendConfirmation } from "./signup";

export const resendConfirmation = verb(contract.resendConfirmation, async ({ email }, context) => {
  await consume(context, [{ key: `resend:${context.address}` }, { key: `resend:${email}` }]);
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
