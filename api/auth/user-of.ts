import { eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { users } from "#api/db/schema/user";
import type { Tx } from "#api/db/transaction";
import { Refusal } from "#api/lib/refusal";

/** `userOf`, and whoever else locks it waits until this transaction ends. */
export async function lockUser(tx: Tx, userId: string): Promise<typeof users.$inferSelect> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
  if (!row) throw new Refusal(401, "sessionOver");
  return row;
}

/** The row of a client; 401 where the account is gone. */
export async function userOf(db: Database | Tx, userId: string): Promise<typeof users.$inferSelect> {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  if (!row) throw new Refusal(401, "sessionOver");
  return row;
}
