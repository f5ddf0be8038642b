import { and, asc, desc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { verb } from "#api/calls/verb";
import type { Database } from "#api/db/connect";
import { partnerNetwork, partnerPayments, partnerRewards } from "#api/db/schema/partner";
import { users } from "#api/db/schema/user";
import { maskName } from "#api/values/mask-name";
import { Refusal } from "#api/values/refusal";
import type { Output } from "#contract/call";
import * as contract from "#contract/partner/index";
import { isActiveReferral } from "./active-referrals";

const perPage = 10;
/** Of a branch the first clients are shown; all of them on the branch's own page. */
const perBranch = 5;

type Node = Output<typeof contract.network>["nodes"][number];
type Place = { id: string; parentId: string | null; clientId: string; level: 1 | 2 | 3; joinedAt: Date };

const placeColumns = {
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

/** The first clients below each of the given ones, newest first. */
async function firstBelow(db: Database, partnerId: string, parents: Place[]): Promise<Place[]> {
  if (parents.length === 0) return [];
  const ranked = db
    .select({
      ...placeColumns,
      place:
        sql<number>`row_number() over (partition by ${partnerNetwork.parentId} order by ${partnerNetwork.joinedAt} desc, ${partnerNetwork.id})`.as(
          "place",
        ),
    })
    .from(partnerNetwork)
    .where(
      and(
        eq(partnerNetwork.partnerId, partnerId),
        inArray(
          partnerNetwork.parentId,
          parents.map(({ id }) => id),
        ),
      ),
    )
    .as("ranked");
  return db.select().from(ranked).where(lte(ranked.place, perBranch)).orderBy(ranked.parentId, ranked.place);
}

/** Puts names (masked), activity and sums to the places; the order stays. */
async function describe(db: Database, partnerId: string, places: Place[], now: Date): Promise<Node[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ id }) => id);
  const clientIds = places.map(({ clientId }) => clientId);
  const [people, counts, payments, rewards] = await Promise.all([
    db
      .select({ id: partnerNetwork.id, name: users.name, active: isActiveReferral(now) })
      .from(partnerNetwork)
      .innerJoin(users, eq(users.id, partnerNetwork.clientId))
      .where(inArray(partnerNetwork.id, ids)),
    db
      .select({ id: partnerNetwork.parentId, count: sql<number>`count(*)::int` })
      .from(partnerNetwork)
      .where(and(eq(partnerNetwork.partnerId, partnerId), inArray(partnerNetwork.parentId, ids)))
      .groupBy(partnerNetwork.parentId),
    db
      .select({
        id: partnerPayments.clientId,
        cents: sql<number>`sum(${partnerPayments.amountCents} - ${partnerPayments.refundedCents})`,
      })
      .from(partnerPayments)
      .where(inArray(partnerPayments.clientId, clientIds))
      .groupBy(partnerPayments.clientId),
    db
      .select({ id: partnerRewards.clientId, cents: sql<number>`sum(${partnerRewards.amountCents})` })
      .from(partnerRewards)
      .where(and(eq(partnerRewards.partnerId, partnerId), inArray(partnerRewards.clientId, clientIds)))
      .groupBy(partnerRewards.clientId),
  ]);
  const personOf = new Map(people.map((row) => [row.id, row]));
  const countOf = new Map(counts.map((row) => [row.id, row.count]));
  const turnoverOf = new Map(payments.map((row) => [row.id, row.cents]));
  const rewardOf = new Map(rewards.map((row) => [row.id, row.cents]));
  return places.map(({ id, parentId, clientId, level, joinedAt }) => ({
    id,
    parentId,
    level,
    name: maskName(personOf.get(id)?.name ?? ""),
    joinedAt: joinedAt.toISOString(),
    active: personOf.get(id)?.active ?? false,
    clientCount: countOf.get(id) ?? 0,
    turnoverCents: Number(turnoverOf.get(clientId) ?? 0),
    rewardCents: Number(rewardOf.get(clientId) ?? 0),
  }));
}

export const network = verb(contract.network, async (input, context) => {
  const { db, clock } = context;
  const partnerId = context.client.id;
  const [root = null] = input.client
    ? await db
        .select(placeColumns)
        .from(partnerNetwork)
        .where(and(eq(partnerNetwork.id, input.client), eq(partnerNetwork.partnerId, partnerId)))
    : [];
  if (input.client && !root) throw new Refusal(404, "notFound");
  const list = below(partnerId, root?.id ?? null);
  const total = await db.$count(partnerNetwork, list);
  const pages = Math.max(1, Math.ceil(total / perPage));
  const page = Math.min(input.page, pages);
  const first = await db
    .select(placeColumns)
    .from(partnerNetwork)
    .where(list)
    .orderBy(desc(partnerNetwork.joinedAt), asc(partnerNetwork.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const second = await firstBelow(db, partnerId, first);
  const third = await firstBelow(db, partnerId, second);
  const described = await describe(
    db,
    partnerId,
    [...(root ? [root] : []), ...first, ...second, ...third],
    clock.now(),
  );
  const top = root ? (described.shift() ?? null) : null;
  return { nodes: described, root: top, page, pages, total };
});
