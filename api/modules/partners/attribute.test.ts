import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { partnerNetwork } from "#api/db/schema/partners";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/partners/index";
import { findPartner } from "./attribute";
import { newReferral, pay } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

/** Returns a client's places: in which network, on which level, below which place, since when. */
const placesOf = async (clientId: string) =>
  (
    await api.db
      .select()
      .from(partnerNetwork)
      .where(eq(partnerNetwork.clientId, clientId))
      .orderBy(partnerNetwork.level)
  ).map(({ id, clientId: _client, joinedAt, ...node }) => ({ ...node, joinedAt: joinedAt.toISOString() }));
const nodeIdIn = async (partnerId: string, clientId: string) => {
  const rows = await api.db.select().from(partnerNetwork).where(eq(partnerNetwork.clientId, clientId));
  return rows.find((row) => row.partnerId === partnerId)?.id;
};
const referrerOf = async (id: string) => {
  const [row] = await api.db.select().from(users).where(eq(users.id, id));
  return row?.referrerId ?? null;
};
const codeOf = async (owner: { token: string }, name: string) =>
  (await api.call(contract.createPromoCode, { name, discount: 5 }, { token: owner.token })).body.id;

it("places a client below the partner and the two above, each below a place of the same network", async () => {
  const first = await api.newClient();
  const second = await newReferral(api, first.id);
  const third = await newReferral(api, second.id);
  const fourth = await newReferral(api, third.id);
  api.pass({ minutes: 1 });
  const fifth = await newReferral(api, fourth.id);
  const joinedAt = api.deps.clock.now().toISOString();
  expect(await placesOf(fifth.id)).toEqual([
    { partnerId: fourth.id, level: 1, parentId: null, joinedAt },
    { partnerId: third.id, level: 2, parentId: await nodeIdIn(third.id, fourth.id), joinedAt },
    { partnerId: second.id, level: 3, parentId: await nodeIdIn(second.id, fourth.id), joinedAt },
  ]);
});

it("attributes a client who pays with a promo code to its owner and those above, and rewards that payment already", async () => {
  const top = await api.newClient();
  const owner = await newReferral(api, top.id);
  const buyer = await api.newClient();
  const promoCodeId = await codeOf(owner, "BROUGHT5");
  await pay(api, buyer.id, 100_00, { promoCodeId });
  expect(await referrerOf(buyer.id)).toBe(owner.id);
  expect(await placesOf(buyer.id)).toMatchObject([
    { partnerId: owner.id, level: 1, parentId: null },
    { partnerId: top.id, level: 2, parentId: await nodeIdIn(top.id, owner.id) },
  ]);
  const { body } = await api.call(contract.partnerInfo, {}, { token: top.token });
  expect(body.rewardCents).toBe(5_00);
});

it("attributes nobody to themselves by their own code", async () => {
  const owner = await api.newClient();
  const promoCodeId = await codeOf(owner, "MYOWN5");
  await pay(api, owner.id, 10_00, { promoCodeId });
  expect([await referrerOf(owner.id), await placesOf(owner.id)]).toEqual([null, []]);
});

it("gives a client who uses two promo codes at the same moment one referrer", async () => {
  const [one, two, buyer] = [await api.newClient(), await api.newClient(), await api.newClient()];
  const codes = [await codeOf(one, "FIRSTOF2"), await codeOf(two, "SECONDOF2")];
  await Promise.all(codes.map((promoCodeId) => pay(api, buyer.id, 10_00, { promoCodeId })));
  const places = await placesOf(buyer.id);
  expect(places.map(({ partnerId }) => partnerId)).toEqual([await referrerOf(buyer.id)]);
});

it("finds the partner of a code, however it is typed, while the program is open to them", async () => {
  const { id } = await api.newClient({ referralCode: "FINDME" });
  const find = (code: string) => transaction(api.db, (tx) => findPartner(tx, code));
  expect([await find(" findMe "), await find("FINDM")]).toEqual([{ id }, null]);
  await api.db.update(users).set({ partnerAllowed: false }).where(eq(users.id, id));
  expect(await find("FINDME")).toBeNull();
});
