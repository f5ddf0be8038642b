import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findRate, priceOf } from "#api/modules/vps/rate/rates";
import { clientWithServer, inDays, tokenOf, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { rentalMonths } from "#contract/rules";
import * as contract from "#contract/vps/index";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

const quoteOf = async (id: string, serverId: string, rateId: string, days = 0) => {
  const input = { serverId, rateId, date: inDays(api, days) };
  return (await api.call(contract.quoteUpgrade, input, { token: await tokenOf(api, id) })).body;
};

describe("price of an upgrade", () => {
  it("keeps the discount of the period: 3 months and the upgrade cost as much as the larger plan", async () => {
    const { id, serverId } = await clientWithServer(api, { rateId: "trader-1", months: 3 });
    const anew = priceOf(await findRate(api.db, "trader-2"), 3);
    const paid = priceOf(await findRate(api.db, "trader-1"), 3);
    expect([anew, paid]).toEqual([5_415, 2_565]);
    // priced by the day it would be a thirtieth of 10 dollars for each of 92 days, 30.67, and 56.32 in total
    expect((await quoteOf(id, serverId, "trader-2")).totalCents).toBe(2_850);
  });

  it.each(rentalMonths.map((months) => [months] as const))(
    "on the first day is never more than a new rental for %i months",
    async (months) => {
      const { id, serverId } = await clientWithServer(api, { rateId: "trader-1", months }, 1_000_000);
      const [from, to] = [await findRate(api.db, "trader-1"), await findRate(api.db, "trader-8")];
      const { totalCents } = await quoteOf(id, serverId, "trader-8");
      expect(totalCents + priceOf(from, months)).toBeLessThanOrEqual(priceOf(to, months));
    },
  );

  it("is in proportion to the days left", async () => {
    const { id, serverId } = await clientWithServer(api, { rateId: "trader-1", months: 12 });
    const { daysLeft, totalCents } = await quoteOf(id, serverId, "trader-2", 200);
    // (19 - 9) dollars minus a fifth is 96 dollars for 360 days
    expect(totalCents).toBe(Math.ceil((9_600 * daysLeft) / 360));
    expect(daysLeft).toBeLessThan(170);
  });

  it("uses the price of each period", async () => {
    const { id, serverId } = await clientWithServer(api, { rateId: "trader-1", months: 1 });
    await api.call(contract.renew, { serverId, months: 3 }, { token: await tokenOf(api, id) });
    // 30 days of the first month at 10 dollars, and the full three months at 28.50
    expect((await quoteOf(id, serverId, "trader-2")).totalCents).toBe(1_000 + 2_850);
  });

  it("is shown on the page as the difference per month", async () => {
    const { id, serverId } = await clientWithServer(api, { rateId: "trader-1", months: 3 });
    const { body } = await api.call(contract.upgradeOptions, { serverId }, { token: await tokenOf(api, id) });
    expect(body.rates[0]).toMatchObject({ differencePerMonthCents: 950, differenceCents: 2_850 });
  });
});
