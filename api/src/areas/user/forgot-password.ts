import { eq, sql } from "drizzle-orm";
import { countTry, refuseTooManyTries } from "#api/calls/tries";
import type { VerbContext } from "#api/calls/verb";
import { verb } from "#api/calls/verb";
import { users } from "#api/db/schema/user";
import { transaction } from "#api/db/transaction";
import { sendMail } from "#api/mail/send";
import { Refusal } from "#api/values/refusal";
import * as contract from "#contract/user/index";
import { makeEmailCode, refuseEarlyCode, spendDigits } from "./email-codes";

async function limit(context: VerbContext<typeof contract.forgotPasswordCode>, email: string): Promise<void> {
  const keys = [`forgot:${context.address}`, `forgot:${email}`];
  await refuseTooManyTries(context, keys);
  await countTry(context, keys);
}

export const forgotPasswordCode = verb(contract.forgotPasswordCode, async ({ email }, context) => {
  await limit(context, email);
  await transaction(context.db, async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, email))
      .for("update");
    if (!user) throw new Refusal(422, "emailNotFound", { fields: { email: "emailNotFound" } });
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

export const checkForgotOtp = verb(contract.checkForgotOtp, async ({ email, code }, context) => {
  await limit(context, email);
  const resetTicket = await transaction(context.db, async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(sql`lower(${users.email})`, email));
    if (!user || !(await spendDigits(context, tx, user.id, code))) return null;
    return makeEmailCode(context, tx, user.id, "resetTicket");
  });
  // thrown outside the transaction: the spent try must stay counted
  if (!resetTicket) throw new Refusal(400, "codeInvalid", { fields: { code: "codeInvalid" } });
  return { resetTicket };
});
