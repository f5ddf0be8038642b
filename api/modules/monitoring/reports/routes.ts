import { and, desc, eq, gt, isNotNull, like } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import {
  monitoringReports as reports,
  monitoringReportsSent as sent,
} from "#api/db/schema/monitoring-notices";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Handler } from "#api/http/handle";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import { ownAccount, readOwnAccount } from "#api/modules/monitoring/accounts/own-account";
import { pagePath, recipientOf, shownRecipient } from "#api/modules/monitoring/recipients/invitation";
import { unsubscribeAddress } from "#api/modules/monitoring/unsubscribe/token";
import type { Language } from "#contract/languages";
import * as contract from "#contract/monitoring/notices";
import { composeReport, refreshedAccount } from "./compose-report";
import { dayIn, periodUpTo } from "./periods";
import { beginReport } from "./send";

const hour = 3_600_000;
const maxPerHour = 5;
const shownReports = 10;
const ok = { ok: true } as const;

type Choice = typeof reports.$inferSelect;

/** Returns the stored choice, or the default of an account: no reports, the viewer's language, UTC. */
async function choiceOf(
  tx: Database | Tx,
  accountId: string,
  language: Language,
  now: Date,
): Promise<Choice> {
  const [row] = await tx.select().from(reports).where(eq(reports.accountId, accountId));
  return row ?? { accountId, daily: false, weekly: false, monthly: false, language, zone: "UTC", since: now };
}

const readReports = handle(contract.readReports, async ({ monitoringId }, { db, client, clock, language }) =>
  transaction(db, async (tx) => {
    const account = await ownAccount(tx, client, monitoringId);
    const { daily, weekly, monthly, zone, ...choice } = await choiceOf(tx, account.id, language, clock.now());
    const [owner] = await tx.select({ email: users.email }).from(users).where(eq(users.id, client.id));
    const rows = await tx
      .select()
      .from(sent)
      .where(and(eq(sent.accountId, account.id), isNotNull(sent.sentAt)))
      .orderBy(desc(sent.begunAt))
      .limit(shownReports);
    return {
      daily,
      weekly,
      monthly,
      zone,
      language: choice.language,
      email: owner?.email ?? "",
      recipient: shownRecipient(await recipientOf(tx, account.id, "reports")),
      sent: rows.map(({ period, fromDay, toDay, sentAt, begunAt }) => ({
        period,
        from: fromDay,
        to: toDay,
        sentAt: (sentAt ?? begunAt).toISOString(),
      })),
    };
  }),
);

const setReports = handle(
  contract.setReports,
  async ({ monitoringId, language, zone, ...settings }, { db, client, clock }) => {
    await transaction(db, async (tx) => {
      const account = await ownAccount(tx, client, monitoringId);
      const before = await choiceOf(tx, account.id, language, clock.now());
      const { daily = false, weekly = false, monthly = false } = settings;
      // a report that was off does not cover periods before it was switched on
      const isMore = (daily && !before.daily) || (weekly && !before.weekly) || (monthly && !before.monthly);
      const choice = { daily, weekly, monthly, language, zone, since: isMore ? clock.now() : before.since };
      await tx
        .insert(reports)
        .values({ accountId: account.id, ...choice })
        .onConflictDoUpdate({ target: reports.accountId, set: choice });
    });
    return ok;
  },
);

const sendReport = handle(contract.sendReport, async ({ monitoringId, period }, deps) => {
  const { db, client, clock, language } = deps;
  await transaction(db, async (tx) => {
    const account = await ownAccount(tx, client, monitoringId);
    const now = clock.now();
    const choice = await choiceOf(tx, account.id, language, now);
    await tx.insert(reports).values(choice).onConflictDoNothing();
    const recent = await tx
      .select({ begunAt: sent.begunAt })
      .from(sent)
      .where(
        and(
          eq(sent.accountId, account.id),
          like(sent.occasion, "asked %"),
          gt(sent.begunAt, new Date(now.getTime() - hour)),
        ),
      )
      .orderBy(sent.begunAt);
    const [oldest] = recent;
    if (oldest && recent.length >= maxPerHour) {
      const count = Math.ceil((oldest.begunAt.getTime() + hour - now.getTime()) / 1000);
      throw new ApiError(429, "tooManyTries", {
        details: { count },
        headers: { "retry-after": String(count) },
      });
    }
    const span = periodUpTo(period, dayIn(choice.zone, now));
    await beginReport(deps, tx, {
      accountId: account.id,
      period,
      span,
      occasion: `asked ${now.toISOString()}`,
    });
  });
  return ok;
});

const previewReport = handle(contract.previewReport, async ({ monitoringId, period }, deps) => {
  const { db, client, clock, language, settings } = deps;
  const { id } = await readOwnAccount(db, client, monitoringId);
  const account = await refreshedAccount(db, id);
  if (!account) throw new ApiError(404, "notFound");
  const { zone } = await choiceOf(db, account.id, language, clock.now());
  const [owner] = await db.select({ name: users.name }).from(users).where(eq(users.id, client.id));
  const span = periodUpTo(period, dayIn(zone, clock.now()));
  const render = await composeReport(deps, { account, period, ...span, language, zone });
  const unsubscribe = unsubscribeAddress(settings, account.id, "reports");
  // an email carries the picture as an attachment; a page loads the same one from the account's page
  const image = `${pagePath(account, undefined)}/picture.png`;
  const { html } = render({ name: owner?.name ?? "", unsubscribe, image });
  return new Response(html, {
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
});

export const reportRoutes: readonly Handler[] = [readReports, setReports, previewReport, sendReport];
