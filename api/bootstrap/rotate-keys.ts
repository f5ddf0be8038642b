import { and, asc, eq, gt, isNotNull } from "drizzle-orm";
import * as z from "zod/mini";
import { recoveryCodeContext } from "#api/auth/recovery-codes";
import { staffTotpContext } from "#api/auth/staff";
import { totpContext } from "#api/auth/totp";
import type { Database } from "#api/db/connect";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { recoveryCodes, totpKeys } from "#api/db/schema/security";
import { staffMembers } from "#api/db/schema/staff";
import { servers } from "#api/db/schema/vps";
import { reencrypted } from "#api/lib/encryption";
import { keyContext } from "#api/modules/monitoring/accounts/connect-account";
import { job } from "#api/queue/job";

const rowsAtOnce = 500;

type EncryptedRow = { id: string; context: string; ciphertext: string };
type EncryptedColumn = {
  /** Returns the next rows after an id, ordered by id. */
  after: (db: Database, id: string) => Promise<EncryptedRow[]>;
  /** Replaces a ciphertext, unless it was changed meanwhile. */
  replace: (db: Database, row: EncryptedRow, newCiphertext: string) => Promise<unknown>;
};

/**
 * Everything that is stored encrypted: passwords of servers, activation keys that wait for their terminal, keys of
 * authenticator apps of clients and staff, recovery codes.
 */
const encryptedColumns: readonly EncryptedColumn[] = [
  {
    after: async (db, after) => {
      const rows = await db
        .select({ id: servers.id, ciphertext: servers.encryptedPassword })
        .from(servers)
        .where(and(gt(servers.id, after), isNotNull(servers.encryptedPassword)))
        .orderBy(asc(servers.id))
        .limit(rowsAtOnce);
      return rows.map(({ id, ciphertext }) => ({ id, context: id, ciphertext: ciphertext ?? "" }));
    },
    replace: (db, { id, ciphertext }, newCiphertext) =>
      db
        .update(servers)
        .set({ encryptedPassword: newCiphertext })
        .where(and(eq(servers.id, id), eq(servers.encryptedPassword, ciphertext))),
  },
  {
    after: async (db, after) => {
      const rows = await db
        .select({ id: accounts.id, ciphertext: accounts.encryptedKey })
        .from(accounts)
        .where(and(gt(accounts.id, after), isNotNull(accounts.encryptedKey)))
        .orderBy(asc(accounts.id))
        .limit(rowsAtOnce);
      return rows.map(({ id, ciphertext }) => ({
        id,
        context: keyContext(id),
        ciphertext: ciphertext ?? "",
      }));
    },
    replace: (db, { id, ciphertext }, newCiphertext) =>
      db
        .update(accounts)
        .set({ encryptedKey: newCiphertext })
        .where(and(eq(accounts.id, id), eq(accounts.encryptedKey, ciphertext))),
  },
  {
    after: async (db, after) => {
      const rows = await db
        .select({ id: totpKeys.userId, ciphertext: totpKeys.encryptedSecret })
        .from(totpKeys)
        .where(gt(totpKeys.userId, after))
        .orderBy(asc(totpKeys.userId))
        .limit(rowsAtOnce);
      return rows.map((row) => ({ ...row, context: totpContext(row.id) }));
    },
    replace: (db, { id, ciphertext }, newCiphertext) =>
      db
        .update(totpKeys)
        .set({ encryptedSecret: newCiphertext })
        .where(and(eq(totpKeys.userId, id), eq(totpKeys.encryptedSecret, ciphertext))),
  },
  {
    after: async (db, after) => {
      const rows = await db
        .select({ id: staffMembers.id, ciphertext: staffMembers.encryptedTotpSecret })
        .from(staffMembers)
        .where(gt(staffMembers.id, after))
        .orderBy(asc(staffMembers.id))
        .limit(rowsAtOnce);
      return rows.map((row) => ({ ...row, context: staffTotpContext(row.id) }));
    },
    replace: (db, { id, ciphertext }, newCiphertext) =>
      db
        .update(staffMembers)
        .set({ encryptedTotpSecret: newCiphertext })
        .where(and(eq(staffMembers.id, id), eq(staffMembers.encryptedTotpSecret, ciphertext))),
  },
  {
    after: async (db, after) => {
      const rows = await db
        .select({
          id: recoveryCodes.id,
          userId: recoveryCodes.userId,
          ciphertext: recoveryCodes.encryptedHash,
        })
        .from(recoveryCodes)
        .where(gt(recoveryCodes.id, after))
        .orderBy(asc(recoveryCodes.id))
        .limit(rowsAtOnce);
      return rows.map(({ userId, ...row }) => ({ ...row, context: recoveryCodeContext(userId) }));
    },
    replace: (db, { id, ciphertext }, newCiphertext) =>
      db
        .update(recoveryCodes)
        .set({ encryptedHash: newCiphertext })
        .where(and(eq(recoveryCodes.id, id), eq(recoveryCodes.encryptedHash, ciphertext))),
  },
];

/**
 * While PREVIOUS_SESSION_SECRET is set, encrypts under SESSION_SECRET what was encrypted under the previous one, and
 * logs when nothing is left. Counts what neither secret opens and leaves it as it is.
 */
export const rotateKeys = job(
  "rotate-keys",
  z.object({}),
  async (_, deps) => {
    const { db, log, settings } = deps;
    if (settings.previousSecret === undefined) return;
    const counts = { moved: 0, foreign: 0 };
    for (const { after, replace } of encryptedColumns) {
      let last = "";
      for (let rows = await after(db, last); rows.length > 0; rows = await after(db, last)) {
        for (const row of rows) {
          const newCiphertext = tryReencrypt(deps, row);
          if (newCiphertext === undefined) counts.foreign++;
          else if (newCiphertext !== null) {
            await replace(db, row, newCiphertext);
            counts.moved++;
          }
        }
        last = rows.at(-1)?.id ?? "";
      }
    }
    if (counts.moved > 0) log.info(counts, "encrypted under the new secret");
    else
      log.info(
        counts,
        "nothing is encrypted under PREVIOUS_SESSION_SECRET any more; thirty days after the change it can go",
      );
  },
  { lane: "slow" },
);

/** Returns the new ciphertext; null if none is needed, undefined if no secret decrypts the old one. */
function tryReencrypt(
  deps: Parameters<typeof reencrypted>[0],
  { context, ciphertext }: EncryptedRow,
): string | null | undefined {
  try {
    return reencrypted(deps, context, ciphertext);
  } catch {
    return undefined;
  }
}
