import { and, eq, isNull, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { staffNotices, staffRecipients } from "#api/db/schema/staff";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { sendMail } from "#api/email/send";
import { requestJson } from "#api/integrations/request-json";
import { signedHeaders } from "#api/integrations/signature";
import { enqueue } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import type { WaitingKind } from "#contract/admin/waiting";
import { waitingKinds } from "#contract/admin/waiting";
import type { Language } from "#contract/languages";
import { countWaiting } from "./count-waiting";
import type { NoticeReason, SentItem } from "./staff-text";
import { noticeReasons, staffText } from "./staff-text";
import { waitingItems } from "./waiting";
import type { WaitingItem } from "./waiting-item";
import { detailsOf } from "./waiting-item";
import { comparePlaces } from "./waiting-order";
import { isIncluded, isNoticeOf, waitingRows } from "./waiting-rows";

/** Staff are reminded when this much of a promised time is left. */
const reminderHours = 8;
/** Kinds whose items have a promised time. */
const promisedKinds = ["testServer", "withdrawal"] as const;
/** Maximum number of items named in one message; further ones are only counted. */
const namedAtMost = 20;

const sentItem = z.object({
  kind: z.string(),
  id: z.string(),
  since: z.string(),
  dueAt: z.nullable(z.string()),
  client: z.nullable(z.string()),
  about: z.string(),
});

/** Sends one message to one recipient. */
export const sendStaffNotice = job(
  "staff.send",
  z.object({
    recipientId: z.int(),
    reason: z.enum(noticeReasons),
    items: z.array(sentItem),
    total: z.int(),
  }),
  async ({ recipientId, reason, items, total }, deps) => {
    const [recipient] = await deps.db
      .select()
      .from(staffRecipients)
      .where(eq(staffRecipients.id, recipientId));
    if (!recipient) return;
    const { channel, address, language } = recipient;
    const named = items as SentItem[];
    const { subject, text } = staffText(language, deps.settings.brand.name, { reason, items: named, total });
    if (channel === "email")
      return transaction(deps.db, (tx) =>
        sendMail(deps, tx, {
          to: address,
          language,
          template: "staffNotice",
          values: { name: "", subject, text },
        }),
      );
    if (channel === "telegram") {
      if (!deps.bot) throw new Error("a chat of the staff, and no bot: TELEGRAM_BOT_TOKEN is missing");
      if ((await deps.bot.send(address, `${subject}\n\n${text}`)) === "gone")
        deps.log.error({ recipientId }, "a chat of the staff is gone");
      return;
    }
    const { staffWebhookSecret } = deps.settings;
    if (!staffWebhookSecret) throw new Error("a webhook of the staff, and no STAFF_WEBHOOK_SECRET");
    const body = JSON.stringify({ reason, total, items });
    await requestJson("the webhook of the staff", address, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...signedHeaders(staffWebhookSecret, body, deps.clock.now()),
      },
      body,
    });
  },
);

const asSent = (
  { kind, id, since, dueAt, client, ...details }: WaitingItem,
  language: Language,
): SentItem => ({
  kind,
  id,
  client,
  about: detailsOf(details, language),
  since: since.toISOString(),
  dueAt: dueAt?.toISOString() ?? null,
});

type Recipient = typeof staffRecipients.$inferSelect;
type Message = { reason: NoticeReason; items: readonly WaitingItem[]; total: number };

/** Returns the recipients of digests or of immediate messages, by address: a row for each kind it is subscribed to. */
async function recipientsByAddress(tx: Tx, isDigest: boolean): Promise<Recipient[][]> {
  const recipients = await tx.select().from(staffRecipients).where(eq(staffRecipients.isDigest, isDigest));
  const byAddress = new Map<string, Recipient[]>();
  for (const recipient of recipients) {
    const key = `${recipient.channel} ${recipient.address}`;
    byAddress.set(key, [...(byAddress.get(key) ?? []), recipient]);
  }
  return [...byAddress.values()];
}

/** Enqueues a message to an address if there is something to say. Nothing is sent unless `tx` commits. */
async function enqueueNotice(
  tx: Tx,
  [first]: readonly Recipient[],
  { reason, items, total }: Message,
): Promise<void> {
  if (!first || items.length === 0) return;
  const named = items.slice(0, namedAtMost).map((item) => asSent(item, first.language));
  await enqueue(tx, sendStaffNotice, { recipientId: first.id, reason, items: named, total });
}

/** The first items of a kind that staff is notified of now, and how many there are. */
type Noted = { kind: WaitingKind; items: readonly WaitingItem[]; count: number };

