import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { partnerNetwork } from "#api/db/schema/partners";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";

/** The one lock under which referrers are set after signup; two clients who take each other's promo codes would make a loop without it. */
const referrerLock = 0x7061;

/** The partner to whom a code belongs, or null where there is none (or the program is closed to them). */
export async function findPartner(tx: Tx, referralCode: string): Promise<{ id: string } | null> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.referralCode, referralCode.trim().toUpperCase()), eq(users.partnerAllowed, true)));
  return row ?? null;
}

/**
 * Puts a client into the network of the partner who brought them, and of the two above. Levels are fixed by it for good:
 * they follow from the partner's own place at this moment, so every client's parent is in the same network.
 * The client must have no referrer yet and nobody of the partner's line below them.
 */
export async function attribute(deps: Deps, tx: Tx, clientId: string, partnerId: string): Promise<void> {
  const joinedAt = deps.clock.now();
  const above = await tx
    .select()
    .from(partnerNetwork)
    .where(and(eq(partnerNetwork.clientId, partnerId), lt(partnerNetwork.level, 3)));
  await tx.insert(partnerNetwork).values([
    { id: deps.ids.id(), partnerId, clientId, level: 1, parentId: null, joinedAt },
    ...above.map((row) => ({
      id: deps.ids.id(),
      partnerId: row.partnerId,
      clientId,
      level: (row.level + 1) as 2 | 3,
      parentId: row.id,
      joinedAt,
    })),
  ]);
}

/**
 * Attributes a client whom nobody brought to the owner of the promo code that they paid with.
 * Nothing happens to a client who has a referrer, to the owner, and where the owner was brought by the client, however far down.
 */
export async function attributeByPromoCode(
  deps: Deps,
  tx: Tx,
  clientId: string,
  ownerId: string,
): Promise<void> {
  const [client] = await tx
    .select({ referrerId: users.referrerId })
    .from(users)
    .where(eq(users.id, clientId));
  if (client?.referrerId) return;
  await tx.execute(sql`select pg_advisory_xact_lock(${referrerLock})`);
  const line = await tx.execute<{ id: string }>(sql`
    with recursive line (id) as (
      select ${ownerId}::text
      union
      select u.referrer_id from users u join line on u.id = line.id where u.referrer_id is not null
    )
    select id from line where id = ${clientId}`);
  if (line.rows.length > 0) return;
  const taken = await tx
    .update(users)
    .set({ referrerId: ownerId })
    .where(and(eq(users.id, clientId), isNull(users.referrerId)))
    .returning({ id: users.id });
  if (taken.length > 0) await attribute(deps, tx, clientId, ownerId);
}
