import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { telegramChats } from "#api/db/schema/monitoring-notices";
import { emailChanges } from "#api/db/schema/profile";
import { securityChallenges, totpKeys } from "#api/db/schema/security";
import { emailCodes } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { telegramPurposes } from "#contract/telegram/index";

/**
 * Deletes everything that somebody who had access to an account, or knew its password, may have prepared and not used
 * yet: chat-bot links, an unconfirmed authenticator key, a login that waits for its second step, a passkey
 * registration, a password reset, an unconfirmed e-mail change. Call it wherever the password is replaced or all
 * sessions end.
 */
export async function deletePendingCredentials(tx: Tx, userId: string): Promise<void> {
  await tx.delete(totpKeys).where(and(eq(totpKeys.userId, userId), isNull(totpKeys.confirmedAt)));
  await tx.delete(securityChallenges).where(eq(securityChallenges.userId, userId));
  const isReset = inArray(emailCodes.purpose, ["reset", "resetTicket"]);
  await tx.delete(emailCodes).where(and(eq(emailCodes.userId, userId), isReset));
  await tx.delete(emailChanges).where(and(eq(emailChanges.userId, userId), isNull(emailChanges.doneAt)));
  // a link is signed with the serial; a client who has linked nothing yet has serial 0 and no row
  await tx
    .insert(telegramChats)
    .values(telegramPurposes.map((purpose) => ({ userId, purpose, serial: 1 })))
    .onConflictDoUpdate({
      target: [telegramChats.userId, telegramChats.purpose],
      set: { serial: sql`${telegramChats.serial} + 1` },
    });
}
