import { eq } from "drizzle-orm";
import { noteSecurityEvent } from "#api/areas/security/events";
import { verb } from "#api/calls/verb";
import { users } from "#api/db/schema/user";
import { transaction } from "#api/db/transaction";
import { hashPassword } from "#api/identity/passwords";
import { endSessions } from "#api/identity/sessions";
import { sendMail } from "#api/mail/send";
import { Refusal } from "#api/values/refusal";
import * as contract from "#contract/user/index";
import { spendSecret } from "./email-codes";

export const resetPassword = verb(contract.resetPassword, async ({ resetTicket, password }, context) => {
  const passwordHash = await hashPassword(password);
  await transaction(context.db, async (tx) => {
    const userId = await spendSecret(context, tx, "resetTicket", resetTicket);
    if (!userId) throw new Refusal(400, "resetTicketInvalid");
    const now = context.clock.now();
    // who has read the letter has shown that the address is theirs
    const [user] = await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: now })
      .where(eq(users.id, userId))
      .returning();
    if (!user) throw new Refusal(400, "resetTicketInvalid");
    await endSessions(tx, userId, {});
    await noteSecurityEvent(context, tx, { userId, kind: "passwordReset" });
    await sendMail(context, tx, {
      to: user.email,
      language: user.language,
      template: "passwordChanged",
      values: { name: user.name, changedAt: context.clock.now().toISOString() },
    });
  });
  return { ok: true };
});
