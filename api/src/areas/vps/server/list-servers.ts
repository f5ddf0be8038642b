import type { SQL } from "drizzle-orm";
import { and, eq, inArray, like, sql } from "drizzle-orm";
import { revocationOf } from "#api/areas/vps/renewal/renewal-rules";
import type { PageCut } from "#api/calls/page-cut";
import { cutPage, ordersOf } from "#api/calls/page-cut";
import { verb } from "#api/calls/verb";
import { askedOnce } from "#api/db/asked-once";
import type { Database } from "#api/db/connect";
import { serverComments as comments, rates, serverCounts, servers, upgrades } from "#api/db/schema/vps";
import { serversPerPage } from "#contract/rules";
import * as contract from "#contract/vps/index";
import type { ServerStatus } from "#contract/vps/status";
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

/** Servers by the beginning of an id or an address, or a part of a comment, each from an index of its own; what is typed is no pattern. */
function foundBy(db: Database, userId: string, search: string) {
  const text = search.replace(/[\\%_]/g, "\\$&");
  const by = (...conditions: SQL[]) =>
    db
      .select({ id: servers.id })
      .from(servers)
      .where(and(eq(servers.userId, userId), ...conditions));
  const words = db
    .select({ id: comments.serverId })
    .from(comments)
    .where(
      and(
        sql`${comments.parts} @> comment_parts(${userId}, small_letters(${search}))`,
        sql`${comments.words} like small_letters(${`%${text}%`})`,
      ),
    );
  return by(like(servers.id, `${text}%`))
    .unionAll(by(like(servers.ip, `${text}%`), inArray(servers.status, withAddress)))
    .unionAll(words);
}

/** Where an address is shown, it is found by as well. */
const withAddress = serverStatuses.filter(canSeeCredentials);

export const listServers = verb(
  contract.servers,
  async ({ search, status, sort, direction, page }, { db, client }) => {
    const counts = await countsOf(db, client.id);
    const sum = (of: readonly ServerStatus[]) => of.reduce((total, one) => total + counts[one], 0);
    const matching: SQL[] = [eq(servers.userId, client.id)];
    if (status !== "all") matching.push(inArray(servers.status, [...statusesOf[status]]));
    if (search) matching.push(inArray(servers.id, foundBy(db, client.id, search)));
    const read = (cut: PageCut) =>
      readPage(db, and(...matching), { sort, direction, cut, isCounted: Boolean(search) });

    // how many are found is known where they are found: that page is read as if it were there
    const before = (page - 1) * serversPerPage;
    const guess = search ? await read({ limit: serversPerPage, offset: before, fromEnd: false }) : [];
    const unknown = () => (page > 1 ? db.$count(servers, and(...matching)) : 0);
    const total = search ? (guess[0]?.total ?? (await unknown())) : sum(statusesOf[status]);
    const pages = Math.max(1, Math.ceil(total / serversPerPage));
    const shown = Math.min(page, pages);
    const rows = guess.length > 0 ? guess : await read(cutPage(total, shown, serversPerPage));
    return {
      servers: rows.map(({ server, tariff, hasUpgrade }) => ({ ...rowOf(server), tariff, hasUpgrade })),
      page: shown,
      pages,
      total,
      all: sum(statusesOf.all),
    };
  },
);

type Order = { sort: contract.ServerSort; direction: "asc" | "desc"; cut: PageCut; isCounted: boolean };

/** A page of servers, where `isCounted` with how many there are of them: it is found in an index first, the rows are read after it. */
function readPage(db: Database, where: SQL | undefined, { sort, direction, cut, isCounted }: Order) {
  const order = ordersOf(direction, cut);
  const total = isCounted ? sql<number>`count(*) over ()` : sql<number>`0`;
  const found = db
    .select({ id: servers.id, total: total.mapWith(Number).as("total") })
    .from(servers)
    .where(where)
    .orderBy(order.walked(columns[sort]), ...(sort === "id" ? [] : [order.walked(servers.id)]))
    .limit(cut.limit)
    .offset(cut.offset)
    .as("found");
  const hasUpgrade = sql<boolean>`exists (select 1 from ${upgrades} where ${upgrades.serverId} = ${servers.id} and ${upgrades.status} in ('pending', 'running'))`;
  return db
    .select({ server: servers, tariff: rates.name, hasUpgrade, total: found.total })
    .from(found)
    .innerJoin(servers, eq(servers.id, found.id))
    .innerJoin(rates, eq(rates.id, servers.rateId))
    .orderBy(order.shown(columns[sort]), order.shown(servers.id));
}

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
