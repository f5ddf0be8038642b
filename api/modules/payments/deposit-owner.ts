import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deposit } from "./payment";

/** Returns the client who ordered a deposit. */
export async function ownerOf(tx: Tx, { id, userId }: Deposit): Promise<typeof users.$inferSelect> {
  const [owner] = await tx.select().from(users).where(eq(users.id, userId));
  if (!owner) throw new Error(`Deposit ${id} has no owner`);
  return owner;
}
