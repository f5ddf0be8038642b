import { eq } from "drizzle-orm";
import type { Verb } from "#api/calls/verb";
import { verb } from "#api/calls/verb";
import type { Database } from "#api/db/connect";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { monitoringReports as reports, monitoringAlertWays as ways } from "#api/db/schema/monitoring-notices";
import { users } from "#api/db/schema/user";
import { transaction } from "#api/db/transaction";
import { Refusal } from "#api/values/refusal";
import type { Settings } from "#api/values/settings";
import * as contract from "#contract/monitoring/notices";
import { readToken } from "./token";

async function find(db: Database, settings: Settings, token: string) {
  const read = readToken(settings, token);
  const [account] = read ? await db.select().from(accounts).where(eq(accounts.id, read.accountId)) : [];
  if (!read || !account) throw new Refusal(404, "unsubscribeInvalid");
  return { ...read, accountName: account.name };
}

const readUnsubscribe = verb(contract.readUnsubscribe, async ({ token }, { db, settings }) => {
  const { accountId, letters, accountName } = await find(db, settings, token);
  const [report] = await db.select().from(reports).where(eq(reports.accountId, accountId));
  const [way] = await db.select().from(ways).where(eq(ways.accountId, accountId));
  const goes = letters === "reports" ? report?.daily || report?.weekly || report?.monthly : way?.byEmail;
  return { letters, accountName, stopped: !goes };
});

/** A link of the letter, opened: the page with a button, in the letter's language. A link scanner's GET must not stop anything. */
const openUnsubscribe = verb(contract.openUnsubscribe, async ({ token }, { db, settings }) => {
  const accountId = readToken(settings, token)?.accountId ?? "";
  const [owner] = await db
    .select({ language: users.language })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(eq(accounts.id, accountId));
  const language = owner ? `?language=${owner.language}` : "";
  const location = `${settings.publicOrigin}/online-monitoring/unsubscribe/${token}${language}`;
  return new Response(null, { status: 303, headers: { location } });
});

const unsubscribe = verb(contract.unsubscribe, async ({ token }, { db, settings }) => {
  const { accountId, letters } = await find(db, settings, token);
  await transaction(db, async (tx) => {
    if (letters === "reports") {
      const none = { daily: false, weekly: false, monthly: false };
      await tx.update(reports).set(none).where(eq(reports.accountId, accountId));
    } else await tx.update(ways).set({ byEmail: false }).where(eq(ways.accountId, accountId));
  });
  return { ok: true };
});

export const unsubscribeVerbs: readonly Verb[] = [readUnsubscribe, openUnsubscribe, unsubscribe];
