import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/user";
import { transaction } from "#api/db/transaction";
import { sendMail } from "#api/mail/send";
import { Refusal } from "#api/refusal";
import { noteSecurityEvent } from "#api/security/events";
import { requireSecondFactor } from "#api/security/second-factor";
import { hashPassword, isPassword } from "#api/user/passwords";
import { endSessions } from "#api/user/sessions";
import { countTry, refuseTooManyTries } from "#api/user/tries";
import { userOf } from "#api/user/user-of";
import { verb } from "#api/verb";
import * as contract from "#contract/profile";

export const changePassword = verb(contract.changePassword, async (input, context) => {
  const { client, clock, db } = context;
  const key = `password:${client.id}`;
  await refuseTooManyTries(context, [key]);
  const { passwordHash: oldHash } = await userOf(db, client.id);
  if (!(await isPassword(oldHash, input.oldPassword))) {
    await countTry(context, [key]);
    throw new Refusal(422, "oldPasswordWrong", { fields: { oldPassword: "oldPasswordWrong" } });
  }
  const passwordHash = await hashPassword(input.newPassword);
  await transaction(db, async (tx) => {
    await requireSecondFactor(context, tx, input.secondFactorCode);
    const { email, language, name } = await userOf(tx, client.id);
    await tx.update(users).set({ passwordHash }).where(eq(users.id, client.id));
    await endSessions(tx, client.id, { except: client.sessionId });
    await noteSecurityEvent(context, tx, { userId: client.id, kind: "passwordChanged" });
    const values = { name, changedAt: clock.now().toISOString() };
    await sendMail(context, tx, { to: email, language, template: "passwordChanged", values });
  });
  return { ok: true } as const;
});
