import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partnerNetwork } from "#api/db/schema/partners";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/partners/index";
import { promoCodesMax } from "#contract/rules";
import { createHousePromoCode } from "./house-promo-codes";
import { promoDiscount } from "./promo-discount";
import { bookRefund } from "./rewards";
import { newReferral, pay } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const create = (token: string, name: string, discount = 5) =>
  api.call(contract.createPromoCode, { name, discount }, { token });
const discountOf = (name: string, buyerId: string, months = 1) =>
  transaction(api.db, (tx) => promoDiscount(api.deps, tx, name, buyerId, { months, isRenewal: false }));
const remove = (token: string, id: string) => api.call(contract.deletePromoCode, { id }, { token });
const now = () => api.deps.clock.now().toISOString();
const list = async (token: string) => (await api.call(contract.promoCodes, {}, { token })).body.data;

describe("a promo code", () => {
  it("is created, listed in upper case with its uses, and deleted by its owner only", async () => {
    const { token } = await api.newClient();
    const stranger = await api.newClient();
    const { body } = await create(token, " trader5 ");
    const shown = { id: body.id, name: "TRADER5", discount: 5, useCount: 0, createdAt: now() };
    api.pass({ minutes: 1 });
    const { body: later } = await create(token, "later5");
    expect(await list(token)).toEqual([{ ...shown, id: later.id, name: "LATER5", createdAt: now() }, shown]);
    expect(await remove(stranger.token, body.id)).toMatchObject({
      status: 404,
      error: { code: "notFound" },
    });
    expect((await remove(token, body.id)).body).toEqual({ ok: true });
    expect((await remove(token, body.id)).status).toBe(404);
    expect((await list(token)).map(({ name }) => name)).toEqual(["LATER5"]);
    // the name is free again
    expect((await create(stranger.token, "TRADER5")).ok).toBe(true);
  });

  it.each([
    ["", "Specify name"],
    ["ABC", "Use 4 to 16 letters and digits"],
    ["A".repeat(17), "Use 4 to 16 letters and digits"],
    ["TEN-OFF", "Use only letters (A–Z) and digits"],
    ["СКИДКА", "Use only letters (A–Z) and digits"],
  ])("named %j is rejected", async (name, message) => {
    const { token } = await api.newClient();
    const { status, error } = await create(token, name);
    expect([status, error.fields]).toEqual([422, { name: message }]);
  });

  it("has a unique name, whatever its case", async () => {
    const [first, second] = [await api.newClient(), await api.newClient()];
    await create(first.token, "UNIQUE1");
    const { status, error } = await create(second.token, "unique1");
    expect([status, error.fields]).toEqual([422, { name: "This name is already taken" }]);
  });

  it("has only discounts unlocked by the number of active referrals", async () => {
    const { id, token } = await api.newClient();
    expect((await create(token, "EARLY10", 10)).error.fields).toEqual({
      discount: "This discount is not available to you",
    });
    // on all levels: three of the first, one of the second, one of the third
    const first = await Promise.all([1, 2, 3].map(() => newReferral(api, id)));
    const second = await newReferral(api, first[0]?.id ?? "");
    const third = await newReferral(api, second.id);
    for (const client of [...first, second, third]) await pay(api, client.id, 10_00);
    expect((await api.call(contract.availableDiscounts, {}, { token })).body).toEqual({
      available_discounts: [5, 10],
      rules: [
        { discount: 5, activeReferrals: 0 },
        { discount: 10, activeReferrals: 5 },
        { discount: 15, activeReferrals: 20 },
        { discount: 20, activeReferrals: 50 },
      ],
    });
    expect((await create(token, "EARLY10", 10)).ok).toBe(true);
  });

  it("is limited in number per partner", async () => {
    const { token } = await api.newClient();
    for (let count = 0; count < promoCodesMax; count++) await create(token, `MANY${count}`);
    expect(await create(token, "ONEMORE")).toMatchObject({
      status: 409,
      error: {
        code: "promoTooMany",
        message: "You can have up to 20 promo codes. Delete one first",
        details: { count: 20 },
      },
    });
    expect(await list(token)).toHaveLength(promoCodesMax);
  });
});

