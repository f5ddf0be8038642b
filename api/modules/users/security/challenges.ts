import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { securityChallenges } from "#api/db/schema/security";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sha256Hex } from "#api/lib/hash";

type Row = typeof securityChallenges.$inferSelect;
type Purpose = Row["purpose"];

const lifetime = 10 * 60_000;
const maxAttempts = 5;

/** Creates a challenge for a browser, valid for 10 minutes and 5 tries. Returns its ticket. */
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
    attemptsLeft: maxAttempts,
    ...question,
  });
  return ticket;
}

/** Counts a try at a challenge; returns null if ticket and purpose do not match, or its time or tries are over. */
export async function tryChallenge(deps: Deps, purpose: Purpose, ticket: string): Promise<Row | null> {
  // outside the later transaction, so that a wrong answer is counted even though that one rolls back
  const [row] = await deps.db
    .update(securityChallenges)
    .set({ attemptsLeft: sql`${securityChallenges.attemptsLeft} - 1` })
    .where(
      and(
        eq(securityChallenges.hash, sha256Hex(ticket)),
        eq(securityChallenges.purpose, purpose),
        gt(securityChallenges.endsAt, deps.clock.now()),
        gt(securityChallenges.attemptsLeft, 0),
      ),
    )
    .returning();
  return row ?? null;
}

/** Closes an answered challenge; returns false if a concurrent request was faster. */
export async function closeChallenge(tx: Tx, id: string): Promise<boolean> {
  const closed = await tx.delete(securityChallenges).where(eq(securityChallenges.id, id)).returning();
  return closed.length === 1;
}
