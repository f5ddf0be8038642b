import { and, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { authenticator } from "otplib";
import type { Database } from "#api/db/connect";
import { totpKeys } from "#api/db/schema/security";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { decryptField, encryptField } from "#api/lib/encryption";

export const stepSeconds = 30;
export const totpContext = (userId: string) => `totp:${userId}`;

/**
 * The client's authenticator app if one was set up and confirmed by a code, as a query that can be embedded in
 * another.
 */
export const confirmedTotp = (db: Database | Tx, userId: string) =>
  db
    .select({ userId: totpKeys.userId })
    .from(totpKeys)
    .where(and(eq(totpKeys.userId, userId), isNotNull(totpKeys.confirmedAt)));

/** Returns whether two-step login is on. */
export const hasTwoStep = async (db: Database | Tx, userId: string): Promise<boolean> =>
  (await confirmedTotp(db, userId)).length > 0;

/**
 * Returns the step of a correct code (RFC 6238, SHA-1, 6 digits, 30 s; one step early or late is accepted), or null.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const epoch = now.getTime();
  const delta = authenticator.clone({ epoch, window: 1 }).checkDelta(code, secret);
  return delta === null ? null : Math.floor(epoch / 1000 / stepSeconds) + delta;
}

/** A reloaded page shows the same key for this time; later somebody else may have seen it. */
const preparedMilliseconds = 60 * 60 * 1000;

/**
 * Creates an unconfirmed key unless there is a confirmed one or one younger than an hour. Returns the secret of the
 * stored key, base32.
 */
export async function createTotpKey(deps: Deps, tx: Tx, userId: string): Promise<string> {
  const secret = authenticator.generateSecret(20);
  const now = deps.clock.now();
  const fresh = {
    encryptedSecret: encryptField(deps, totpContext(userId), secret),
    createdAt: now,
    confirmedAt: null,
    lastStep: 0,
  };
  await tx
    .insert(totpKeys)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({
      target: totpKeys.userId,
      set: fresh,
      setWhere: and(
        isNull(totpKeys.confirmedAt),
        lt(totpKeys.createdAt, new Date(now.getTime() - preparedMilliseconds)),
      ),
    });
  const [row] = await tx.select().from(totpKeys).where(eq(totpKeys.userId, userId)).for("update");
  return row ? decryptField(deps, totpContext(userId), row.encryptedSecret) : secret;
}

/** Returns the URI that an authenticator app reads from the QR code. */
export const totpAddress = (secret: string, email: string, product: string) =>
  authenticator.keyuri(email, product, secret);

/**
 * Consumes a code of the app. It must be correct and newer than every code used before, so that an observed code is
 * useless. `confirmed` selects a key in use or one that is being set up.
 */
export async function spendTotp(
  deps: Deps,
  tx: Tx,
  userId: string,
  code: string,
  confirmed = true,
): Promise<boolean> {
  const [row] = await tx.select().from(totpKeys).where(eq(totpKeys.userId, userId)).for("update");
  if (!row || (row.confirmedAt !== null) !== confirmed) return false;
  const step = stepOf(decryptField(deps, totpContext(userId), row.encryptedSecret), code, deps.clock.now());
  if (step === null) return false;
  const updated = await tx
    .update(totpKeys)
    .set({ lastStep: step, confirmedAt: row.confirmedAt ?? deps.clock.now() })
    .where(and(eq(totpKeys.userId, userId), lt(totpKeys.lastStep, step)))
    .returning({ userId: totpKeys.userId });
  return updated.length === 1;
}
