import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partnerNetwork, partnerRewards } from "#api/db/schema/partners";
import { newReferral } from "#api/modules/partners/testing";
import { clientWithServer, giveMoney, order, tokenOf, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import type { OperationRow } from "#contract/admin/index";
import { dayOf } from "#contract/day";
import * as partners from "#contract/partners/index";
import * as contract from "#contract/vps/index";
import { runAdmin } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

const run = (...args: string[]) => runAdmin(api, "promo-codes", ...args);
type Listed = OperationRow & { id: string };
const listed = async (code: string) =>
  (JSON.parse(await run("list", "--json")) as Listed[]).find((row) => row.code === code);
const inDays = (days: number) => dayOf(new Date(api.deps.clock.now().getTime() + days * 86_400_000));
async function buyer() {
  const client = await api.newClient();
  await giveMoney(api, client.id, 10_000);
  return client;
}
const quote = (token: string, promoCode: string, months = 1) =>
  api.call(contract.quoteRent, { rateId: order.rateId, months, promoCode }, { token });
const rent = (token: string, promoCode: string) =>
  api.call(contract.rent, { ...order, promoCode }, { token });
const message = ({ error }: { error: { fields?: Record<string, string> | undefined } }) =>
  error.fields?.promoCode;

describe("a promo code of the provider", () => {
  it("discounts a 1-month rental at the shown price, is counted with what it granted, and brings nobody a reward", async () => {
    await run("create", "spring25", "--percent", "25");
    const client = await buyer();
    const shown = await quote(client.token, "spring25");
    expect(shown.body).toMatchObject({ priceCents: 1900, discountCents: 475, totalCents: 1425 });
    expect(message(await quote(client.token, "spring25", 3))).toMatch(/1-month/);
    const rented = await rent(client.token, "SPRING25");
    expect(rented.body.totalCents).toBe(1425);
    expect(await listed("SPRING25")).toMatchObject({
      uses: 1,
      granted: { cents: 475, currency: "USD" },
      state: "active",
      by: "olga",
    });
    expect(await api.db.$count(partnerNetwork)).toBe(0);
    expect(await api.db.$count(partnerRewards)).toBe(0);
    const books = JSON.parse(await runAdmin(api, "books", "discounts", "--json"));
    const usd = { cents: 475, currency: "USD" };
    expect(books).toEqual([
      { day: inDays(0), code: "SPRING25", ofPartner: false, payments: 1, usd },
      { day: "total", code: "", ofPartner: null, payments: 1, usd },
    ]);
  });

  it("leaves a referrer the reward for what their client paid", async () => {
    await run("create", "REFERRED", "--percent", "50");
    const partner = await api.newClient();
    const client = await newReferral(api, partner.id);
    await giveMoney(api, client.id, 10_000);
    await rent(client.token, "REFERRED");
    const [reward] = await api.db.select().from(partnerRewards);
    expect(reward).toMatchObject({
      partnerId: partner.id,
      amountCents: Math.floor((950 * (reward?.percent ?? 0)) / 100),
    });
  });

  it("is used as often as its limit allows, also by buyers at the same time", async () => {
    await run("create", "TWICE", "--percent", "10", "--limit", "2");
    const buyers = [await buyer(), await buyer(), await buyer()];
    const answers = await Promise.all(buyers.map(({ token }) => rent(token, "TWICE")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
    expect(await listed("TWICE")).toMatchObject({ uses: 2, limit: 2, state: "usedUp" });
    expect(message(await quote(buyers[0]?.token ?? "", "TWICE"))).toBe("This promo code has been used up");
  });

  it("for new servers is refused at a renewal", async () => {
    await run("create", "NEWONLY", "--percent", "10", "--new-servers");
    const { token, serverId } = await clientWithServer(api);
    const renewal = await api.call(
      contract.quoteRenewal,
      { serverId, months: 1, promoCode: "NEWONLY" },
      { token },
    );
    expect(message(renewal)).toBe("This promo code is for new servers only");
    expect((await quote(token, "NEWONLY")).status).toBe(200);
  });

  it("holds through its last day, and a day longer for an order that was begun", async () => {
    await run("create", "DATED", "--percent", "10", "--until", inDays(1));
    const [early, late] = [await buyer(), await buyer()];
    expect((await quote(early.token, "DATED")).status).toBe(200);
    expect(await listed("DATED")).toMatchObject({ until: inDays(1), state: "active" });
    const end = Date.parse(inDays(2));
    api.pass({ minutes: (end - api.deps.clock.now().getTime()) / 60_000 + 1 });
    const tokens = [await tokenOf(api, early.id), await tokenOf(api, late.id)] as const;
    expect((await listed("DATED"))?.state).toBe("over");
    expect(message(await quote(tokens[1], "DATED"))).toBe("There is no such promo code");
    expect((await quote(tokens[0], "DATED")).status).toBe(200);
    api.pass({ days: 1 });
    const later = await tokenOf(api, early.id);
    expect(message(await quote(later, "DATED"))).toBe("There is no such promo code");
  });

  it("is ended by its id; its name is free then", async () => {
    await run("create", "ENDED1", "--percent", "10");
    const id = (await listed("ENDED1"))?.id ?? "";
    await run("end", id);
    const client = await buyer();
    expect(message(await quote(client.token, "ENDED1"))).toBe("There is no such promo code");
    await expect(run("end", id)).rejects.toThrow("notFound");
    const own = { name: "ENDED1", discount: 5 };
    expect((await api.call(partners.createPromoCode, own, { token: client.token })).ok).toBe(true);
    await expect(run("create", "ENDED1", "--percent", "10")).rejects.toThrow("promoNameTaken");
  });

  it("of a partner is not ended by staff, nor one of the provider by a client", async () => {
    await run("create", "HOUSE1", "--percent", "10");
    const id = (await listed("HOUSE1"))?.id ?? "";
    const client = await api.newClient();
    expect((await api.call(partners.deletePromoCode, { id }, { token: client.token })).status).toBe(404);
    const own = await api.call(
      partners.createPromoCode,
      { name: "MINE1", discount: 5 },
      { token: client.token },
    );
    await expect(run("end", own.body.id)).rejects.toThrow("notFound");
  });

  it.each([
    ["--percent", "0"],
    ["--percent", "91"],
    ["--until", "2020-01-01"],
    ["--limit", "0"],
  ])("is rejected with %s %s", async (option, value) => {
    const options = { "--percent": "10", [option]: value };
    await expect(run("create", "WRONG1", ...Object.entries(options).flat())).rejects.toThrow();
    expect(await listed("WRONG1")).toBeUndefined();
  });
});
