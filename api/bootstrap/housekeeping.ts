import { and, desc, eq, inArray, lt, lte, or } from "drizzle-orm";
import * as z from "zod/mini";
import { idempotencyKeys } from "#api/db/schema/balance";
import { sentEmails } from "#api/db/schema/email";
import { emailChanges } from "#api/db/schema/profile";
import { failedRequests, requestCounts } from "#api/db/schema/requests";
import { securityEvents, signedInBrowsers } from "#api/db/schema/security";
import { staffSessions, staffViews } from "#api/db/schema/staff";
import { ticketFiles, tickets } from "#api/db/schema/support";
import { emailCodes, rateLimitCounters, sessions } from "#api/db/schema/users";
import type { Deps } from "#api/deps";
import { sentEmailDays } from "#api/email/sent";
import { job } from "#api/queue/job";
import { dayMilliseconds } from "#contract/day";

/** Nobody retries a request after this time. */
const keysLiveMilliseconds = 30 * dayMilliseconds;

/** A browser not seen for this time counts as new. */
const browsersLiveMilliseconds = 400 * dayMilliseconds;

/** After this time nobody sees an item that staff opened as being worked on. */
const viewsLiveMilliseconds = dayMilliseconds;

/** Days that request counts and failed requests are kept, and how many of the latter. */
const requestDays = 7;
export const failuresKept = 10_000;

/** Promised by the privacy policy (`locales/en/pages/privacy-policy.md`, section 1). */
const activityYears = 1;
const ticketYears = 3;
const ticketsAtOnce = 100;

function yearsBefore(now: Date, years: number): Date {
  const moment = new Date(now);
  moment.setUTCFullYear(moment.getUTCFullYear() - years);
  return moment;
}

/**
 * Deletes expired data: sessions, codes, rate-limit counters, idempotency keys, and activity, sent e-mails and
 * tickets past their retention.
 */
export const housekeeping = job("housekeeping", z.object({}), async (_, deps) => {
  const { db, clock } = deps;
  const now = clock.now();
  await db.delete(securityEvents).where(lt(securityEvents.at, yearsBefore(now, activityYears)));
  await removeOldTickets(deps);
  const firstListed = new Date(now.getTime() - sentEmailDays * dayMilliseconds);
  await db.delete(sentEmails).where(lt(sentEmails.sentAt, firstListed));
  await db.delete(sessions).where(lt(sessions.endsAt, now));
  await db.delete(staffSessions).where(lt(staffSessions.endsAt, now));
  await db.delete(staffViews).where(lt(staffViews.at, new Date(now.getTime() - viewsLiveMilliseconds)));
  await db.delete(emailCodes).where(lt(emailCodes.endsAt, now));
  await db.delete(emailChanges).where(lt(emailChanges.endsAt, now));
  await db
    .delete(signedInBrowsers)
    .where(lt(signedInBrowsers.lastSeenAt, new Date(now.getTime() - browsersLiveMilliseconds)));
  await db
    .delete(requestCounts)
    .where(lt(requestCounts.minute, new Date(now.getTime() - requestDays * dayMilliseconds)));
  await removeOldFailures(deps);
  await db.delete(rateLimitCounters).where(lt(rateLimitCounters.endsAt, now));
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - keysLiveMilliseconds)));
});

/** Deletes logs of failed requests past their retention, and the oldest beyond the limit. */
async function removeOldFailures({ db, clock }: Deps): Promise<void> {
  const since = new Date(clock.now().getTime() - requestDays * dayMilliseconds);
  const [kept] = await db
    .select({ id: failedRequests.id })
    .from(failedRequests)
    .orderBy(desc(failedRequests.id))
    .offset(failuresKept)
    .limit(1);
  await db
    .delete(failedRequests)
    .where(or(lt(failedRequests.at, since), kept && lte(failedRequests.id, kept.id)));
}

/** Deletes files first: if the process is killed midway, the rows let the next run find the rest. */
async function removeOldTickets({ db, clock, files }: Deps): Promise<void> {
  const isOld = and(
    eq(tickets.status, "closed"),
    lt(tickets.lastMessageAt, yearsBefore(clock.now(), ticketYears)),
  );
  const old = await db.select({ id: tickets.id }).from(tickets).where(isOld).limit(ticketsAtOnce);
  if (old.length === 0) return;
  const ids = old.map(({ id }) => id);
  const referenced = await db
    .select({ storeId: ticketFiles.storeId })
    .from(ticketFiles)
    .where(inArray(ticketFiles.ticketId, ids));
  for (const { storeId } of referenced) await files.remove(storeId);
  await db.delete(tickets).where(and(inArray(tickets.id, ids), isOld));
}
