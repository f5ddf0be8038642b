import { and, eq, isNull, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { staffNotices, staffRecipients } from "#api/db/schema/staff";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sendMail } from "#api/email/send";
import { requestJson } from "#api/integrations/request-json";
import { signedHeaders } from "#api/integrations/signature";
import { enqueue } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import type { Language } from "#contract/languages";
import { countWaiting } from "./count-waiting";
import type { NoticeReason, SentItem } from "./staff-text";
import { noticeReasons, staffText } from "./staff-text";
import { waitingItems } from "./waiting";
import type { WaitingItem } from "./waiting-item";
import { detailsOf } from "./waiting-item";

/** Staff are reminded when this much of a promised time is left. */
const reminderHours = 8;
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

/** Enqueues one message per address subscribed to some of these items. */
async function enqueueNotices(tx: Tx, reason: NoticeReason, items: readonly WaitingItem[]): Promise<void> {
  if (items.length === 0) return;
  for (const rows of await recipientsByAddress(tx, false)) {
    const matchingItems = items.filter(({ kind }) => rows.some((row) => row.kind === kind));
    await enqueueNotice(tx, rows, { reason, items: matchingItems, total: matchingItems.length });
  }
}

/**
 * Notifies staff of items that began to wait since the last run, and once more when little is left of a promised
 * time.
 */
export const notifyStaff = job("staff.notify", z.object({}), (_, deps) =>
  transaction(deps.db, async (tx) => {
    // the lock prevents concurrent runs from sending the same notice twice
    await tx.execute(sql`lock table ${staffNotices} in share row exclusive mode`);
    const items = await waitingItems(tx);
    await enqueueNotices(tx, "new", await noteNew(tx, items, deps));
    await enqueueNotices(tx, "reminder", await noteReminded(tx, items, deps));
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

const keyOf = ({ kind, id, since }: Pick<WaitingItem, "kind" | "id" | "since">) =>
  `${kind} ${id} ${since.toISOString()}`;

/** Stores what is waiting now and deletes what no longer waits; returns the new items. */
async function noteNew(tx: Tx, items: WaitingItem[], { clock }: Pick<Deps, "clock">): Promise<WaitingItem[]> {
  const storedNotices = await tx.select().from(staffNotices);
  const waiting = new Set(items.map(keyOf));
  for (const { kind, itemId, since } of storedNotices)
    if (!waiting.has(keyOf({ kind, id: itemId, since })))
      await tx
        .delete(staffNotices)
        .where(
          and(eq(staffNotices.kind, kind), eq(staffNotices.itemId, itemId), eq(staffNotices.since, since)),
        );
  const noted = new Set(storedNotices.map(({ kind, itemId, since }) => keyOf({ kind, id: itemId, since })));
  const fresh = items.filter((item) => !noted.has(keyOf(item)));
  if (fresh.length > 0)
    await tx
      .insert(staffNotices)
      .values(fresh.map(({ kind, id, since }) => ({ kind, itemId: id, since, noticedAt: clock.now() })));
  return fresh;
}

/** Marks and returns the items that are due soon and have had no reminder. */
async function noteReminded(
  tx: Tx,
  items: WaitingItem[],
  { clock }: Pick<Deps, "clock">,
): Promise<WaitingItem[]> {
  const soon = clock.now().getTime() + reminderHours * 3_600_000;
  const due: WaitingItem[] = [];
  for (const item of items) {
    if (!item.dueAt || item.dueAt.getTime() > soon) continue;
    const updated = await tx
      .update(staffNotices)
      .set({ remindedAt: clock.now() })
      .where(
        and(
          eq(staffNotices.kind, item.kind),
          eq(staffNotices.itemId, item.id),
          eq(staffNotices.since, item.since),
          isNull(staffNotices.remindedAt),
        ),
      )
      .returning({ itemId: staffNotices.itemId });
    if (updated.length > 0) due.push(item);
  }
  return due;
}
