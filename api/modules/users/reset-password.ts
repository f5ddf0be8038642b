import { eq } from "drizzle-orm";
import { forgetBrowsers } from "#api/auth/browsers";
import { noteSecurityEvent } from "#api/auth/events";
import { forgetPrepared } from "#api/auth/forget-prepared";
import { hashPassword } from "#api/auth/passwords";
import { endSessions } from "#api/auth/sessions";
import { hasTwoStep } from "#api/auth/totp";
import { passkeys } from "#api/db/schema/security";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { sendSecurityEmail } from "#api/email/security-emails";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/users/index";
import { spendSecret } from "./email-codes";

/**
 * Holds or removes passkeys after a reset, because an intruder may have added one. With two-step login, passkeys are
 * on hold until the second step confirms them; without it, they can't be told apart from the owner's and are removed.
 */
async function closePasskeys(tx: Tx, userId: string, now: Date) {
  const own = eq(passkeys.userId, userId);
  const rows = (await hasTwoStep(tx, userId))
    ? {
        passkeysHeld: await tx.update(passkeys).set({ heldAt: now }).where(own).returning(),
        passkeysRemoved: [],
      }
    : { passkeysHeld: [], passkeysRemoved: await tx.delete(passkeys).where(own).returning() };
  return {
    passkeysHeld: rows.passkeysHeld.map(({ name }) => name),
    passkeysRemoved: rows.passkeysRemoved.map(({ name }) => name),
  };
}

export const resetPassword = handle(contract.resetPassword, async ({ resetTicket, password }, context) => {
  const passwordHash = await hashPassword(context, password);
  return transaction(context.db, async (tx) => {
    const userId = await spendSecret(context, tx, "resetTicket", resetTicket);
    if (!userId) throw new ApiError(400, "resetTicketInvalid");
    const now = context.clock.now();
    // reading the email proves that the address is theirs
    const [user] = await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: now })
      .where(eq(users.id, userId))
      .returning();
    if (!user) throw new ApiError(400, "resetTicketInvalid");
    await endSessions(tx, userId, {});
    await forgetBrowsers(tx, userId);
    await forgetPrepared(tx, userId);
    const closed = await closePasskeys(tx, userId, now);
    await noteSecurityEvent(context, tx, { userId, kind: "passwordReset" });
    await sendSecurityEmail(context, tx, user, "passwordChanged", { changedAt: now.toISOString() });
    return closed;
  });
});
