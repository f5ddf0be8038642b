import { eq, sql } from "drizzle-orm";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { OperatorError } from "#api/lib/answer";

/**
 * Returns the client with an email address or id.
 *
 * @throws if there is none
 */
export async function clientBy(tx: Tx, emailOrId: string): Promise<typeof users.$inferSelect> {
  const [user] = await tx
    .select()
    .from(users)
    .where(
      emailOrId.includes("@")
        ? eq(sql`lower(${users.email})`, emailOrId.toLowerCase())
        : eq(users.id, emailOrId),
    );
  if (!user) throw new OperatorError("noClient", { client: emailOrId });
  return user;
}
