import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/partners/index";
import { bookRefund } from "./rewards";
import { newReferral, pay, tokenOf } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const statistics = async (
  token: string,
  input: { period?: "all" | "week" | "own"; from?: string; to?: string } = {},
) => (await api.call(contract.rentalStatistics, input, { token })).body;

describe("rental statistics", () => {
  it("show clicks, registrations, rents, renewals and rewards on their dates", async () => {
    const partner = await api.newClient({ referralCode: "STATS" });
    const dates = async () =>
      (await statistics(await tokenOf(api, partner.id))).conversionData.filter(
        (point) => point.registrations + point.rented + point.renewed > 0,
      );
    const start = api.deps.clock.now().toISOString().slice(0, 10);
    await api.fetch("/clicks/create", {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": browser },
      body: JSON.stringify({ referral_code: "STATS" }),
    });
    const client = await newReferral(api, partner.id);
    const deeper = await newReferral(api, client.id);
    await pay(api, client.id, 10_00);
    api.pass({ days: 2 });
    const next = api.deps.clock.now().toISOString().slice(0, 10);
    await pay(api, client.id, 10_00, { kind: "renewal" });
    const refunded = await pay(api, deeper.id, 100_00);
    await transaction(api.db, (tx) => bookRefund(api.deps, tx, refunded.id));
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

  it("stay bounded for the longest custom dates", async () => {
    const { token } = await api.newClient();
    const { conversionData, step } = await statistics(token, {
      period: "own",
      from: "2000-01-01",
      to: "2099-12-31",
    });
    expect([step, conversionData.length]).toEqual(["month", 1200]);
  });
});
