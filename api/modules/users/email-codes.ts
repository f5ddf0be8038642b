import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { emailCodes } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { ApiError } from "#api/lib/api-error";
import { keyedHash, provingHashes } from "#api/lib/keyed-hash";
import { codeLength, codeLifetimeMinutes, codePauseSeconds, maxCodeAttempts } from "#contract/rules";

type Purpose = Exclude<typeof emailCodes.$inferSelect.purpose, "notMe">;

const minutes: Record<Purpose, number> = {
  confirm: 3 * 24 * 60,
  reset: codeLifetimeMinutes,
  resetTicket: codeLifetimeMinutes,
};

const textOf = (purpose: Purpose, code: string, userId = "") => `${purpose}:${userId}:${code}`;

/**
 * Creates a new secret for a purpose; older ones of the same purpose stop working. Returns it in plain text, which is
 * not stored.
 */
export async function createEmailCode(deps: Deps, tx: Tx, userId: string, purpose: Purpose): Promise<string> {
  const now = deps.clock.now();
  const code = purpose === "reset" ? deps.ids.digits(codeLength) : deps.ids.secret();
  await tx.delete(emailCodes).where(and(eq(emailCodes.userId, userId), eq(emailCodes.purpose, purpose)));
  await tx.insert(emailCodes).values({
    id: deps.ids.id(),
    userId,
    purpose,
    hash: keyedHash(deps.settings, textOf(purpose, code, purpose === "reset" ? userId : "")),
    createdAt: now,
    endsAt: new Date(now.getTime() + minutes[purpose] * 60_000),
    attemptsLeft: maxCodeAttempts,
  });
  return code;
}

/** Throws with the seconds left if a second code or link is requested before the pause is over. */
export async function requireCodePause(deps: Deps, tx: Tx, userId: string, purpose: Purpose): Promise<void> {
  const [last] = await tx
    .select()
    .from(emailCodes)
    .where(and(eq(emailCodes.userId, userId), eq(emailCodes.purpose, purpose)))
    .orderBy(desc(emailCodes.createdAt))
    .limit(1);
  const wait = last
    ? Math.ceil(codePauseSeconds - (deps.clock.now().getTime() - last.createdAt.getTime()) / 1000)
    : 0;
  if (wait > 0)
    throw new ApiError(429, purpose === "confirm" ? "linkPause" : "codePause", {
      details: { count: wait },
      headers: { "retry-after": String(wait) },
    });
}

/** Uses up a user's six-digit code: one use, five tries. Returns false if it is wrong, used or expired. */
export async function spendDigits(deps: Deps, tx: Tx, userId: string, code: string): Promise<boolean> {
  const now = deps.clock.now();
  const [row] = await tx
    .update(emailCodes)
    .set({ attemptsLeft: sql`${emailCodes.attemptsLeft} - 1` })
    .where(
      and(
        eq(emailCodes.userId, userId),
        eq(emailCodes.purpose, "reset"),
        isNull(emailCodes.usedAt),
        gt(emailCodes.attemptsLeft, 0),
        gt(emailCodes.endsAt, now),
      ),
    )
    .returning();
  if (!row || !provingHashes(deps.settings, textOf("reset", code, userId)).includes(row.hash)) return false;
  await tx.update(emailCodes).set({ usedAt: now }).where(eq(emailCodes.id, row.id));
  return true;
}

/** A double click on a link's button must not report that the first click failed. */
const repeatMilliseconds = 30_000;

/** Uses up a link's secret; returns its user's id, or null if it is unknown, used or expired. */
export async function spendSecret(
  deps: Deps,
  tx: Tx,
  purpose: "confirm" | "resetTicket",
  secret: string,
): Promise<string | null> {
  const now = deps.clock.now();
  const [row] = await tx
    .select()
    .from(emailCodes)
    .where(
      and(
        inArray(emailCodes.hash, provingHashes(deps.settings, textOf(purpose, secret))),
        eq(emailCodes.purpose, purpose),
        gt(emailCodes.endsAt, now),
      ),
    )
    .for("update");
  if (!row) return null;
  if (row.usedAt) {
    const isRepeat = purpose === "confirm" && now.getTime() - row.usedAt.getTime() < repeatMilliseconds;
    return isRepeat ? row.userId : null;
  }
  await tx.update(emailCodes).set({ usedAt: now }).where(eq(emailCodes.id, row.id));
  return row.userId;
}
