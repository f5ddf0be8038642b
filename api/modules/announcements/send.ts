import { and, asc, eq, isNull } from "drizzle-orm";
import * as z from "zod/mini";
import { announcementRecipients, announcements } from "#api/db/schema/announcements";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { isStopped } from "#api/email/bounces";
import { deliverMail } from "#api/email/send";
import { enqueue } from "#api/queue/enqueue";
import type { Job } from "#api/queue/job";
import { job } from "#api/queue/job";
import { announcementText } from "./announcement-text";

type Announcement = typeof announcements.$inferSelect;

const pauseMs = 60_000;
/** Attempts per recipient, so that one address does not block all others. */
const mostFailures = 3;

async function running(deps: Deps, id: string): Promise<Announcement | null> {
  const [row] = await deps.db
    .select()
    .from(announcements)
    .where(
      and(eq(announcements.id, id), isNull(announcements.finishedAt), isNull(announcements.cancelledAt)),
    );
  return row ?? null;
}

/**
 * Sends a minute's quota of emails, then enqueues a job for the next minute. A recipient is marked as taken in a
 * separate transaction before the email is handed over: a worker that dies in between may have sent it, so it is not
 * sent again.
 */
export const sendAnnouncementJob: Job<{ id: string }> = job(
  "announcements.send",
  z.object({ id: z.string() }),
  async ({ id }, deps) => {
    const first = await running(deps, id);
    if (!first) return;
    for (let done = 0; done < first.perMinute; done++) {
      // it may be cancelled meanwhile
      const announcement = done === 0 ? first : await running(deps, id);
      if (!announcement) return;
      const userId = await take(deps, id);
      if (userId === null) return finish(deps, id);
      await deliver(deps, announcement, userId);
    }
    const startAfter = new Date(deps.clock.now().getTime() + pauseMs);
    await transaction(deps.db, (tx) => enqueue(tx, sendAnnouncementJob, { id }, { key: id, startAfter }));
  },
  { lane: "slow" },
);

const ofRecipient = (id: string, userId: string) =>
  and(eq(announcementRecipients.announcementId, id), eq(announcementRecipients.userId, userId));

/** Locks and returns the next recipient; null if there is none left. */
const take = ({ db, clock }: Deps, id: string): Promise<string | null> =>
  transaction(db, async (tx) => {
    const [next] = await tx
      .select({ userId: announcementRecipients.userId })
      .from(announcementRecipients)
      .where(and(eq(announcementRecipients.announcementId, id), isNull(announcementRecipients.claimedAt)))
      .orderBy(asc(announcementRecipients.failures), asc(announcementRecipients.userId))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!next) return null;
    await tx
      .update(announcementRecipients)
      .set({ claimedAt: clock.now() })
      .where(ofRecipient(id, next.userId));
    return next.userId;
  });

async function deliver(deps: Deps, announcement: Announcement, userId: string): Promise<void> {
  const { id } = announcement;
  const note = (values: Partial<typeof announcementRecipients.$inferInsert>) =>
    deps.db.update(announcementRecipients).set(values).where(ofRecipient(id, userId));
  const [client] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (!client || (await isStopped(deps.db, client.email))) return void (await note({ outcome: "stopped" }));
  const { name, email: to } = client;
  // the client may have changed the language since; the other one may have no text
  const language = announcement.language ?? client.language;
  try {
    await deliverMail(deps, {
      id: `${id}-${userId}`,
      to,
      language,
      template: "announcement",
      values: { name, ...announcementText(announcement, language) },
    });
  } catch (error) {
    // the mail server rejected it or did not answer: it was not sent
    const [row] = await deps.db.select().from(announcementRecipients).where(ofRecipient(id, userId));
    const failures = (row?.failures ?? 0) + 1;
    const hasFailed = failures >= mostFailures;
    await note({ failures, ...(hasFailed ? { outcome: "failed" } : { claimedAt: null }) });
    if (hasFailed) return deps.log.warn({ id, userId, err: error }, "an announcement was not taken");
    throw error;
  }
  await note({ outcome: "sent" });
}

async function finish({ db, clock }: Deps, id: string): Promise<void> {
  await db
    .update(announcements)
    .set({ finishedAt: clock.now() })
    .where(and(eq(announcements.id, id), isNull(announcements.cancelledAt)));
}
