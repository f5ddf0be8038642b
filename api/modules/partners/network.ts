import type { SQL } from "drizzle-orm";
import { and, asc, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "#api/db/connect";
import { partnerNetwork, partnerPayments, partnerRewards } from "#api/db/schema/partners";
import { users } from "#api/db/schema/users";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import { maskName } from "#api/lib/mask-name";
import type { Output } from "#contract/endpoint";
import * as contract from "#contract/partners/index";
import { isActiveReferral } from "./active-referrals";

const perPage = 10;
/** Number of clients shown of a branch; the branch's own page shows all. */
const perBranch = 5;

type Node = Output<typeof contract.network>["nodes"][number];
type NetworkRow = { id: string; parentId: string | null; clientId: string; level: 1 | 2 | 3; joinedAt: Date };

const networkColumns = {
  id: partnerNetwork.id,
  parentId: partnerNetwork.parentId,
  clientId: partnerNetwork.clientId,
  level: partnerNetwork.level,
  joinedAt: partnerNetwork.joinedAt,
};

const below = (partnerId: string, parentId: string | null) =>
  and(
    eq(partnerNetwork.partnerId, partnerId),
    parentId ? eq(partnerNetwork.parentId, parentId) : isNull(partnerNetwork.parentId),
  );

/** Returns the first clients below each of the given ones, and below those; each branch newest first. */
async function firstBelow(db: Database, partnerId: string, parents: NetworkRow[]): Promise<NetworkRow[]> {
  if (parents.length === 0) return [];
  const ids = sql`array[${sql.join(
    parents.map(({ id }) => sql`${id}`),
    sql`, `,
  )}]::text[]`;
  const columns = sql.raw("id, parent_id, client_id, level, joined_at");
  const branch = (parent: SQL) => sql`lateral (
    select ${columns} from ${partnerNetwork} where partner_id = ${partnerId} and parent_id = ${parent}
    order by joined_at desc, id limit ${perBranch}) found`;
  const { rows } = await db.execute<NetworkRow & { joinedAt: string }>(sql`
    with second as (select found.* from unnest(${ids}) with ordinality above (id, place), ${branch(sql`above.id`)}
      order by above.place, found.joined_at desc, found.id),
    third as (select found.* from second, ${branch(sql`second.id`)})
    select id, parent_id as "parentId", client_id as "clientId", level,
      to_char(joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "joinedAt"
    from (select * from second union all select * from third) below
    order by level, parent_id, joined_at desc, id`);
  return rows.map((row) => ({ ...row, joinedAt: new Date(row.joinedAt) }));
}

/** Adds masked names, activity and sums to the places, in the same order. */
async function describe(db: Database, partnerId: string, places: NetworkRow[], now: Date): Promise<Node[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ id }) => id);
  const clients = alias(partnerNetwork, "clients");
  const below = db
    .select({ count: count() })
    .from(clients)
    .where(and(eq(clients.partnerId, partnerId), eq(clients.parentId, partnerNetwork.id)));
  const turnover = db
    .select({
      cents: sql`coalesce(sum(${partnerPayments.amountCents} - ${partnerPayments.refundedCents}), 0)`,
    })
    .from(partnerPayments)
    .where(eq(partnerPayments.clientId, partnerNetwork.clientId));
  const reward = db
    .select({ cents: sql`coalesce(sum(${partnerRewards.amountCents}), 0)` })
    .from(partnerRewards)
    .where(
      and(eq(partnerRewards.partnerId, partnerId), eq(partnerRewards.clientId, partnerNetwork.clientId)),
    );
  const rows = await db
    .select({
      id: partnerNetwork.id,
      name: users.name,
      active: isActiveReferral(now),
      clientCount: sql`${below}`.mapWith(Number),
      turnoverCents: sql`${turnover}`.mapWith(Number),
      rewardCents: sql`${reward}`.mapWith(Number),
    })
    .from(partnerNetwork)
    .innerJoin(users, eq(users.id, partnerNetwork.clientId))
    .where(inArray(partnerNetwork.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return places.flatMap(({ id, parentId, level, joinedAt }) => {
    const row = byId.get(id);
    if (!row) return [];
    return { ...row, parentId, level, name: maskName(row.name), joinedAt: joinedAt.toISOString() };
  });
}

/**
 * Returns a page of the direct children, newest first, and their total; a page beyond the last returns the last page.
 */
async function pageBelow(db: Database, list: SQL | undefined, requestedPage: number) {
  const fetchPage = (page: number) =>
    db
      .select({ ...networkColumns, total: sql<number>`count(*) over ()`.mapWith(Number) })
      .from(partnerNetwork)
      .where(list)
      .orderBy(desc(partnerNetwork.joinedAt), asc(partnerNetwork.id))
      .limit(perPage)
      .offset((page - 1) * perPage);
  const found = await fetchPage(requestedPage);
  if (found.length > 0 || requestedPage === 1)
    return { places: found, page: requestedPage, total: found[0]?.total ?? 0 };
  const page = Math.max(1, Math.ceil((await db.$count(partnerNetwork, list)) / perPage));
  const last = await fetchPage(page);
  return { places: last, page, total: last[0]?.total ?? 0 };
}

export const network = handle(contract.network, async (input, context) => {
  const { db, clock } = context;
  const partnerId = context.client.id;
  const [root = null] = input.client
    ? await db
        .select(networkColumns)
        .from(partnerNetwork)
        .where(and(eq(partnerNetwork.id, input.client), eq(partnerNetwork.partnerId, partnerId)))
    : [];
  if (input.client && !root) throw new ApiError(404, "notFound");
  const { places, page, total } = await pageBelow(db, below(partnerId, root?.id ?? null), input.page);
  const further = await firstBelow(db, partnerId, places);
  const described = await describe(
    db,
    partnerId,
    [...(root ? [root] : []), ...places, ...further],
    clock.now(),
  );
  const top = root ? (described.shift() ?? null) : null;
  return { nodes: described, root: top, page, pages: Math.max(1, Math.ceil(total / perPage)), total };
});
