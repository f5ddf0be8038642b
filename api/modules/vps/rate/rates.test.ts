import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rates } from "#api/db/schema/vps";
import { addMonths } from "#api/lib/calendar";
import { giveMoney, order, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/vps/index";
import { discounted } from "./price";
import type { PricedRate } from "./rates";
import {
  isLarger,
  loadRates,
  lowestMonthlyCents,
  monthlyCents,
  periodsOf,
  priceOf,
  renewalMonthsOf,
} from "./rates";

const periods = (priceCents: number) => periodsOf([{ months: 1, priceCents }]);

test("periods are in order, each with its saving against the same number of single months; none has a negative saving", () => {
  const sorted = periodsOf([
    { months: 12, priceCents: 9_000 },
    { months: 1, priceCents: 1_000 },
    { months: 3, priceCents: 3_100 },
  ]);
  expect(sorted).toEqual([
    { months: 1, priceCents: 1_000, savingCents: 0, savingPercent: 0 },
    { months: 3, priceCents: 3_100, savingCents: 0, savingPercent: 0 },
    { months: 12, priceCents: 9_000, savingCents: 3_000, savingPercent: 25 },
  ]);
});

test("without a price for one month there is no saving, and plans have no monthly price to compare", () => {
  const found = periodsOf([{ months: 6, priceCents: 5_000 }]);
  expect(found).toEqual([{ months: 6, priceCents: 5_000, savingCents: 0, savingPercent: 0 }]);
  expect(monthlyCents({ periods: found })).toBe(0);
  expect(monthlyCents({ periods: periodsOf([...found, { months: 1, priceCents: 900 }]) })).toBe(900);
});

test("the lowest price of a month is that of the longest discounted period, rounded as on the plan's card", () => {
  const prices = [
    { months: 1, priceCents: 900 },
    { months: 3, priceCents: 2_565 },
    { months: 12, priceCents: 8_641 },
  ];
  expect(lowestMonthlyCents({ periods: periodsOf(prices) })).toBe(720);
  expect(lowestMonthlyCents({ periods: periodsOf(prices.slice(0, 1)) })).toBe(900);
});

test("a server renews for its own period, or a month if the plan does not have that period", () => {
  const both = {
    periods: periodsOf([
      { months: 1, priceCents: 100 },
      { months: 6, priceCents: 500 },
    ]),
  };
  expect([renewalMonthsOf(both, 6), renewalMonthsOf(both, 3), renewalMonthsOf(both, 1)]).toEqual([6, 1, 1]);
});

describe("a larger rate", () => {
  const rate = (changes: Partial<PricedRate> = {}): PricedRate => ({
    id: "some",
    name: "Some",
    processor: 2,
    memoryMb: 4_096,
    diskGb: 50,
    terminals: 5,
    trafficGb: 2_000,
    operatingSystems: [],
    periods: periods(1_900),
    isOffered: true,
    isForTests: false,
    ...changes,
  });
  const dearer = { periods: periods(2_000) };

  test("has at least as much of everything and costs more", () => {
    expect(isLarger(rate(dearer), rate())).toBe(true);
    expect(isLarger(rate({ ...dearer, trafficGb: null }), rate())).toBe(true);
    expect(isLarger(rate({ ...dearer, trafficGb: null }), rate({ trafficGb: null }))).toBe(true);
  });

  test("can't cost the same or less", () => {
    expect(isLarger(rate({ memoryMb: 8_192 }), rate())).toBe(false);
  });

  test.each([
    ["processor", 1],
    ["memoryMb", 4_095],
    ["diskGb", 49],
    ["terminals", 4],
    ["trafficGb", 1_999],
  ])("can't have less of one thing: %s", (what, value) => {
    expect(isLarger(rate({ ...dearer, [what]: value }), rate())).toBe(false);
  });

  test("can't limit traffic that was unlimited", () => {
    expect(isLarger(rate(dearer), rate({ trafficGb: null }))).toBe(false);
  });
});

test("a discount is rounded down to a cent and subtracted", () => {
  const promo = { name: "TEN", discount: 10, promoCodeId: "some" };
  expect(discounted(1_999, promo)).toMatchObject({
    priceCents: 1_999,
    discountCents: 199,
    totalCents: 1_800,
  });
  expect(discounted(1_999, null)).toMatchObject({ priceCents: 1_999, discountCents: 0, totalCents: 1_999 });
});

describe("ordering", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await vpsApi();
  });
  afterAll(() => api.close());

  test("shows a plan with its machine, its periods with their end dates, and the balance", async () => {
    const { id, token } = await api.newClient();
    await giveMoney(api, id, 4_200);
    const { body } = await api.call(contract.orderOptions, { rateId: "trader-2" }, { token });
    expect(body).toMatchObject({ tariff: "Trader 2", processor: 2, trafficGb: 2_000, balanceCents: 4_200 });
    expect(body.periods.map(({ months, paidUntil }) => [months, paidUntil])).toEqual(
      [1, 3, 6, 12].map((months) => [months, addMonths(api.deps.clock.now(), months).toISOString()]),
    );
  });

  test("rejects a period without a price at its field", async () => {
    const [rate] = await loadRates(api.db, eq(rates.id, "trader-1"));
    if (!rate) throw new Error("no rate");
    expect(priceOf(rate, 1)).toBe(900);
    expect(() => priceOf(rate, 2)).toThrow(
      expect.objectContaining({
        status: 422,
        code: "invalidInput",
        extra: { fields: { months: "choosePeriod" } },
      }),
    );
  });

  test("neither shows nor rents a withdrawn plan, and lists the cheapest first", async () => {
    const { id, token } = await api.newClient();
    await giveMoney(api, id, 100_000);
    await api.db.update(rates).set({ isOffered: false }).where(eq(rates.id, "trader-8"));
    const shown = await api.call(contract.orderOptions, { rateId: "trader-8" }, { token });
    const rented = await api.call(contract.rent, { ...order, rateId: "trader-8" }, { token });
    expect([shown.status, shown.error.code]).toEqual([404, "notFound"]);
    expect([rented.status, rented.error.code]).toEqual([404, "notFound"]);
    const ids = (await loadRates(api.db)).map((rate) => rate.id);
    expect(ids).toEqual(["trader-1", "trader-2", "trader-4", "trader-8"]);
  });

  test("rejects a system that is not on the list at its field", async () => {
    const { id, token } = await api.newClient();
    await giveMoney(api, id, 100_000);
    const rejected = await api.call(contract.rent, { ...order, operatingSystem: "Windows 95" }, { token });
    expect([rejected.status, Object.keys(rejected.error.fields ?? {})]).toEqual([422, ["operatingSystem"]]);
  });
});
