import { and, eq, gte } from "drizzle-orm";
import { forgetBrowsers } from "#api/auth/browsers";
import { deletePendingCredentials } from "#api/auth/delete-pending-credentials";
import { noteSecurityEvent } from "#api/auth/events";
import { findNotMeLink } from "#api/auth/not-me-link";
import { hashPassword } from "#api/auth/passwords";
import { endSessions } from "#api/auth/sessions";
import { lockUser } from "#api/auth/user-of";
import { telegramChats } from "#api/db/schema/monitoring-notices";
import { partnerWallets } from "#api/db/schema/partners";
import { passkeys, recoveryCodes, totpKeys } from "#api/db/schema/security";
import { emailCodes, users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/security/index";

export const readNotMe = handle(contract.readNotMe, async ({ token }, context) => {
  const link = await findNotMeLink(context, context.db, token);
  if (!link) throw new ApiError(404, "notFound");
  return { isOpen: link.usedAt === null };
});

/** The email is created slightly after the event it reports, in the same transaction. */
const sameMomentMilliseconds = 60_000;

/**
 * Removes what an intruder may have added to an account since a moment; withdrawals to wallets added since need
 * confirmation by email again.
 */
async function removeAddedSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
  const added = await tx
    .delete(totpKeys)
    .where(and(eq(totpKeys.userId, userId), gte(totpKeys.confirmedAt, since)))
    .returning();
  if (added.length > 0) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .update(partnerWallets)
    .set({ confirmedAt: null })
    .where(and(eq(partnerWallets.userId, userId), gte(partnerWallets.createdAt, since)));
  await tx
    .update(telegramChats)
    .set({ chatId: null, linkedAt: null })
    .where(and(eq(telegramChats.userId, userId), gte(telegramChats.linkedAt, since)));
}

export const notMe = handle(contract.notMe, async ({ token }, context) => {
  // an intruder knows the password: it is replaced by a random one, and the owner sets a new one by email
  const passwordHash = await hashPassword(context, context.ids.secret());
  await transaction(context.db, async (tx) => {
    const found = await findNotMeLink(context, tx, token);
    if (!found) throw new ApiError(404, "notFound");
    const { userId } = found;
    await lockUser(tx, userId);
    const link = await findNotMeLink(context, tx, token);
    if (!link || link.usedAt) return;
    await tx.update(emailCodes).set({ usedAt: context.clock.now() }).where(eq(emailCodes.id, link.id));
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
    await endSessions(tx, userId, {});
    await forgetBrowsers(tx, userId);
    // first, so that no link is used in between
    await deletePendingCredentials(tx, userId);
    await removeAddedSince(tx, userId, new Date(link.createdAt.getTime() - sameMomentMilliseconds));
    await noteSecurityEvent(context, tx, { userId, kind: "notMe" });
  });
  return { ok: true } as const;
});
