import {
  and,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
} from "drizzle-orm";
import * as z from "zod/mini";
import type { ListPart } from "#api/db/keyset";
import { announcementRecipients, announcements } from "#api/db/schema/announcements";
import { maintenanceWindows } from "#api/db/schema/maintenance";
import { users } from "#api/db/schema/users";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { OperatorError } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { formatTime } from "#api/lib/format";
import { textsByLanguage } from "#api/lib/texts-by-language";
import { textOf } from "#api/lib/translations";
import { dayMilliseconds } from "#contract/day";
import type { Language } from "#contract/languages";
import { startAnnouncement } from "./announce";
import { isReachable, serversOf } from "./segment";

export type MaintenanceWindow = typeof maintenanceWindows.$inferSelect;

const maxDays = 7;

/** A time in UTC as people write it, `2026-12-31 02:00`. */
const utcTime = z.pipe(
  z.string().check(z.trim(), z.regex(/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}$/, "timeFormat")),
  z.transform((text, context) => {
    const iso = `${text.replace(" ", "T")}:00.000Z`;
    const at = new Date(iso);
    // a day such as 31 February is parsed as one of March
    if (!Number.isNaN(at.getTime()) && at.toISOString() === iso) return at;
    context.issues.push({ code: "custom", message: "timeFormat", input: text });
    return z.NEVER;
  }),
);
const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

export const planInput = z.object({
  starts: utcTime,
  ends: utcTime,
  en: words,
  ru: words,
  node: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
  perMinute: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000)), 100),
});
type Plan = z.output<typeof planInput>;

/**
 * Plans maintenance and e-mails the clients it concerns. Their pages show it from `maintenanceNoticeDays` before.
 *
 * @throws with a message for the operator: an end before the start or in the past, or a node without servers
 */
export async function planMaintenance(
  deps: Deps,
  tx: Tx,
  { starts, ends, en, ru, node, perMinute }: Plan,
  author: string,
): Promise<{ id: string; clients: number; servers: number }> {
  if (ends <= starts) throw new OperatorError("maintenanceEndsFirst");
  if (ends <= deps.clock.now()) throw new OperatorError("maintenanceOver");
  if (ends.getTime() - starts.getTime() > maxDays * dayMilliseconds)
    throw new OperatorError("maintenanceTooLong", { days: maxDays });
  if (node !== undefined) await requireNode(tx, node);
  const window = { startsAt: starts, endsAt: ends, textEn: en, textRu: ru, node: node ?? null };
  const recipients = and(isReachable(tx), exists(affectedServers(tx, window.node)));
  const mail = await sendEmails(deps, tx, { window, kind: "planned", perMinute, author }, recipients);
  const id = deps.ids.id();
  await tx
    .insert(maintenanceWindows)
    .values({ ...window, id, createdAt: deps.clock.now(), author, announcementId: mail.id });
  return { id, clients: mail.count, servers: await tx.$count(servers, isAffected(window.node)) };
}

/** Returns the names of the nodes that have servers. */
export async function nodesWithServers(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ node: servers.node })
    .from(servers)
    .where(and(isNotNull(servers.node), ne(servers.status, "revoked")));
  return rows.flatMap(({ node }) => node ?? []).sort();
}

async function requireNode(tx: Tx, node: string): Promise<void> {
  const nodes = await nodesWithServers(tx);
  if (nodes.includes(node)) return;
  if (nodes.length === 0) throw new OperatorError("noNodeKnown", { node });
  throw new OperatorError("noSuchNode", { node, nodes: nodes.join(", ") });
}

const onNode = (node: string | null) => (node === null ? undefined : eq(servers.node, node));
const isAffected = (node: string | null) => and(ne(servers.status, "revoked"), onNode(node));
const affectedServers = (tx: Tx, node: string | null) => serversOf(tx, onNode(node));

type Message = {
  window: Pick<MaintenanceWindow, "startsAt" | "endsAt" | "node" | "textEn" | "textRu">;
  kind: "planned" | "cancelled" | "endedEarly";
  perMinute: number;
  author: string;
};

/** Sends the emails as an announcement: throttled, resumable and listed with the others. */
async function sendEmails(
  deps: Deps,
  tx: Tx,
  { window, kind, perMinute, author }: Message,
  recipients: ReturnType<typeof and>,
): Promise<{ id: string | null; count: number }> {
  const values = (language: Language) => ({
    from: formatTime(window.startsAt.toISOString(), language),
    to: formatTime(window.endsAt.toISOString(), language),
    text: textsByLanguage(window)[language],
  });
  const t = textOf("announcements");
  const scope = kind === "planned" && window.node !== null ? "plannedForNode" : kind;
  const announcement = {
    author,
    segment: "maintenance" as const,
    subjectEn: t("en", `${kind}Subject`, values("en")),
    textEn: t("en", `${scope}Text`, values("en")),
    subjectRu: t("ru", `${kind}Subject`, values("ru")),
    textRu: t("ru", `${scope}Text`, values("ru")),
    perMinute,
  };
  return startAnnouncement(deps, tx, announcement, recipients);
}

/**
 * Cancels planned or running maintenance. Those who were e-mailed about it are e-mailed again; the others, if it was
 * still being sent, hear nothing of it.
 */
export async function cancelMaintenance(
  deps: Deps,
  tx: Tx,
  id: string,
  author: string,
): Promise<{ clients: number }> {
  const now = deps.clock.now();
  const [window] = await tx
    .update(maintenanceWindows)
    .set({ cancelledAt: now })
    .where(
      and(
        eq(maintenanceWindows.id, id),
        isNull(maintenanceWindows.cancelledAt),
        gt(maintenanceWindows.endsAt, now),
      ),
    )
    .returning();
  if (!window) throw new ApiError(404, "notFound");
  const { announcementId } = window;
  if (announcementId === null) return { clients: 0 };
  const [sent] = await tx.select().from(announcements).where(eq(announcements.id, announcementId));
  await tx
    .update(announcements)
    .set({ cancelledAt: now })
    .where(and(eq(announcements.id, announcementId), isNull(announcements.finishedAt)));
  const notified = tx
    .select({ id: announcementRecipients.userId })
    .from(announcementRecipients)
    .where(
      and(
        eq(announcementRecipients.announcementId, announcementId),
        isNotNull(announcementRecipients.claimedAt),
        or(
          isNull(announcementRecipients.outcome),
          notInArray(announcementRecipients.outcome, ["stopped", "failed"]),
        ),
      ),
    );
  const kind = window.startsAt <= now ? "endedEarly" : "cancelled";
  const perMinute = sent?.perMinute ?? 100;
  const message: Message = { window, kind, perMinute, author };
  const { count } = await sendEmails(deps, tx, message, and(isReachable(tx), inArray(users.id, notified)));
  return { clients: count };
}

/** Returns the latest windows, newest start first, with their state. */
export async function listMaintenance(
  deps: Pick<Deps, "clock">,
  tx: Tx,
  { condition, order, limit, place }: ListPart,
) {
  const now = deps.clock.now();
  const rows = await tx
    .select({ ...getTableColumns(maintenanceWindows), place })
    .from(maintenanceWindows)
    .where(condition)
    .orderBy(...order)
    .limit(limit);
  return rows.map((row) => ({ ...row, state: stateOf(row, now) }));
}

function stateOf({ startsAt, endsAt, cancelledAt }: MaintenanceWindow, now: Date) {
  if (cancelledAt) return "cancelled";
  if (endsAt <= now) return "over";
  return startsAt <= now ? "running" : "planned";
}
