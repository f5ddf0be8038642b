import type { SQL } from "drizzle-orm";
import { and, eq, inArray, like, sql } from "drizzle-orm";
import { revocationOf } from "#api/areas/vps/renewal/renewal-rules";
import { cutPage, ordersOf } from "#api/calls/page-cut";
import { verb } from "#api/calls/verb";
import { builtOnce } from "#api/db/built-once";
import type { Database } from "#api/db/connect";
import { serverComments as comments, rates, servers, upgrades } from "#api/db/schema/vps";
import { serversPerPage } from "#contract/rules";
import * as contract from "#contract/vps/index";
import type { ServerFilter, ServerStatus } from "#contract/vps/status";
import { canSeeCredentials, serverStatuses, statusesOf } from "#contract/vps/status";
import { standingOf } from "./standing";

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

export const listServers = verb(
  contract.servers,
  async ({ search = "", status, sort, direction, page }, { db, client }) => {
    const { counts } = await standingOf(db, client.id);
    const sum = (of: readonly ServerStatus[]) => of.reduce((total, one) => total + counts[one], 0);
    const read = ({ limit, offset, fromEnd }: ReturnType<typeof cutPage>) =>
      serversBy(db, status, search !== "", sort, direction, fromEnd).execute({
        ...{ userId: client.id, limit, offset },
        ...searchFor(search),
      });

    // how many are found is known where they are found: that page is read as if it were there
    const before = (page - 1) * serversPerPage;
    const guess = search ? await read({ limit: serversPerPage, offset: before, fromEnd: false }) : [];
    const beyond = async () =>
      page > 1 ? ((await read({ limit: 1, offset: 0, fromEnd: false }))[0]?.total ?? 0) : 0;
    const total = search ? (guess[0]?.total ?? (await beyond())) : sum(statusesOf[status]);
    const pages = Math.max(1, Math.ceil(total / serversPerPage));
    const shown = Math.min(page, pages);
    const isRead = guess.length > 0 || total === 0;
    const rows = isRead ? guess : await read(cutPage(total, shown, serversPerPage));
    return {
      servers: rows.map(({ server, tariff, hasUpgrade }) => ({ ...rowOf(server), tariff, hasUpgrade })),
      page: shown,
      pages,
      total,
      all: sum(statusesOf.all),
    };
  },
);

type Order = [sort: contract.ServerSort, direction: "asc" | "desc", fromEnd: boolean];

/** A page of servers, of a search with how many are found. */
const serversBy = builtOnce(
  (db: Database, status: ServerFilter, isSearched: boolean, ...[sort, direction, fromEnd]: Order) => {
    const order = ordersOf(direction, { fromEnd });
    const isWanted = status === "all" ? undefined : inArray(servers.status, [...statusesOf[status]]);
    const isFound = isSearched ? inArray(servers.id, searched(db)) : undefined;
    const total = isSearched ? sql<number>`count(*) over ()` : sql<number>`0`;
    // the page is found in an index first, the rows are read after it
    const found = db
      .select({ id: servers.id, total: total.mapWith(Number).as("total") })
      .from(servers)
      .where(and(eq(servers.userId, sql.placeholder("userId")), isWanted, isFound))
      .orderBy(order.walked(columns[sort]), ...(sort === "id" ? [] : [order.walked(servers.id)]))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .as("found");
    const hasUpgrade = sql<boolean>`exists (select 1 from ${upgrades} where ${upgrades.serverId} = ${servers.id} and ${upgrades.status} in ('pending', 'running'))`;
    return db
      .select({ server: servers, tariff: rates.name, hasUpgrade, total: found.total })
      .from(found)
      .innerJoin(servers, eq(servers.id, found.id))
      .innerJoin(rates, eq(rates.id, servers.rateId))
      .orderBy(order.shown(columns[sort]), order.shown(servers.id));
  },
);

/** What is typed is no pattern. */
function searchFor(typed: string) {
  const text = typed.replace(/[\\%_]/g, "\\$&");
  return { typed, begins: `${text}%`, holds: `%${text}%` };
}

/** Servers by the beginning of an id or an address, or a part of a comment, each from an index of its own. */
function searched(db: Database) {
  const [userId, begins] = [sql.placeholder("userId"), sql.placeholder("begins")];
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
        sql`${comments.parts} @> comment_parts(${userId}, small_letters(${sql.placeholder("typed")}))`,
        sql`${comments.words} like small_letters(${sql.placeholder("holds")})`,
      ),
    );
  return by(like(servers.id, begins))
    .unionAll(by(like(servers.ip, begins), inArray(servers.status, withAddress)))
    .unionAll(words);
}

/** Where an address is shown, it is found by as well. */
const withAddress = serverStatuses.filter(canSeeCredentials);

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
