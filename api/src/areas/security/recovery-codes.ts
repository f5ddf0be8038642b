import { createHmac } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import { customAlphabet } from "nanoid";
import type { Database } from "#api/db/connect";
import { recoveryCodes } from "#api/db/schema/security";
import type { Tx } from "#api/db/transaction";
import type { Parts } from "#api/parts";

const howMany = 10;
/** Ten signs of 31: 49 bits, without those that look alike. */
const makeCode = customAlphabet("23456789abcdefghjkmnpqrstuvwxyz", 10);

const plain = (code: string) => code.toLowerCase().replace(/[\s-]/g, "");
const hashOf = (parts: Pick<Parts, "settings">, userId: string, code: string) =>
  createHmac("sha256", parts.settings.secret)
    .update(`recovery:${userId}:${plain(code)}`)
    .digest("hex");

/** Makes ten new codes, shown once as `xxxxx-xxxxx`; the codes before them stop working. */
export async function makeRecoveryCodes(parts: Parts, tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, makeCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ id: parts.ids.id(), userId, hash: hashOf(parts, userId, code) })));
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Takes a recovery code; each works once. */
export async function spendRecoveryCode(
  parts: Parts,
  tx: Tx,
  userId: string,
  code: string,
): Promise<boolean> {
  const spent = await tx
    .update(recoveryCodes)
    .set({ usedAt: parts.clock.now() })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.hash, hashOf(parts, userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id });
  return spent.length === 1;
}

export async function recoveryCodesLeft(db: Database | Tx, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
