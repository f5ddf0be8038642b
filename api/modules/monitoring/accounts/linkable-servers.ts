import { and, asc, eq, or } from "drizzle-orm";
import { servers } from "#api/db/schema/vps";
import { handle } from "#api/http/handle";
import * as contract from "#contract/monitoring/index";
import { readOwnAccount } from "./own-account";

export const linkableServers = handle(contract.serversToTie, async ({ monitoringId }, { db, client }) => {
  const { serverId } = await readOwnAccount(db, client, monitoringId);
  const canRun = eq(servers.status, "active");
  const rows = await db
    .select({ id: servers.id, comment: servers.comment })
    .from(servers)
    // the account's current server stays on the list, blocked or not
    .where(and(eq(servers.userId, client.id), serverId ? or(canRun, eq(servers.id, serverId)) : canRun))
    .orderBy(asc(servers.id));
  return { servers: rows };
});
