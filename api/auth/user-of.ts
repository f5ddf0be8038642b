import { eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { ApiError } from "#api/lib/api-error";

/**
 * Like `userOf`, with a row lock until the transaction ends. With "update" the lock also waits for, and blocks,
 * transactions that write rows of this client, such as a payment.
 */
export async function lockUser(
  tx: Tx,
  userId: string,
  strength: "no key update" | "update" = "no key update",
): Promise<typeof users.$inferSelect> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for(strength);
  if (!row) throw new ApiError(401, "sessionOver");
  return row;
}

/** Returns a client's row; throws 401 if the account is gone. */
export async function userOf(db: Database | Tx, userId: string): Promise<typeof users.$inferSelect> {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  if (!row) throw new ApiError(401, "sessionOver");
  return row;
}
