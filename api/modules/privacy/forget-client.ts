import { eq, sql } from "drizzle-orm";
import { nobodysHash } from "#api/auth/passwords";
import { idempotencyKeys } from "#api/db/schema/balance";
import { billingDetails } from "#api/db/schema/books";
import { mailReturns, sentEmails } from "#api/db/schema/email";
import { monitoringAccounts, monitoringSubscriptions } from "#api/db/schema/monitoring";
import { telegramChats } from "#api/db/schema/monitoring-notices";
import { clientNotes } from "#api/db/schema/operator";
import { partnerClicks, partnerWallets, partnerWithdrawals } from "#api/db/schema/partners";
import { emailChanges } from "#api/db/schema/profile";
import { promoCodes, promoReservations } from "#api/db/schema/promo-codes";
import * as security from "#api/db/schema/security";
import { alerts, emailCodes, sessions, users } from "#api/db/schema/users";
import { servers, testServerRequests } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";

type User = typeof users.$inferSelect;

/** A domain that cannot exist (RFC 2606), so nothing is ever sent there. */
const anonymousEmail = (userId: string) => `deleted-${userId}@deleted.invalid`.toLowerCase();

/**
 * Tables whose rows of a client are deleted with the account. A test fails if a table with client data is neither
 * here nor in the list of tables kept for a reason.
 */
export const clientTables = [
  sessions,
  emailCodes,
  alerts,
  emailChanges,
  security.securityEvents,
  security.knownDevices,
  security.signedInBrowsers,
  security.totpKeys,
  security.recoveryCodes,
  security.passkeys,
  security.securityChallenges,
  telegramChats,
  clientNotes,
  sentEmails,
  idempotencyKeys,
  promoReservations,
  monitoringSubscriptions,
  billingDetails,
] as const;

/**
 * Removes a client's personal data from everything except payments and the append-only log of staff actions, and
 * every way into the account.
 */
export async function forgetClient(deps: Deps, tx: Tx, user: User): Promise<void> {
  const { id: userId, email } = user;
  const now = deps.clock.now();
  const address = anonymousEmail(userId);
  await tx
    .update(users)
    .set({
      email: address,
      emailVerifiedAt: null,
      name: "",
      passwordHash: nobodysHash(deps),
      timeZone: null,
      avatarFileId: null,
      referralCode: `-${userId}`,
      partnerAllowed: false,
      monitoringAllowed: false,
      skippedSteps: [],
      deletedAt: now,
    })
    .where(eq(users.id, userId));
  for (const table of clientTables) await tx.delete(table).where(eq(table.userId, userId));
  await tx.delete(partnerClicks).where(eq(partnerClicks.partnerId, userId));
  await tx.update(partnerWithdrawals).set({ walletId: null }).where(eq(partnerWithdrawals.userId, userId));
  await tx.delete(partnerWallets).where(eq(partnerWallets.userId, userId));
  // a used code is referenced by payments: it stays, without the client's chosen name
  await tx
    .update(promoCodes)
    .set({ name: sql`${promoCodes.id}`, deletedAt: now })
    .where(eq(promoCodes.userId, userId));
  await tx.update(servers).set({ comment: "" }).where(eq(servers.userId, userId));
  await tx.update(testServerRequests).set({ comment: "" }).where(eq(testServerRequests.userId, userId));
  // hides the pages while the job removes them
  await tx
    .update(monitoringAccounts)
    .set({ visibility: "private" })
    .where(eq(monitoringAccounts.userId, userId));
  await tx.delete(mailReturns).where(eq(mailReturns.address, email.toLowerCase()));
}
