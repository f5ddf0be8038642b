import { and, eq, ne } from "drizzle-orm";
import type { monitoringAccounts } from "#api/db/schema/monitoring";
import type { TerminalVia } from "#api/db/schema/monitoring-history";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";

type Owned = Pick<typeof monitoringAccounts.$inferSelect, "userId">;

/**
 * How a post came: from the address of a server that the account's owner rents here, or from anywhere with the key. Its owner
 * administers that server, so this says where the post came from and nothing of what it says.
 */
export async function viaOf(tx: Tx, { userId }: Owned, address: string): Promise<TerminalVia> {
  const ip = address.replace(/^::ffff:/i, "");
  const [server] = await tx
    .select({ id: servers.id })
    .from(servers)
    .where(and(eq(servers.userId, userId), eq(servers.ip, ip), ne(servers.status, "revoked")))
    .limit(1);
  return server ? "server" : "key";
}
