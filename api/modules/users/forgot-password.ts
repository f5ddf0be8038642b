import { eq, sql } from "drizzle-orm";
import { countedAs } from "#api/auth/browsers";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { sendMail } from "#api/email/send";
import type { HandlerContext } from "#api/http/handle";
import { handle } from "#api/http/handle";
import type { RateLimit } from "#api/http/rate-limit";
import { consume } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import { daySeconds } from "#contract/day";
import { codesADay } from "#contract/rules";
import * as contract from "#contract/users/index";
import { makeEmailCode, refuseEarlyCode, spendDigits } from "./email-codes";

type Context = HandlerContext<typeof contract.forgotPasswordCode>;

const userBy = (email: string) => eq(sql`lower(${users.email})`, email);

/** Returns the rate limits of an email address; they are the same for addresses without an account. */
async function limitsOf(context: Context, what: "forgot" | "check", email: string): Promise<RateLimit[]> {
  const [user] = await context.db.select({ id: users.id }).from(users).where(userBy(email));
  const { isKnown, who } = await countedAs(context.db, user?.id, context.browser);
  const day = {
    key: `${what}-day:${isKnown ? "known" : "new"}:${email}`,
    limit: isKnown ? codesADay.knownBrowsers : codesADay.newBrowsers,
    windowSeconds: daySeconds,
  };
  const minute = { key: `forgot:${isKnown ? who : "new"}:${email}` };
  return isKnown ? [minute, day] : [{ key: `forgot:${context.network}` }, minute, day];
}

export const forgotPasswordCode = handle(contract.forgotPasswordCode, async ({ email }, context) => {
  await consume(context, await limitsOf(context, "forgot", email));
  await transaction(context.db, async (tx) => {
    const [user] = await tx.select().from(users).where(userBy(email)).for("update");
    if (!user) throw new ApiError(422, "emailNotFound", { fields: { email: "emailNotFound" } });
    await refuseEarlyCode(context, tx, user.id, "reset");
    const code = await makeEmailCode(context, tx, user.id, "reset");
    await sendMail(context, tx, {
      to: user.email,
      language: user.language,
      template: "resetCode",
      values: { name: user.name, code },
    });
  });
  return { ok: true };
});

export const checkForgotOtp = handle(contract.checkForgotOtp, async ({ email, code }, context) => {
  await consume(context, await limitsOf(context, "check", email));
  const resetTicket = await transaction(context.db, async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(userBy(email));
    if (!user || !(await spendDigits(context, tx, user.id, code))) return null;
    return makeEmailCode(context, tx, user.id, "resetTicket");
  });
  // thrown outside the transaction, so that the used try stays counted
  if (!resetTicket) throw new ApiError(400, "codeInvalid", { fields: { code: "codeInvalid" } });
  return { resetTicket };
});
