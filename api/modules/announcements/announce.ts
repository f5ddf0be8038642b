import type { SQL } from "drizzle-orm";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import type { ListPart } from "#api/db/keyset";
import { announcementRecipients, announcements } from "#api/db/schema/announcements";
import { users } from "#api/db/schema/users";
import { rates } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { renderEmail } from "#api/email/render";
import { OperatorError } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { textNamed } from "#api/lib/translations";
import { enqueue } from "#api/queue/enqueue";
import type { Language } from "#contract/languages";
import { languages } from "#contract/languages";
import { announcementText, sentLanguages, textColumns } from "./announcement-text";
import type { SegmentCount } from "./segment";
import { inSegment, previewSegment, segmentInput } from "./segment";
import { sendAnnouncementJob } from "./send";

/** Emails to all clients or to a segment: preview, send, list, cancel. */

const subject = z.string().check(z.trim(), z.minLength(1), z.maxLength(140));
const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(10_000));

const announcementFields = z.extend(segmentInput, {
  subjectEn: z._default(z.string(), ""),
  textEn: z._default(z.string(), ""),
  subjectRu: z._default(z.string(), ""),
  textRu: z._default(z.string(), ""),
});

/** Requires the subject and text of each language that is sent, and a plan with the segment `plan` only. */
const isComplete = z.check<z.output<typeof announcementFields>>(({ value, issues }) => {
  for (const language of sentLanguages(value)) {
    const [subjectName, textName] = textColumns[language];
    for (const [name, schema] of [
      [subjectName, subject],
      [textName, text],
    ] as const) {
      const { data, success } = schema.safeParse(value[name]);
      if (success) value[name] = data;
      else issues.push({ code: "custom", path: [name], message: "specifyText", input: value[name] });
    }
  }
  const { segment, plan } = value;
  if ((segment === "plan") === Boolean(plan)) return;
  const message = plan ? "planWithoutSegment" : "segmentWithoutPlan";
  issues.push({ code: "custom", path: ["plan"], message, input: plan });
});

export const announcementInput = announcementFields.check(isComplete);
export type AnnouncementInput = z.output<typeof announcementInput>;

export const announcementDrafts = ["breach", "change"] as const;
export const draftInput = z.object({ draft: z.enum(announcementDrafts), language: z.enum(languages) });

/** Returns a draft; text in [brackets] is to be filled in. */
export const draftOf = ({ draft, language }: z.output<typeof draftInput>) => ({
  subject: textNamed("announcements", language, `${draft}Subject`),
  text: textNamed("announcements", language, `${draft}Text`),
});

type PreviewedEmail = { language: Language; subject: string; text: string; html: string };
type Preview = SegmentCount & { emails: PreviewedEmail[] };

/** Returns the number of recipients, and the email in each language that is sent, as its first recipient gets it. */
export async function previewAnnouncement(
  { settings }: Pick<Deps, "settings">,
  db: Database | Tx,
  input: AnnouncementInput,
): Promise<Preview> {
  const frame = { origin: settings.publicOrigin, brand: settings.brand };
  const { names, ...count } = await previewSegment(db, input);
  const emails = sentLanguages(input).map((language) => {
    const values = { name: names[language], ...announcementText(input, language) };
    return { language, ...renderEmail("announcement", language, values, frame) };
  });
  return { ...count, emails };
}

const sendFields = z.extend(announcementFields, {
  /** The number of recipients in the preview: if it has changed, nothing is sent. */
  count: z.coerce.number().check(z.int(), z.minimum(1)),
  perMinute: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000)), 100),
});
export const sendAnnouncementInput = sendFields.check(isComplete);

/**
 * Selects the recipients and starts sending.
 *
 * @throws a message for the operator: a bracket that was not filled in, or a number of clients other than the
 * expected one
 */
export async function sendAnnouncement(
  deps: Pick<Deps, "clock" | "ids">,
  tx: Tx,
  { count: expected, ...input }: z.output<typeof sendAnnouncementInput>,
  author: string,
): Promise<{ id: string; count: number }> {
  const open = sentLanguages(input)
    .flatMap((language) => Object.values(announcementText(input, language)))
    .map((field) => /\[[^\]]+\]/.exec(field)?.[0])
    .find(Boolean);
  if (open) throw new OperatorError("announcementBracket", { what: open });
  const { id, count } = await startAnnouncement(deps, tx, { ...input, author }, inSegment(tx, input));
  if (count !== expected) throw new OperatorError("announcementCountDiffers", { count, expected });
  return { id, count };
}

