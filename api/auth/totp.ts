import { and, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { authenticator } from "otplib";
import type { Database } from "#api/db/connect";
import { totpKeys } from "#api/db/schema/security";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { decryptField, encryptField } from "#api/lib/encryption";

export const stepSeconds = 30;
export const totpPlace = (userId: string) => `totp:${userId}`;

/** The client's authenticator app, where one was set up and gave a right code: a query that may stand in another. */
export const confirmedTotp = (db: Database | Tx, userId: string) =>
  db
    .select({ userId: totpKeys.userId })
    .from(totpKeys)
    .where(and(eq(totpKeys.userId, userId), isNotNull(totpKeys.confirmedAt)));

/** Whether two-step login is on. */
export const hasTwoStep = async (db: Database | Tx, userId: string): Promise<boolean> =>
  (await confirmedTotp(db, userId)).length > 0;

/** The step of a right code (RFC 6238, SHA-1, 6 digits, 30 s; one step early or late is right too), or null. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const epoch = now.getTime();
  const delta = authenticator.clone({ epoch, window: 1 }).checkDelta(code, secret);
  return delta === null ? null : Math.floor(epoch / 1000 / stepSeconds) + delta;
}

/** A page that is read again shows the same key for so long; after that it may be somebody else who has seen it. */
const preparedMilliseconds = 60 * 60 * 1000;

/** Makes an unconfirmed key; one of the last hour stays, and so does a confirmed one. Returns the secret of the key that is there, base32. */
export async function makeTotpKey(deps: Deps, tx: Tx, userId: string): Promise<string> {
  const secret = authenticator.generateSecret(20);
  const now = deps.clock.now();
  const fresh = {
    sealedSecret: encryptField(deps, totpPlace(userId), secret),
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
  return row ? decryptField(deps, totpPlace(userId), row.sealedSecret) : secret;
}

/** What an authenticator app reads from the picture. */
export const totpAddress = (secret: string, email: string, product: string) =>
  authenticator.keyuri(email, product, secret);

/**
 * Takes a code of the app: right, and newer than every code taken before, so that one seen over a shoulder is worth nothing.
 * `confirmed` chooses between a key in use and one that is being set up.
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
  const step = stepOf(decryptField(deps, totpPlace(userId), row.sealedSecret), code, deps.clock.now());
  if (step === null) return false;
  const taken = await tx
    .update(totpKeys)
    .set({ lastStep: step, confirmedAt: row.confirmedAt ?? deps.clock.now() })
    .where(and(eq(totpKeys.userId, userId), lt(totpKeys.lastStep, step)))
    .returning({ userId: totpKeys.userId });
  return taken.length === 1;
}