/** Enqueues one message per address subscribed to some of these kinds. */
async function enqueueNotices(tx: Tx, reason: NoticeReason, noted: readonly Noted[]): Promise<void> {
  if (noted.length === 0) return;
  for (const rows of await recipientsByAddress(tx, false)) {
    const matching = noted.filter(({ kind }) => rows.some((row) => row.kind === kind));
    const items = matching.flatMap((one) => one.items).sort(comparePlaces);
    const total = matching.reduce((sum, { count }) => sum + count, 0);
    await enqueueNotice(tx, rows, { reason, items, total });
  }
}

/**
 * Notifies staff of items that began to wait since the last run, and once more when little is left of a promised
 * time.
 */
export const notifyStaff = job("staff.notify", z.object({}), (_, { clock, db }) =>
  transaction(db, async (tx) => {
    // the lock prevents concurrent runs from sending the same notice twice
    await tx.execute(sql`lock table ${staffNotices} in share row exclusive mode`);
    const now = clock.now();
    await deletePastNotices(tx);
    // reminded first, so that an item that is new and due soon gets one notice
    await enqueueNotices(tx, "reminder", await noteReminded(tx, now));
    await enqueueNotices(tx, "new", await noteNew(tx, now));
  }),
);

/**
 * Sends what is waiting, once a day, to the recipients who chose the digest: the first items, and how many more there
 * are.
 */
export const sendStaffDigest = job("staff.digest", z.object({}), (_, deps) =>
  transaction(deps.db, async (tx) => {
    const recipients = await recipientsByAddress(tx, true);
    if (recipients.length === 0) return;
    const counts = await countWaiting(tx);
    for (const rows of recipients) {
      const kinds = rows.map(({ kind }) => kind);
      const items = await waitingItems(tx, { kinds, limit: namedAtMost });
      const total = kinds.reduce((sum, kind) => sum + counts[kind], 0);
      await enqueueNotice(tx, rows, { reason: "digest", items, total });
    }
  }),
);

/** Deletes the notices of items that no longer wait. */
async function deletePastNotices(tx: Tx): Promise<void> {
  for (const kind of waitingKinds) {
    const waiting = sql`select from ${waitingRows[kind].from} where ${and(isIncluded(kind, {}), isNoticeOf(kind))}`;
    await tx.delete(staffNotices).where(and(eq(staffNotices.kind, kind), sql`not exists (${waiting})`));
  }
}

/** Stores notices of the items that have none; returns the first of each kind and how many there are. */
async function noteNew(tx: Tx, now: Date): Promise<Noted[]> {
  const noted: Noted[] = [];
  for (const kind of waitingKinds) {
    const items = await waitingItems(tx, { kinds: [kind], lacks: "notice", limit: namedAtMost });
    if (items.length === 0) continue;
    const { from, columns, since } = waitingRows[kind];
    const { rowCount } = await tx.execute(sql`
      insert into ${staffNotices} (kind, item_id, since, noticed_at)
      select ${kind}, ${columns.at(-1)}, ${since}, ${now.toISOString()}::timestamptz from ${from}
      where ${isIncluded(kind, { lacks: "notice" })}`);
    if (promisedKinds.some((one) => one === kind)) await markReminded(tx, kind, now);
    noted.push({ kind, items, count: rowCount ?? 0 });
  }
  return noted;
}

/** Returns the end of the promised times of which staff is reminded now. */
const remindedBefore = (now: Date) => new Date(now.getTime() + reminderHours * 3_600_000 + 1);

/** Marks the items of a kind that are due soon as reminded; returns how many had no reminder. */
async function markReminded(tx: Tx, kind: WaitingKind, now: Date): Promise<number> {
  const dueBefore = remindedBefore(now);
  const due = sql`select from ${waitingRows[kind].from} where ${and(isIncluded(kind, { dueBefore }), isNoticeOf(kind))}`;
  const { rowCount } = await tx
    .update(staffNotices)
    .set({ remindedAt: now })
    .where(and(eq(staffNotices.kind, kind), isNull(staffNotices.remindedAt), sql`exists (${due})`));
  return rowCount ?? 0;
}

/** Marks the items that are due soon and have had no reminder; returns the first of each kind and how many there are. */
async function noteReminded(tx: Tx, now: Date): Promise<Noted[]> {
  const dueBefore = remindedBefore(now);
  const noted: Noted[] = [];
  for (const kind of promisedKinds) {
    const filter = { lacks: "reminder", dueBefore } as const;
    const items = await waitingItems(tx, { kinds: [kind], ...filter, limit: namedAtMost });
    if (items.length === 0) continue;
    noted.push({ kind, items, count: await markReminded(tx, kind, now) });
  }
  return noted;
}
