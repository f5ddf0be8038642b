import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partnerClicks } from "#api/db/schema/partners";
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

type Own = { from: string; to: string };
const statistics = async (partnerId: string, range: Own) =>
  (
    await api.call(
      contract.rentalStatistics,
      { period: "own", ...range },
      { token: await tokenOf(api, partnerId) },
    )
  ).body;
const none = { clicks: 0, registrations: 0, rented: 0, renewed: 0 };
const clicks = (partnerId: string, day: string, count: number) =>
  api.db
    .insert(partnerClicks)
    .values(Array.from({ length: count }, (_, index) => ({ partnerId, day, visitor: `${day} ${index}` })));

describe("the partner's statistics for custom dates", () => {
  it("group events into the weeks or months in which they happened", async () => {
    // Monday, 2 March 2026, 10:00 UTC
    const partner = await api.newClient();
    const client = await newReferral(api, partner.id);
    const deeper = await newReferral(api, client.id);
    // another partner's payments are not included
    const other = await api.newClient();
    await pay(api, (await newReferral(api, other.id)).id, 100_00);
    await clicks(other.id, "2026-03-02", 5);
    await clicks(partner.id, "2026-03-02", 2);
    await clicks(partner.id, "2026-03-08", 1);
    await clicks(partner.id, "2026-03-09", 4);
    await pay(api, client.id, 10_00);
    api.pass({ days: 6, minutes: 13 * 60 + 59, seconds: 59 });
    // the last second of Sunday, UTC
    await pay(api, client.id, 20_00, { kind: "renewal" });
    await pay(api, deeper.id, 40_00);
    api.pass({ seconds: 1 });
    await pay(api, client.id, 30_00, { kind: "renewal" });
    const refunded = await pay(api, client.id, 50_00, { kind: "renewal" });
    await transaction(api.db, (tx) => bookRefund(api.deps, tx, refunded.id));

    const weekly = await statistics(partner.id, { from: "2026-02-28", to: "2026-04-10" });
    const first = { clicks: 3, registrations: 1, rented: 1, renewed: 1 };
    const second = { clicks: 4, registrations: 0, rented: 0, renewed: 2 };
    expect([weekly.step, weekly.from, weekly.to]).toEqual(["week", "2026-02-28", "2026-04-10"]);
    expect(weekly.conversionData).toEqual([
      { date: "2026-02-23", ...none },
      { date: "2026-03-02", ...first },
      { date: "2026-03-09", ...second },
      ...["2026-03-16", "2026-03-23", "2026-03-30", "2026-04-06"].map((date) => ({ date, ...none })),
    ]);
    // 20 % of the client's payments, 5 % of those one level below; the refund cancels its own reward
    expect(weekly.rewardData.map(({ rewardCents }) => rewardCents)).toEqual([0, 8_00, 6_00, 0, 0, 0, 0]);
    expect(weekly.stats).toEqual({
      clicks: 7,
      registrations: 1,
      rented: 1,
      renewed: 3,
      rewardCents: 14_00,
      conversion: 14.3,
    });

    const monthly = await statistics(partner.id, { from: "2026-01-15", to: "2026-12-31" });
    expect([monthly.step, monthly.conversionData.length]).toEqual(["month", 12]);
    expect(monthly.conversionData[2]).toEqual({
      date: "2026-03-01",
      clicks: 7,
      registrations: 1,
      rented: 1,
      renewed: 3,
    });
    expect(monthly.stats).toEqual(weekly.stats);

    // both bounds are whole days; the days around them are not included
    const sunday = await statistics(partner.id, { from: "2026-03-08", to: "2026-03-08" });
    expect(sunday).toMatchObject({
      conversionData: [{ date: "2026-03-08", clicks: 1, registrations: 0, rented: 0, renewed: 1 }],
      rewardData: [{ date: "2026-03-08", rewardCents: 6_00 }],
      stats: { conversion: 0 },
    });
  });

  it("have no conversion without clicks, even with a registration", async () => {
    const partner = await api.newClient();
    await newReferral(api, partner.id);
    const day = api.deps.clock.now().toISOString().slice(0, 10);
    const response = await api.call(
      contract.rentalStatistics,
      { period: "week" },
      { token: await tokenOf(api, partner.id) },
    );
    expect(response.body.stats).toEqual({ ...none, registrations: 1, rewardCents: 0, conversion: null });
    expect(response.body.conversionData.at(-1)).toEqual({ date: day, ...none, registrations: 1 });
  });
});
