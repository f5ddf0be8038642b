import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { dayMilliseconds, dayOf } from "#contract/day";
import * as contract from "#contract/monitoring/index";
import { formatDecimal } from "#statements/decimal";
import { reportFigures } from "./figures";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const day = 86_400;

test("a report's net profit and growth equal those of the page, with charges booked separately from trades", async () => {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  await post({
    deals: [
      ...dealsOf("1000", ["50.00", "-20.00"]),
      { ticket: "50", time: start + day, type: "charge", profit: "-12.34" },
      { ticket: "51", time: start + day + 60, type: "balance", profit: "500" },
      ...dealsOf("0", ["30.00"], { firstTicket: 60, from: start + day + 3600 }).slice(1),
      { ticket: "70", time: start + 2 * day, type: "interest", profit: "4.56" },
    ],
  });
  for (const [from, to] of [
    [0, 2],
    [1, 1],
    [2, 2],
  ] as const) {
    const [first, last] = [from, to].map((days) => dayOf((start + days * day) * 1000));
    const period = { from: first, to: last };
    const { body } = await api.call(contract.statistics, { monitoringId: id, ...period }, { token });
    const [account] = await api.db.select().from(accounts).where(eq(accounts.monitoringId, id));
    if (!account) throw new Error("The account is gone");
    const begins = Date.parse(first ?? "");
    const ends = Date.parse(last ?? "") + dayMilliseconds;
    const figures = await reportFigures(api.db, account, new Date(begins), new Date(ends));
    expect(formatDecimal(figures.net)).toBe(body.net_profit);
    if (body.trades) expect(figures.growth).toBeCloseTo(body.growth ?? Number.NaN, 10);
    else expect(figures.growth).toBeGreaterThan(0);
    expect(formatDecimal(figures.deposits)).toBe(body.deposits);
  }
});