type NewAnnouncement = Omit<typeof announcements.$inferInsert, "id" | "createdAt">;

/** Stores an announcement with its recipients, and starts sending. Returns the number of recipients. */
export async function startAnnouncement(
  deps: Pick<Deps, "clock" | "ids">,
  tx: Tx,
  announcement: NewAnnouncement,
  recipients: SQL | undefined,
): Promise<{ id: string; count: number }> {
  const id = deps.ids.id();
  await tx.insert(announcements).values({ ...announcement, id, createdAt: deps.clock.now() });
  const chosen = tx
    .select({
      announcementId: sql<string>`${id}`.as("announcement_id"),
      userId: users.id,
      claimedAt: sql<Date | null>`null::timestamptz`.as("taken_at"),
      outcome: sql<null>`null`.as("outcome"),
      failures: sql<number>`0`.as("failures"),
    })
    .from(users)
    .where(recipients);
  const { rowCount } = await tx.insert(announcementRecipients).select(chosen);
  await enqueue(tx, sendAnnouncementJob, { id }, { key: id });
  return { id, count: rowCount ?? 0 };
}

export type AnnouncementRow = Omit<typeof announcements.$inferSelect, "textEn" | "textRu"> & {
  state: "sending" | "sent" | "cancelled";
  recipients: number;
  sent: number;
  /** Recipients whose emails have bounced since they were selected. */
  stopped: number;
  /** The mail server rejected every attempt. */
  failed: number;
  /** A process died while handing it over; it is not sent again. */
  unsure: number;
  /** The name of the plan that its segment is of. */
  planName: string | null;
};

/** Returns some of the announcements with their progress. */
export async function listAnnouncements(
  db: Database | Tx,
  { condition, order, limit, place }: ListPart,
): Promise<(AnnouncementRow & { place: string[] })[]> {
  // chosen first, so that only the recipients of these are counted
  const listed = db
    .select({ id: announcements.id })
    .from(announcements)
    .where(condition)
    .orderBy(...order)
    .limit(limit);
  const outcome = (name: string) =>
    sql<number>`count(*) filter (where ${announcementRecipients.outcome} = ${name})`;
  const rows = await db
    .select({
      row: announcements,
      place,
      recipients: sql<number>`count(${announcementRecipients.userId})`,
      sent: outcome("sent"),
      stopped: outcome("stopped"),
      failed: outcome("failed"),
      planName: sql<
        string | null
      >`(select ${rates.name} from ${rates} where ${rates.id} = ${announcements.plan})`,
      unsure: sql<number>`count(*) filter (where ${announcementRecipients.outcome} is null and ${announcementRecipients.claimedAt} is not null)`,
    })
    .from(announcements)
    .leftJoin(announcementRecipients, eq(announcementRecipients.announcementId, announcements.id))
    .where(inArray(announcements.id, listed))
    .groupBy(announcements.id)
    .orderBy(...order);
  return rows.map(({ row: { textEn, textRu, ...row }, ...counts }) => ({
    ...row,
    ...counts,
    state: row.cancelledAt ? "cancelled" : row.finishedAt ? "sent" : "sending",
  }));
}

export const cancelAnnouncementInput = z.object({ id: z.string() });

/** Stops sending. Returns the number of clients who do not get it. */
export async function cancelAnnouncement(
  { clock }: Pick<Deps, "clock">,
  tx: Tx,
  { id }: z.output<typeof cancelAnnouncementInput>,
): Promise<{ left: number }> {
  const [cancelled] = await tx
    .update(announcements)
    .set({ cancelledAt: clock.now() })
    .where(and(eq(announcements.id, id), isNull(announcements.finishedAt), isNull(announcements.cancelledAt)))
    .returning();
  if (!cancelled) throw new ApiError(404, "notFound");
  const remaining = await tx.$count(
    announcementRecipients,
    and(eq(announcementRecipients.announcementId, id), isNull(announcementRecipients.claimedAt)),
  );
  return { left: remaining };
}
