import { eq } from "drizzle-orm";
import { verb } from "#api/calls/verb";
import { users } from "#api/db/schema/user";
import { transaction } from "#api/db/transaction";
import { noteSecurityEvent } from "#api/identity/events";
import { forgetPrepared } from "#api/identity/forget-prepared";
import { hashPassword } from "#api/identity/passwords";
import { endSessions } from "#api/identity/sessions";
import { userOf } from "#api/identity/user-of";
import { sendSecurityLetter } from "#api/mail/security-letters";
import * as contract from "#contract/profile/index";

/** The old password was looked at with the proof (`calls/fresh-proof.ts`). */
export const changePassword = verb(contract.changePassword, async ({ newPassword }, context) => {
  const { client, clock, db } = context;
  const passwordHash = await hashPassword(context, newPassword);
  await transaction(db, async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, client.id));
    await endSessions(tx, client.id, { except: client.sessionId });
    await forgetPrepared(tx, client.id);
    await noteSecurityEvent(context, tx, { userId: client.id, kind: "passwordChanged" });
    const values = { changedAt: clock.now().toISOString() };
    await sendSecurityLetter(context, tx, await userOf(tx, client.id), "passwordChanged", values);
  });
  return { ok: true } as const;
});
