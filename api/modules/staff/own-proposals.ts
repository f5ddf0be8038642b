import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { personNamed } from "#api/db/person-name";
import { balanceProposals } from "#api/db/schema/operator";
import { users } from "#api/db/schema/users";
import { money } from "#api/lib/money";
import { isOpenProposal } from "./waiting-rows";

/** Returns the first corrections of balances that a staff member proposed and nobody has decided, oldest first. */
export async function ownProposals(db: Database, proposer: string, limit: number) {
  const { id, userId, amountCents, proposedBy, proposedAt } = balanceProposals;
  const rows = await db
    .select({ id, clientId: userId, client: users.email, amountCents, proposedAt })
    .from(balanceProposals)
    .innerJoin(users, eq(users.id, userId))
    .where(and(isOpenProposal, eq(personNamed(proposedBy), personNamed(proposer))))
    .orderBy(asc(proposedAt), asc(id))
    .limit(limit);
  return rows.map(({ amountCents: cents, proposedAt: since, ...row }) => ({
    ...row,
    sum: { ...money(cents), sign: true },
    since: since.toISOString(),
  }));
}
