import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/users";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";

/** Returns a server as people know it: by its client's comment and its id, `Night desk (a1b2)`. */
export const serverText = ({ id, comment }: { id: string; comment: string }): string =>
  comment ? `${comment} (${id})` : id;

/** Returns the names of a server and of its client, for an answer. */
export async function serverNames(tx: Tx, id: string): Promise<{ server: string; client: string }> {
  const [row] = await tx
    .select({ comment: servers.comment, email: users.email })
    .from(servers)
    .innerJoin(users, eq(users.id, servers.userId))
    .where(eq(servers.id, id));
  return { server: serverText({ id, comment: row?.comment ?? "" }), client: row?.email ?? "" };
}