describe("a promo code in an order", () => {
  it("gives its discount for one month, not to its owner, and not if it is unknown", async () => {
    const [owner, buyer] = [await api.newClient(), await api.newClient()];
    const { body } = await create(owner.token, "ORDER5");
    const input = { promoCodeId: body.id, name: "ORDER5", discount: 5 };
    expect(await discountOf(" order5 ", buyer.id)).toEqual(input);
    const rejection = (code: string) => ({ status: 422, code, extra: { fields: { promoCode: code } } });
    await expect(discountOf("ORDER5", buyer.id, 3)).rejects.toMatchObject(rejection("promoMonths"));
    await expect(discountOf("ORDER5", owner.id)).rejects.toMatchObject(rejection("promoOwn"));
    await expect(discountOf("NONE", buyer.id)).rejects.toMatchObject(rejection("promoUnknown"));
  });

  it("still works after its deletion for a client who has it in the order form, until the order is placed", async () => {
    const [owner, buyer, late] = [await api.newClient(), await api.newClient(), await api.newClient()];
    const { body } = await create(owner.token, "KEPT5");
    await discountOf("KEPT5", buyer.id);
    api.pass({ minutes: 1 });
    await remove(owner.token, body.id);
    await expect(discountOf("KEPT5", late.id)).rejects.toMatchObject({ code: "promoUnknown" });
    const { promoCodeId } = await discountOf("KEPT5", buyer.id);
    // even if another partner has taken the name in the meantime
    const otherPartner = await api.newClient();
    const newCode = await create(otherPartner.token, "KEPT5");
    expect(await discountOf("KEPT5", buyer.id)).toEqual({ promoCodeId: body.id, name: "KEPT5", discount: 5 });
    expect((await discountOf("KEPT5", late.id)).promoCodeId).toBe(newCode.body.id);
    await remove(otherPartner.token, newCode.body.id);
    api.pass({ minutes: 1 });
    await pay(api, buyer.id, 10_00, { promoCodeId });
    await expect(discountOf("KEPT5", buyer.id)).rejects.toMatchObject({ code: "promoUnknown" });
  });

  it("attributes a client without a referrer to its owner, and counts its use", async () => {
    const [owner, buyer] = [await api.newClient(), await api.newClient()];
    await create(owner.token, "BRINGS5");
    const { promoCodeId } = await discountOf("BRINGS5", buyer.id);
    await pay(api, buyer.id, 10_00, { promoCodeId });
    expect((await list(owner.token))[0]?.useCount).toBe(1);
    const { body } = await api.call(contract.levels, {}, { token: owner.token });
    expect(body.levels[0]).toMatchObject({ userCount: 1, rewardSumCents: 2_00 });
  });

  it("counts no refunded use, also of a buyer who earns nobody a reward", async () => {
    const buyer = await api.newClient();
    const owner = await newReferral(api, buyer.id);
    await create(owner.token, "UPWARDS5");
    const { promoCodeId } = await discountOf("UPWARDS5", buyer.id);
    const { id: paymentId } = await pay(api, buyer.id, 10_00, { promoCodeId });
    const refund = (cents?: number) =>
      transaction(api.db, (tx) => bookRefund(api.deps, tx, paymentId, cents));
    await refund(4_00);
    expect((await list(owner.token))[0]?.useCount).toBe(1);
    await refund(6_00);
    expect((await list(owner.token))[0]?.useCount).toBe(0);
  });

  it("with a limit is used so often, and a repeat of its payment is the same use", async () => {
    const code = { name: "LIMITED5", percent: 5, limit: 1 };
    await transaction(api.db, (tx) => createHousePromoCode(api.deps, tx, code, "anna"));
    const [first, second] = [await api.newClient(), await api.newClient()];
    const { promoCodeId } = await discountOf("LIMITED5", first.id);
    await discountOf("LIMITED5", second.id);
    const payment = await pay(api, first.id, 10_00, { promoCodeId });
    await pay(api, first.id, 10_00, payment);
    await expect(pay(api, second.id, 10_00, { promoCodeId })).rejects.toMatchObject({ code: "promoUsedUp" });
    await expect(discountOf("LIMITED5", second.id)).rejects.toMatchObject({ code: "promoUsedUp" });
  });

  it("does not change the referrer of a client", async () => {
    const [owner, partner] = [await api.newClient(), await api.newClient()];
    const buyer = await newReferral(api, partner.id);
    await create(owner.token, "TAKES5");
    const { promoCodeId } = await discountOf("TAKES5", buyer.id);
    await pay(api, buyer.id, 10_00, { promoCodeId });
    const rows = await api.db.select().from(partnerNetwork).where(eq(partnerNetwork.clientId, buyer.id));
    expect(rows.map((row) => row.partnerId)).toEqual([partner.id]);
  });

  it("makes no loop: a direct or indirect referrer of the owner is not attributed to them", async () => {
    const top = await api.newClient();
    const middle = await newReferral(api, top.id);
    const owner = await newReferral(api, middle.id);
    await create(owner.token, "LOOP5");
    const { promoCodeId } = await discountOf("LOOP5", top.id);
    await pay(api, top.id, 10_00, { promoCodeId });
    const [row] = await api.db.select().from(users).where(eq(users.id, top.id));
    expect(row?.referrerId).toBeNull();
  });

  it("makes no loop if two clients use each other's codes at the same moment", async () => {
    const [one, two] = [await api.newClient(), await api.newClient()];
    await create(one.token, "CROSSONE");
    await create(two.token, "CROSSTWO");
    const [ofTwo, ofOne] = await Promise.all([
      discountOf("CROSSTWO", one.id),
      discountOf("CROSSONE", two.id),
    ]);
    await Promise.all([
      pay(api, one.id, 10_00, { promoCodeId: ofTwo.promoCodeId }),
      pay(api, two.id, 10_00, { promoCodeId: ofOne.promoCodeId }),
    ]);
    const rows = await api.db.select().from(partnerNetwork).where(eq(partnerNetwork.level, 1));
    expect(rows.filter((row) => [one.id, two.id].includes(row.clientId))).toHaveLength(1);
  });
});
