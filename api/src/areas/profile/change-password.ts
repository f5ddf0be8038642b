import { eq } from "drizzle-orm";
import { noteSecurityEvent } from "#api/areas/security/events";
import { requireSecondFactor } from "#api/areas/security/second-factor";
import { countTry, refuseTooManyTries } from "#api/calls/tries";
import { verb } from "#api/calls/verb";
import { users } from "#api/db/schema/user";
import { transaction } from "#api/db/transaction";
import { hashPassword, isPassword } from "#api/identity/passwords";
import { endSessions } from "#api/identity/sessions";
import { userOf } from "#api/identity/user-of";
import { sendMail } from "#api/mail/send";
import { Refusal } from "#api/values/refusal";
import * as contract from "#contract/profile/index";

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
