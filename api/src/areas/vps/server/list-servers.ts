import type { SQL } from "drizzle-orm";
import { and, eq, ilike, inArray, like, or, sql } from "drizzle-orm";
import { revocationOf } from "#api/areas/vps/renewal/renewal-rules";
import { cutPage, ordersOf } from "#api/calls/page-cut";
import { verb } from "#api/calls/verb";
import { askedOnce } from "#api/db/asked-once";
import type { Database } from "#api/db/connect";
import { rates, serverCounts, servers, upgrades } from "#api/db/schema/vps";
import { serversPerPage } from "#contract/rules";
import * as contract from "#contract/vps/index";
import type { ServerFilter, ServerStatus } from "#contract/vps/status";
import { canSeeCredentials, serverStatuses, statusesOf } from "#contract/vps/status";

/** The column behind each order; ids break ties, so that a page never repeats a row of another. */
const columns: Record<
  contract.ServerSort,
  (typeof servers)["id" | "rateId" | "issuedAt" | "paidUntil" | "status"]
> = {
  id: servers.id,
  tariff: servers.rateId,
  issued: servers.issuedAt,
  paidUntil: servers.paidUntil,
  status: servers.status,
};

/** The beginning of an id or an address, or a part of a comment; what is typed is no pattern. */
function isFound(search: string): SQL | undefined {
  const text = search.replace(/[\\%_]/g, "\\$&");
  return or(
    like(servers.id, `${text}%`),
    ilike(servers.comment, `%${text}%`),
    and(like(servers.ip, `${text}%`), inArray(servers.status, withAddress)),
  );
}

/** Where an address is shown, it is found by as well. */
const withAddress = serverStatuses.filter(canSeeCredentials);

export const listServers = verb(
  contract.servers,
  async ({ search, status, sort, direction, page }, { db, client }) => {
    const matching: SQL[] = [eq(servers.userId, client.id)];
    if (status !== "all") matching.push(inArray(servers.status, [...statusesOf[status]]));
    const where = and(...matching, search ? isFound(search) : undefined);

    const { total, all } = await countServers(db, client.id, status, search ? where : undefined);
    const pages = Math.max(1, Math.ceil(total / serversPerPage));
    const shown = Math.min(page, pages);

    const cut = cutPage(total, shown, serversPerPage);
    const order = ordersOf(direction, cut);
    // the page is found in an index first, the rows are read after it
    const found = db
      .select({ id: servers.id })
      .from(servers)
      .where(where)
      .orderBy(order.walked(columns[sort]), ...(sort === "id" ? [] : [order.walked(servers.id)]))
      .limit(cut.limit)
      .offset(cut.offset)
      .as("found");
    const hasUpgrade = sql<boolean>`exists (select 1 from ${upgrades} where ${upgrades.serverId} = ${servers.id} and ${upgrades.status} in ('pending', 'running'))`;
    const rows = await db
      .select({ server: servers, tariff: rates.name, hasUpgrade })
      .from(found)
      .innerJoin(servers, eq(servers.id, found.id))
      .innerJoin(rates, eq(rates.id, servers.rateId))
      .orderBy(order.shown(columns[sort]), order.shown(servers.id));

    return {
      servers: rows.map(({ server, ...rest }) => ({ ...rowOf(server), ...rest })),
      page: shown,
      pages,
      total,
      all,
    };
  },
);

/** How many servers a client has in each status. */
export const countsOf = askedOnce(
  "server counts",
  async (db: Database, userId: string): Promise<Record<ServerStatus, number>> => {
    const rows = await db.select().from(serverCounts).where(eq(serverCounts.userId, userId));
    const counts = { settingUp: 0, active: 0, blocked: 0, revoked: 0 };
    for (const { status, count } of rows) counts[status] = count;
    return counts;
  },
);

/** How many servers a filter shows, and how many there are; only what is searched for is counted row by row. */
async function countServers(db: Database, userId: string, filter: ServerFilter, searched: SQL | undefined) {
  const [counts, found] = await Promise.all([
    countsOf(db, userId),
    searched ? db.$count(servers, searched) : null,
  ]);
  const sum = (statuses: readonly ServerStatus[]) =>
    statuses.reduce((total, status) => total + counts[status], 0);
  return { total: found ?? sum(statusesOf[filter]), all: sum(statusesOf.all) };
}

/** What lists and details say of a server; nothing of its credentials. */
export function rowOf(server: typeof servers.$inferSelect) {
  const { id, comment, isTest, issuedAt, paidUntil, renewalMonths, autoRenewal, status } = server;
  return {
    id,
    comment,
    isTest,
    issuedAt: issuedAt.toISOString(),
    paidUntil: paidUntil.toISOString(),
    renewalMonths,
    autoRenewal,
    status,
    ip: canSeeCredentials(status) ? server.ip : null,
    revokedOn: (server.revokedAt ?? revocationOf(server))?.toISOString() ?? null,
  };
}
