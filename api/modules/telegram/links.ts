import { and, eq, ne, sql } from "drizzle-orm";
import { noteSecurityEvent } from "#api/auth/events";
import { userOf } from "#api/auth/user-of";
import { telegramChats as chats } from "#api/db/schema/monitoring-notices";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { notifyOfChange } from "#api/email/security-emails";
import { isSame } from "#api/integrations/signature";
import { keyedMark, provingMarks } from "#api/lib/keyed-hash";
import type { TelegramPurpose } from "#contract/telegram/index";

/**
 * A link's payload: one letter for the purpose, six for the minute it expires (base 36), twenty for a signature, then
 * the client's id. Telegram allows at most 64 characters of the URL alphabet. The signature covers the number of
 * links used so far: using one link invalidates all issued before, so each works once without being stored.
 */
const letters: Record<TelegramPurpose, string> = { account: "a", monitoring: "m" };
const lifetimeMinutes = 60;
const minuteLength = 6;
const signatureLength = 20;

type Signed = { userId: string; purpose: TelegramPurpose; minute: number; serial: number };

const textOf = ({ userId, purpose, minute, serial }: Signed) =>
  `telegram|${purpose}|${minute}|${serial}|${userId}`;

type LinkDeps = Pick<Deps, "settings" | "clock">;

/** Returns the payload of a link that works once, within an hour. */
export function linkPayload(
  { settings, clock }: LinkDeps,
  userId: string,
  purpose: TelegramPurpose,
  serial: number,
): string {
  const minute = Math.floor(clock.now().getTime() / 60_000) + lifetimeMinutes;
  const signed = keyedMark(settings, textOf({ userId, purpose, minute, serial })).slice(0, signatureLength);
  return `${letters[purpose]}${minute.toString(36).padStart(minuteLength, "0")}${signed}${userId}`;
}

/**
 * Links a chat to the client named in a payload, and notifies the client. Returns null if the payload is invalid,
 * expired or used.
 */
export async function useLink(
  deps: Deps,
  tx: Tx,
  payload: string,
  chatId: string,
): Promise<{ userId: string; purpose: TelegramPurpose } | null> {
  const purpose = (Object.keys(letters) as TelegramPurpose[]).find((one) => payload.startsWith(letters[one]));
  const minute = Number.parseInt(payload.slice(1, 1 + minuteLength), 36);
  const signature = payload.slice(1 + minuteLength, 1 + minuteLength + signatureLength);
  const userId = payload.slice(1 + minuteLength + signatureLength);
  if (!purpose || !Number.isSafeInteger(minute) || !/^[\w-]{1,36}$/.test(userId)) return null;
  const now = deps.clock.now();
  if (minute < Math.floor(now.getTime() / 60_000)) return null;
  const [row] = await tx
    .select({ serial: chats.serial })
    .from(chats)
    .where(and(eq(chats.userId, userId), eq(chats.purpose, purpose)))
    .for("update");
  const text = textOf({ userId, purpose, minute, serial: row?.serial ?? 0 });
  if (!provingMarks(deps.settings, text).some((mark) => isSame(signature, mark.slice(0, signatureLength))))
    return null;
  const linked = await tx
    .insert(chats)
    .values({ userId, purpose, chatId, serial: 1, linkedAt: now })
    .onConflictDoUpdate({
      target: [chats.userId, chats.purpose],
      set: { chatId, linkedAt: now, serial: sql`${chats.serial} + 1` },
      // two concurrent uses of a client's first link: the second one finds the serial changed
      setWhere: eq(chats.serial, row?.serial ?? -1),
    })
    .returning({ userId: chats.userId });
  if (linked.length === 0) return null;
  // a chat belongs to one client: the last one who linked it
  await tx
    .update(chats)
    .set({ chatId: null, linkedAt: null })
    .where(and(eq(chats.chatId, chatId), ne(chats.userId, userId)));
  // the messenger does not provide the address of its users
  const from = { ...deps, address: "", userAgent: "" };
  await noteSecurityEvent(from, tx, { userId, kind: "chatLinked" });
  await notifyOfChange(deps, tx, await userOf(tx, userId), "ChatLinked");
  return { userId, purpose };
}

/** Unlinks a chat; links issued before stop working too. */
export async function unlink(
  tx: Tx,
  target: { userId: string; purpose: TelegramPurpose } | { chatId: string },
): Promise<number> {
  const condition =
    "chatId" in target
      ? eq(chats.chatId, target.chatId)
      : and(eq(chats.userId, target.userId), eq(chats.purpose, target.purpose));
  const rows = await tx
    .update(chats)
    .set({ chatId: null, linkedAt: null, serial: sql`${chats.serial} + 1` })
    .where(condition)
    .returning({ userId: chats.userId });
  return rows.length;
}
