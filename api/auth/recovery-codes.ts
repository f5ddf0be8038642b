import { and, count, eq, isNull } from "drizzle-orm";
import { customAlphabet } from "nanoid";
import type { Database } from "#api/db/connect";
import { recoveryCodes } from "#api/db/schema/security";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { decryptField, encryptField } from "#api/lib/encryption";
import { sha256Hex } from "#api/lib/hash";

const howMany = 10;
/** Ten characters out of 31: 49 bits, without characters that look alike. */
const generateCode = customAlphabet("23456789abcdefghjkmnpqrstuvwxyz", 10);

const plain = (code: string) => code.toLowerCase().replace(/[\s-]/g, "");
/**
 * Hashes are stored encrypted: guessing needs the secret, and they can be encrypted again under a new one
 * (`rotateKeys`).
 */
const hashOf = (code: string) => sha256Hex(plain(code));
export const recoveryCodeContext = (userId: string) => `recovery:${userId}`;

/** Creates ten new codes, shown once as `xxxxx-xxxxx`, and invalidates the earlier ones. */
export async function createRecoveryCodes(deps: Deps, tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, generateCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(
    codes.map((code) => ({
      id: deps.ids.id(),
      userId,
      encryptedHash: encryptField(deps, recoveryCodeContext(userId), hashOf(code)),
    })),
  );
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Consumes a recovery code; each works once. */
export async function spendRecoveryCode(deps: Deps, tx: Tx, userId: string, code: string): Promise<boolean> {
  const unusedCodes = await tx
    .select()
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
    .for("update");
  const hash = hashOf(code);
  const match = unusedCodes.find(
    ({ encryptedHash }) => decryptField(deps, recoveryCodeContext(userId), encryptedHash) === hash,
  );
  if (!match) return false;
  await tx.update(recoveryCodes).set({ usedAt: deps.clock.now() }).where(eq(recoveryCodes.id, match.id));
  return true;
}

/** Returns the number of codes left, as a query that can be embedded in another. */
export const countRecoveryCodes = (db: Database | Tx, userId: string) =>
  db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
