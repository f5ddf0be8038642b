import type { Placeholder, SQL } from "drizzle-orm";
import { and, eq, ilike, inArray, like, or, sql } from "drizzle-orm";
import { revocationOf } from "#api/areas/vps/renewal/renewal-rules";
import { cutPage, ordersOf } from "#api/calls/page-cut";
import { verb } from "#api/calls/verb";
import { builtOnce } from "#api/db/built-once";
import type { Database } from "#api/db/connect";
import { rates, servers, upgrades } from "#api/db/schema/vps";
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

/** What is typed is no pattern. */
type Search = { begins: string; holds: string };

function searchFor(typed: string): Search {
  const text = typed.replace(/[\\%_]/g, "\\$&");
  return { begins: `${text}%`, holds: `%${text}%` };
}

type Placed<T> = { [Name in keyof T]: T[Name] | Placeholder };

/** The beginning of an id or an address, or a part of a comment. */
const isFound = ({ begins, holds }: Placed<Search>): SQL | undefined =>
  or(
    like(servers.id, begins),
    ilike(servers.comment, holds),
    and(like(servers.ip, begins), inArray(servers.status, withAddress)),
  );

function isShown(userId: string | Placeholder, status: ServerFilter, search: Placed<Search> | undefined) {
  const isWanted = status === "all" ? undefined : inArray(servers.status, [...statusesOf[status]]);
  return and(eq(servers.userId, userId), isWanted, search && isFound(search));
}

/** Where an address is shown, it is found by as well. */
const withAddress = serverStatuses.filter(canSeeCredentials);

export const listServers = verb(
  contract.servers,
  async ({ search: typed, status, sort, direction, page }, { db, client }) => {
    const search = typed ? searchFor(typed) : undefined;
    const { total, all } = await countServers(db, client.id, status, search);
    const pages = Math.max(1, Math.ceil(total / serversPerPage));
    const shown = Math.min(page, pages);
    const { limit, offset, fromEnd } = cutPage(total, shown, serversPerPage);
    const question = serversBy(db, status, search !== undefined, sort, direction, fromEnd);
    const rows = await question.execute({ userId: client.id, ...search, limit, offset });
    return {
      servers: rows.map(({ server, tariff, hasUpgrade }) => ({ ...rowOf(server), tariff, hasUpgrade })),
      page: shown,
      pages,
      total,
      all,
    };
  },
);

type Order = [sort: contract.ServerSort, direction: "asc" | "desc", fromEnd: boolean];

const serversBy = builtOnce(
  (db: Database, status: ServerFilter, isSearched: boolean, ...[sort, direction, fromEnd]: Order) => {
    const order = ordersOf(direction, { fromEnd });
    const search = isSearched
      ? { begins: sql.placeholder("begins"), holds: sql.placeholder("holds") }
      : undefined;
    // the page is found in an index first, the rows are read after it
    const found = db
      .select({ id: servers.id })
      .from(servers)
      .where(isShown(sql.placeholder("userId"), status, search))
      .orderBy(order.walked(columns[sort]), ...(sort === "id" ? [] : [order.walked(servers.id)]))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .as("found");
    const hasUpgrade = sql<boolean>`exists (select 1 from ${upgrades} where ${upgrades.serverId} = ${servers.id} and ${upgrades.status} in ('pending', 'running'))`;
    return db
      .select({ server: servers, tariff: rates.name, hasUpgrade })
      .from(found)
      .innerJoin(servers, eq(servers.id, found.id))
      .innerJoin(rates, eq(rates.id, servers.rateId))
      .orderBy(order.shown(columns[sort]), order.shown(servers.id));
  },
);

/** How many servers a filter shows, and how many there are; only what is searched for is counted row by row. */
async function countServers(db: Database, userId: string, filter: ServerFilter, search: Search | undefined) {
  const [{ counts }, found] = await Promise.all([
    standingOf(db, userId),
    search ? db.$count(servers, isShown(userId, filter, search)) : null,
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
