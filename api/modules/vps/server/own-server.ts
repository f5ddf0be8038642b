import { and, eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { ApiError } from "#api/lib/api-error";

export type Server = typeof servers.$inferSelect;

const isOwn = (userId: string, serverId: string) => and(eq(servers.id, serverId), eq(servers.userId, userId));

/** Returns a server of the client; throws the same 404 for another client's and a missing one. */
export async function ownServer(db: Database | Tx, userId: string, serverId: string): Promise<Server> {
  const [server] = await db.select().from(servers).where(isOwn(userId, serverId));
  if (!server) throw new ApiError(404, "notFound");
  return server;
}

/**
 * Like `ownServer`, locked until the transaction ends, so that payments, upgrades and orders of one server run one
 * after another.
 */
export async function lockOwnServer(tx: Tx, userId: string, serverId: string): Promise<Server> {
  const [server] = await tx.select().from(servers).where(isOwn(userId, serverId)).for("update");
  if (!server) throw new ApiError(404, "notFound");
  return server;
}

/** Locks a server for a job or an operator; null if there is none. */
export async function lockServer(tx: Tx, serverId: string): Promise<Server | null> {
  const [server] = await tx.select().from(servers).where(eq(servers.id, serverId)).for("update");
  return server ?? null;
}
