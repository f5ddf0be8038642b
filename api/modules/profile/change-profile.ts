import { eq } from "drizzle-orm";
import { deletePendingCredentials } from "#api/auth/delete-pending-credentials";
import { noteSecurityEvent } from "#api/auth/events";
import { hashPassword } from "#api/auth/passwords";
import { endSessions } from "#api/auth/sessions";
import { userOf } from "#api/auth/user-of";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { sendSecurityEmail } from "#api/email/security-emails";
import { handle } from "#api/http/handle";
import * as contract from "#contract/profile/index";

export const changeName = handle(contract.changeName, async ({ name }, { client, db }) => {
  await db.update(users).set({ name }).where(eq(users.id, client.id));
  return { ok: true } as const;
});

export const changeTimeZone = handle(contract.changeTimeZone, async ({ zone }, { client, db }) => {
  await db.update(users).set({ timeZone: zone }).where(eq(users.id, client.id));
  return { ok: true } as const;
});

/** The old password was checked with the recent authentication (`http/recent-auth.ts`). */
export const changePassword = handle(contract.changePassword, async ({ newPassword }, context) => {
  const { client, clock, db } = context;
  const passwordHash = await hashPassword(context, newPassword);
  await transaction(db, async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, client.id));
    await endSessions(tx, client.id, { except: client.sessionId });
    await deletePendingCredentials(tx, client.id);
    await noteSecurityEvent(context, tx, { userId: client.id, kind: "passwordChanged" });
    const values = { changedAt: clock.now().toISOString() };
    await sendSecurityEmail(context, tx, await userOf(tx, client.id), "passwordChanged", values);
  });
  return { ok: true } as const;
});
