import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { partnerNetwork } from "#api/db/schema/partners";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";

/**
 * Advisory lock for setting referrers after signup; without it, two clients who use each other's promo codes could
 * create a loop.
 */
const referrerLock = 0x7061;

/** Returns the partner to whom a code belongs; null if there is none or the program is closed to them. */
export async function findPartner(tx: Tx, referralCode: string): Promise<{ id: string } | null> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.referralCode, referralCode.trim().toUpperCase()), eq(users.partnerAllowed, true)));
  return row ?? null;
}

/**
 * Adds a client to the network of their referrer and of the two partners above. This fixes the levels permanently:
 * they follow from the referrer's place at this moment, so every client's parent is in the same network. The client
 * must have no referrer yet, and nobody in the partner's line may be below them.
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
 * Attributes a client without a referrer to the owner of the promo code they paid with. Does nothing if the client
 * has a referrer or is the owner, or if the owner is somewhere below the client.
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
  const updated = await tx
    .update(users)
    .set({ referrerId: ownerId })
    .where(and(eq(users.id, clientId), isNull(users.referrerId)))
    .returning({ id: users.id });
  if (updated.length > 0) await attribute(deps, tx, clientId, ownerId);
}
