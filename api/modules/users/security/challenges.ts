import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { securityChallenges } from "#api/db/schema/security";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sha256Hex } from "#api/lib/hash";

type Row = typeof securityChallenges.$inferSelect;
type Purpose = Row["purpose"];

const lifetime = 10 * 60_000;
const tries = 5;

/** Opens a question to a browser: it is answered within 10 minutes and 5 tries. Returns the ticket that names it. */
export async function openChallenge(
  deps: Deps,
  db: Database | Tx,
  question: { purpose: Purpose; userId: string | null; challenge?: string },
): Promise<string> {
  const now = deps.clock.now();
  const ticket = deps.ids.secret();
  await db.delete(securityChallenges).where(lt(securityChallenges.endsAt, now));
  await db.insert(securityChallenges).values({
    id: deps.ids.id(),
    hash: sha256Hex(ticket),
    endsAt: new Date(now.getTime() + lifetime),
    triesLeft: tries,
    ...question,
  });
  return ticket;
}

/** Counts a try at a question; null where there is none of that ticket and purpose, or time and tries are over. */
export async function tryChallenge(deps: Deps, purpose: Purpose, ticket: string): Promise<Row | null> {
  // outside of the transaction that follows: a wrong answer must count although it takes the rest back
  const [row] = await deps.db
    .update(securityChallenges)
    .set({ triesLeft: sql`${securityChallenges.triesLeft} - 1` })
    .where(
      and(
        eq(securityChallenges.hash, sha256Hex(ticket)),
        eq(securityChallenges.purpose, purpose),
        gt(securityChallenges.endsAt, deps.clock.now()),
        gt(securityChallenges.triesLeft, 0),
      ),
    )
    .returning();
  return row ?? null;
}

/** Closes an answered question; false where somebody was faster. */
export async function closeChallenge(tx: Tx, id: string): Promise<boolean> {
  const closed = await tx.delete(securityChallenges).where(eq(securityChallenges.id, id)).returning();
  return closed.length === 1;
}
