import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/user";
import { transaction } from "#api/db/transaction";
import { sendMail } from "#api/mail/send";
import { Refusal } from "#api/refusal";
import { noteSecurityEvent } from "#api/security/events";
import { verb } from "#api/verb";
import * as contract from "#contract/user";
import { spendSecret } from "./email-codes";
import { hashPassword } from "./passwords";
import { endSessions } from "./sessions";

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
