import { and, eq, gt } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { emailCodes } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sha256Hex } from "#api/lib/hash";
import { dayMilliseconds } from "#contract/day";

const lifetimeMilliseconds = 14 * dayMilliseconds;

/**
 * Creates the link for an email about an account. It reverts what was done from now on. Each email has its own link.
 */
export async function createNotMeLink(deps: Deps, tx: Tx, userId: string): Promise<string> {
  const now = deps.clock.now();
  const token = deps.ids.secret();
  await tx.insert(emailCodes).values({
    id: deps.ids.id(),
    userId,
    purpose: "notMe",
    hash: sha256Hex(token),
    createdAt: now,
    endsAt: new Date(now.getTime() + lifetimeMilliseconds),
    attemptsLeft: 1,
  });
  return `/it-was-not-me/${token}`;
}

/** Returns the row of a link; null if it is unknown or expired. `usedAt` is set once the link has been used. */
export async function findNotMeLink(deps: Deps, db: Database | Tx, token: string) {
  const [row] = await db
    .select()
    .from(emailCodes)
    .where(
      and(
        eq(emailCodes.hash, sha256Hex(token)),
        eq(emailCodes.purpose, "notMe"),
        gt(emailCodes.endsAt, deps.clock.now()),
      ),
    );
  return row ?? null;
}
