import { and, eq, gt } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { emailCodes } from "#api/db/schema/user";
import type { Tx } from "#api/db/transaction";
import type { Parts } from "#api/deps";
import { tokenHash } from "#api/lib/hash";
import { dayMilliseconds } from "#contract/day";

const lifetimeMilliseconds = 14 * dayMilliseconds;

/** Makes the link of a letter about an account: it takes back what was done from now on. Each letter has its own. */
export async function makeNotMeLink(parts: Parts, tx: Tx, userId: string): Promise<string> {
  const now = parts.clock.now();
  const token = parts.ids.secret();
  await tx.insert(emailCodes).values({
    id: parts.ids.id(),
    userId,
    purpose: "notMe",
    hash: tokenHash(token),
    createdAt: now,
    endsAt: new Date(now.getTime() + lifetimeMilliseconds),
    triesLeft: 1,
  });
  return `/it-was-not-me/${token}`;
}

/** What a link stands for; null where it is unknown or too old. `usedAt` is set where it has done its work. */
export async function findNotMeLink(parts: Parts, db: Database | Tx, token: string) {
  const [row] = await db
    .select()
    .from(emailCodes)
    .where(
      and(
        eq(emailCodes.hash, tokenHash(token)),
        eq(emailCodes.purpose, "notMe"),
        gt(emailCodes.endsAt, parts.clock.now()),
      ),
    );
  return row ?? null;
}
