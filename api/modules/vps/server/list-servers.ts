import { and, eq, inArray, like, or, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { escapeLike } from "#api/db/escape-like";
import { preparedQuery } from "#api/db/prepared-query";
import { serverComments as comments, rates, servers, upgrades } from "#api/db/schema/vps";
import { handle } from "#api/http/handle";
import { cutPage, ordersOf } from "#api/http/pagination";
import { revocationOf } from "#api/modules/vps/renewal/renewal-rules";
import { serversPerPage } from "#contract/rules";
import * as contract from "#contract/vps/index";
import type { ServerFilter, ServerStatus } from "#contract/vps/status";
import { canSeeCredentials, serverStatuses, statusesOf } from "#contract/vps/status";
import { serverStateOf } from "./server-state";

/** The column of each sort order; ids break ties, so that pages do not repeat rows. */
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

/** Compares as the index `servers_by_end` does. */
const isRevoked = sql`(${servers.status} = 'revoked')`;

/**
 * Returns what a list is sorted by. By the earliest end of paid time, revoked servers come last: theirs is over, and
 * it would hide the end that comes next.
 */
function sortKeys(sort: contract.ServerSort, direction: "asc" | "desc", status: ServerFilter) {
  const byEnd = sort === "paidUntil" && direction === "asc" && (status === "all" || status === "active");
  return [...(byEnd ? [isRevoked] : []), columns[sort], ...(sort === "id" ? [] : [servers.id])];
}

export const listServers = handle(
  contract.servers,
  async ({ search = "", status, sort, direction, page }, { db, client }) => {
    const filter = { userId: client.id, ...searchFor(search) };
    const [{ counts }, [sought]] = await Promise.all([
      serverStateOf(db, client.id),
      search ? countBy(db, status).execute(filter) : [],
    ]);
    const sum = (of: readonly ServerStatus[]) => of.reduce((total, one) => total + counts[one], 0);
    const listed = sum(statusesOf[status]);
    const total = search ? (sought?.total ?? 0) : listed;
    const pages = Math.max(1, Math.ceil(total / serversPerPage));
    const currentPage = Math.min(page, pages);
    const { limit, offset, fromEnd } = cutPage(total, currentPage, serversPerPage);
    // with many matches, the sorted list is scanned until the page is full; with few, the matches are sorted
    const manyFound = (offset + limit) * listed < total * total ? "walked" : "found";
    const rows =
      total === 0
        ? []
        : await serversBy(db, status, search ? manyFound : "all", sort, direction, fromEnd).execute({
            ...filter,
            limit,
            offset,
          });
    return {
      servers: rows.map(({ server, ...besides }) => ({ ...rowOf(server), ...besides })),
      page: currentPage,
      pages,
      total,
      all: sum(statusesOf.all),
    };
  },
);

type Order = [sort: contract.ServerSort, direction: "asc" | "desc", fromEnd: boolean];

const hasStatus = (status: ServerFilter) =>
  status === "all" ? undefined : inArray(servers.status, [...statusesOf[status]]);

/** Selects a page of servers: of all, or of a search in one of two ways. */
const serversBy = preparedQuery(
  (
    db: Database,
    status: ServerFilter,
    which: "all" | "walked" | "found",
    ...[sort, direction, fromEnd]: Order
  ) => {
    const order = ordersOf(direction, { fromEnd });
    const keys = sortKeys(sort, direction, status);
    const isFound =
      which === "found" ? inArray(servers.id, serversByComment(db, "all").unionAll(namedBy(db))) : undefined;
    const list = db.select({ id: servers.id }).from(servers).$dynamic();
    const walked = which === "walked" ? list.leftJoin(comments, eq(comments.serverId, servers.id)) : list;
    // finds the page in an index first, then reads its rows
    const pageIds = walked
      .where(and(isOwn, hasStatus(status), which === "walked" ? or(isNamed, commentMatches) : isFound))
      .orderBy(...keys.map(order.walked))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .as("found");
    const hasUpgrade = sql<boolean>`exists (select 1 from ${upgrades} where ${upgrades.serverId} = ${servers.id} and ${upgrades.status} in ('pending', 'running'))`;
    return db
      .select({ server: servers, tariff: rates.name, hasUpgrade })
      .from(pageIds)
      .innerJoin(servers, eq(servers.id, pageIds.id))
      .innerJoin(rates, eq(rates.id, servers.rateId))
      .orderBy(...keys.map(order.shown));
  },
);

/** Returns the patterns of a search. */
function searchFor(typed: string) {
  const text = escapeLike(typed);
  return { typed, begins: `${text}%`, holds: `%${text}%` };
}

/** Statuses in which the address is shown, and therefore searchable. */
const withAddress = serverStatuses.filter(canSeeCredentials);

const [userId, begins] = [sql.placeholder("userId"), sql.placeholder("begins")];
const isNamed = or(
  like(servers.id, begins),
  and(like(servers.ip, begins), inArray(servers.status, withAddress)),
);
const commentMatches = sql`${comments.lowerCaseText} like small_letters(${sql.placeholder("holds")})`;

const isOwn = eq(servers.userId, userId);

/** Selects servers by the beginning of an id or an address, each from an index. */
const namedBy = (db: Database) => db.select({ id: servers.id }).from(servers).where(and(isOwn, isNamed));

/** Selects servers by a part of a comment, also from an index. */
function serversByComment(db: Database, status: ServerFilter) {
  const all = db.select({ id: comments.serverId }).from(comments).$dynamic();
  const ofStatus = status === "all" ? all : all.innerJoin(servers, eq(servers.id, comments.serverId));
  const searchedParts = sql`sought_parts(${userId}, small_letters(${sql.placeholder("typed")}))`;
  return ofStatus.where(
    and(
      eq(comments.userId, userId),
      sql`${comments.ngrams} @> ${searchedParts}`,
      commentMatches,
      hasStatus(status),
    ),
  );
}

/** Counts the matches of a search: by comment, plus those by name without a matching comment. */
const countBy = preparedQuery((db: Database, status: ServerFilter) => {
  const namedOnly = db
    .select({ id: servers.id })
    .from(servers)
    .leftJoin(comments, eq(comments.serverId, servers.id))
    .where(and(isOwn, isNamed, hasStatus(status), sql`(${commentMatches}) is not true`));
  const found = serversByComment(db, status).unionAll(namedOnly).as("found");
  return db.select({ total: sql<number>`count(*)` }).from(found);
});

/** Returns a server's fields for lists and details, without credentials. */
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
