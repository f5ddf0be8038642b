import { and, asc, eq, gt, isNotNull } from "drizzle-orm";
import * as z from "zod/mini";
import { recoveryCodePlace } from "#api/auth/recovery-codes";
import { staffTotpPlace } from "#api/auth/staff";
import { totpPlace } from "#api/auth/totp";
import type { Database } from "#api/db/connect";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { recoveryCodes, totpKeys } from "#api/db/schema/security";
import { staffMembers } from "#api/db/schema/staff";
import { servers } from "#api/db/schema/vps";
import { reencrypted } from "#api/lib/encryption";
import { keyPlace } from "#api/modules/monitoring/accounts/connect-account";
import { job } from "#api/queue/job";

const rowsAtOnce = 500;

type Sealed = { id: string; place: string; sealed: string };
type Shelf = {
  /** Returns the next rows after an id, ordered by id. */
  after: (db: Database, id: string) => Promise<Sealed[]>;
  /** Replaces a ciphertext, unless it was changed meanwhile. */
  replace: (db: Database, row: Sealed, box: string) => Promise<unknown>;
};

/**
 * Everything that is stored encrypted: passwords of servers, activation keys that wait for their terminal, keys of
 * authenticator apps of clients and staff, recovery codes.
 */
const shelves: readonly Shelf[] = [
  {
    after: async (db, after) => {
      const found = await db
        .select({ id: servers.id, sealed: servers.sealedPassword })
        .from(servers)
        .where(and(gt(servers.id, after), isNotNull(servers.sealedPassword)))
        .orderBy(asc(servers.id))
        .limit(rowsAtOnce);
      return found.map(({ id, sealed }) => ({ id, place: id, sealed: sealed ?? "" }));
    },
    replace: (db, { id, sealed }, box) =>
      db
        .update(servers)
        .set({ sealedPassword: box })
        .where(and(eq(servers.id, id), eq(servers.sealedPassword, sealed))),
  },
  {
    after: async (db, after) => {
      const found = await db
        .select({ id: accounts.id, sealed: accounts.sealedKey })
        .from(accounts)
        .where(and(gt(accounts.id, after), isNotNull(accounts.sealedKey)))
        .orderBy(asc(accounts.id))
        .limit(rowsAtOnce);
      return found.map(({ id, sealed }) => ({ id, place: keyPlace(id), sealed: sealed ?? "" }));
    },
    replace: (db, { id, sealed }, box) =>
      db
        .update(accounts)
        .set({ sealedKey: box })
        .where(and(eq(accounts.id, id), eq(accounts.sealedKey, sealed))),
  },
  {
    after: async (db, after) => {
      const found = await db
        .select({ id: totpKeys.userId, sealed: totpKeys.sealedSecret })
        .from(totpKeys)
        .where(gt(totpKeys.userId, after))
        .orderBy(asc(totpKeys.userId))
        .limit(rowsAtOnce);
      return found.map((row) => ({ ...row, place: totpPlace(row.id) }));
    },
    replace: (db, { id, sealed }, box) =>
      db
        .update(totpKeys)
        .set({ sealedSecret: box })
        .where(and(eq(totpKeys.userId, id), eq(totpKeys.sealedSecret, sealed))),
  },
  {
    after: async (db, after) => {
      const found = await db
        .select({ id: staffMembers.id, sealed: staffMembers.sealedTotpSecret })
        .from(staffMembers)
        .where(gt(staffMembers.id, after))
        .orderBy(asc(staffMembers.id))
        .limit(rowsAtOnce);
      return found.map((row) => ({ ...row, place: staffTotpPlace(row.id) }));
    },
    replace: (db, { id, sealed }, box) =>
      db
        .update(staffMembers)
        .set({ sealedTotpSecret: box })
        .where(and(eq(staffMembers.id, id), eq(staffMembers.sealedTotpSecret, sealed))),
  },
  {
    after: async (db, after) => {
      const found = await db
        .select({ id: recoveryCodes.id, userId: recoveryCodes.userId, sealed: recoveryCodes.sealedHash })
        .from(recoveryCodes)
        .where(gt(recoveryCodes.id, after))
        .orderBy(asc(recoveryCodes.id))
        .limit(rowsAtOnce);
      return found.map(({ userId, ...row }) => ({ ...row, place: recoveryCodePlace(userId) }));
    },
    replace: (db, { id, sealed }, box) =>
      db
        .update(recoveryCodes)
        .set({ sealedHash: box })
        .where(and(eq(recoveryCodes.id, id), eq(recoveryCodes.sealedHash, sealed))),
  },
];

/**
 * While PREVIOUS_SESSION_SECRET is set, encrypts under SESSION_SECRET what was encrypted under the previous one, and
 * logs when nothing is left. Counts what neither secret opens and leaves it as it is.
 */
export const rotateKeys = job(
  "reseal",
  z.object({}),
  async (_, deps) => {
    const { db, log, settings } = deps;
    if (settings.previousSecret === undefined) return;
    const counts = { moved: 0, foreign: 0 };
    for (const { after, replace } of shelves) {
      let last = "";
      for (let rows = await after(db, last); rows.length > 0; rows = await after(db, last)) {
        for (const row of rows) {
          const box = tryReseal(deps, row);
          if (box === undefined) counts.foreign++;
          else if (box !== null) {
            await replace(db, row, box);
            counts.moved++;
          }
        }
        last = rows.at(-1)?.id ?? "";
      }
    }
    if (counts.moved > 0) log.info(counts, "sealed under the new secret");
    else
      log.info(
        counts,
        "nothing is sealed under PREVIOUS_SESSION_SECRET any more; thirty days after the change it can go",
      );
  },
  { lane: "slow" },
);

/** Returns the new ciphertext; null if none is needed, undefined if no secret decrypts the old one. */
function tryReseal(
  deps: Parameters<typeof reencrypted>[0],
  { place, sealed }: Sealed,
): string | null | undefined {
  try {
    return reencrypted(deps, place, sealed);
  } catch {
    return undefined;
  }
}
