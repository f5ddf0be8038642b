import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/service/testing";
import { testApi } from "#api/service/testing";
import * as contract from "#contract/partner/index";
import { bookRefund } from "./rewards";
import { newReferral, pay, tokenOf } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const click = (code: string, headers: Record<string, string> = {}) =>
  api.fetch("/clicks/create", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": browser,
      "x-client-address": "192.0.2.1",
      ...headers,
    },
    body: JSON.stringify({ referral_code: code }),
  });

const statistics = async (
  token: string,
  input: { period?: "all" | "week" | "own"; from?: string; to?: string } = {},
) => (await api.call(contract.rentalStatistics, input, { token })).body;

describe("clicks", () => {
  it("count one per visitor and day", async () => {
    const { id, token } = await api.newClient({ referralCode: "CLICKS" });
    for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2"])
      await click("clicks", { "x-client-address": address });
    expect((await statistics(token)).stats.clicks).toBe(2);
    api.pass({ days: 1 });
    await click("CLICKS");
    expect((await statistics(await tokenOf(api, id))).stats.clicks).toBe(3);
  });

  it.each([
    [
      "a search robot",
      { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
    ],
    ["a link preview", { "user-agent": "TelegramBot (like TwitterBot)" }],
    ["a program without a name", { "user-agent": "" }],
    ["a page that is fetched ahead", { "sec-purpose": "prefetch;prerender" }],
  ])("of %s do not count", async (name, headers) => {
    const { token } = await api.newClient({ referralCode: name.replace(/\W/g, "").toUpperCase() });
    expect((await click(name.replace(/\W/g, ""), headers)).status).toBe(200);
    expect((await statistics(token)).stats.clicks).toBe(0);
  });

  it("on a code that nobody has are refused", async () => expect((await click("NOBODY")).status).toBe(422));
});

describe("rental statistics", () => {
  it("show clicks, registrations, rents, renewals and rewards where they happened", async () => {
    const partner = await api.newClient({ referralCode: "STATS" });
    const dates = async () =>
      (await statistics(await tokenOf(api, partner.id))).conversionData.filter(
        (point) => point.registrations + point.rented + point.renewed > 0,
      );
    const start = api.parts.clock.now().toISOString().slice(0, 10);
    await click("STATS");
    const client = await newReferral(api, partner.id);
    const deeper = await newReferral(api, client.id);
    await pay(api, client.id, 10_00);
    api.pass({ days: 2 });
    const next = api.parts.clock.now().toISOString().slice(0, 10);
    await pay(api, client.id, 10_00, { kind: "renewal" });
    const refunded = await pay(api, deeper.id, 100_00);
    await transaction(api.db, (tx) => bookRefund(api.parts, tx, refunded.id));
    expect(await dates()).toEqual([
      { date: start, clicks: 1, registrations: 1, rented: 1, renewed: 0 },
      { date: next, clicks: 0, registrations: 0, rented: 0, renewed: 1 },
    ]);
    const token = await tokenOf(api, partner.id);
    const all = await statistics(token);
    expect(all.stats).toEqual({
      clicks: 1,
      registrations: 1,
      rented: 1,
      renewed: 1,
      rewardCents: 4_00,
      conversion: 100,
    });
    expect(all.rewardData.filter((point) => point.rewardCents !== 0)).toEqual([
      { date: start, rewardCents: 2_00 },
      { date: next, rewardCents: 2_00 },
    ]);
    const own = await statistics(token, { period: "own", from: next, to: next });
    expect(own).toMatchObject({
      step: "day",
      from: next,
      to: next,
      stats: { clicks: 0, rented: 0, renewed: 1, conversion: null },
    });
    expect((await statistics(token, { period: "week" })).conversionData).toHaveLength(7);
  });

  it("stay bounded for the longest own dates", async () => {
    const { token } = await api.newClient();
    const { conversionData, step } = await statistics(token, {
      period: "own",
      from: "2000-01-01",
      to: "2099-12-31",
    });
    expect([step, conversionData.length]).toEqual(["month", 1200]);
  });
});
