import { eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import {
  monitoringRecipients as recipients,
  monitoringReports as reports,
  monitoringAlertWays as ways,
} from "#api/db/schema/monitoring-notices";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { Handler } from "#api/http/handle";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import type { Settings } from "#api/lib/settings";
import * as contract from "#contract/monitoring/notices";
import { readToken } from "./token";

/** Returns what a link stops, and the account it concerns. Throws 404 for an invalid token. */
async function find(db: Database, settings: Settings, token: string) {
  const read = readToken(settings, token);
  if (!read) throw new ApiError(404, "unsubscribeInvalid");
  const isRecipient = read.kind === "recipient";
  const [recipient] = isRecipient ? await db.select().from(recipients).where(eq(recipients.id, read.id)) : [];
  const accountId = recipient?.accountId ?? read.id;
  const [account] = await db
    .select({ name: accounts.name, language: users.language })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(eq(accounts.id, accountId));
  if (!account || (isRecipient && !recipient)) throw new ApiError(404, "unsubscribeInvalid");
  const letters = recipient?.letters ?? (read.kind === "reports" ? "reports" : "alerts");
  return { accountId, letters, recipient, account } as const;
}

const readUnsubscribe = handle(contract.readUnsubscribe, async ({ token }, { db, settings }) => {
  const { accountId, letters, recipient, account } = await find(db, settings, token);
  const [report] = await db.select().from(reports).where(eq(reports.accountId, accountId));
  const [way] = await db.select().from(ways).where(eq(ways.accountId, accountId));
  const own = letters === "reports" ? report?.daily || report?.weekly || report?.monthly : way?.byEmail;
  const isSubscribed = recipient ? !recipient.stoppedAt : own;
  return { letters, accountName: account.name, stopped: !isSubscribed, isRecipient: recipient !== undefined };
});

/**
 * Redirects a link opened from an email to the page with a button, in the email's language. The GET stops nothing,
 * because link scanners send it too.
 */
const openUnsubscribe = handle(contract.openUnsubscribe, async ({ token }, { db, settings }) => {
  const found = await find(db, settings, token).catch(() => null);
  const language = found ? `?language=${found.account.language}` : "";
  const location = `${settings.publicOrigin}/online-monitoring/unsubscribe/${token}${language}`;
  return new Response(null, { status: 303, headers: { location } });
});

const unsubscribe = handle(contract.unsubscribe, async ({ token }, { db, settings, clock }) => {
  const { accountId, letters, recipient } = await find(db, settings, token);
  await transaction(db, async (tx) => {
    if (recipient)
      await tx.update(recipients).set({ stoppedAt: clock.now() }).where(eq(recipients.id, recipient.id));
    else if (letters === "reports") {
      const none = { daily: false, weekly: false, monthly: false };
      await tx.update(reports).set(none).where(eq(reports.accountId, accountId));
    } else await tx.update(ways).set({ byEmail: false }).where(eq(ways.accountId, accountId));
  });
  return { ok: true };
});

export const unsubscribeRoutes: readonly Handler[] = [readUnsubscribe, openUnsubscribe, unsubscribe];
