import { afterAll, beforeAll, expect, test } from "vitest";
import { dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const day = 86_400;
/**
 * Three trades in January with a fee between them, a second deposit, and interest in February, when nothing was
 * traded.
 */
const deals = [
  ...dealsOf("1000", ["50.00", "-20.00"]),
  { ticket: "50", time: start + day, type: "charge", profit: "-12.34" },
  { ticket: "51", time: start + 2 * day, type: "balance", profit: "500" },
  ...dealsOf("0", ["30.00"], { firstTicket: 60, from: start + 3 * day }).slice(1),
  { ticket: "70", time: start + 30 * day, type: "interest", profit: "4.56" },
];

test("charges booked separately count in the charts, the months and the figures alike", async () => {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  await post({ deals });
  const [{ body: figures }, { body: charts }, { body: table }, { body: list }] = await Promise.all([
    api.call(contract.statistics, { monitoringId: id }, { token }),
    api.call(contract.charts, { monitoringId: id }, { token }),
    api.call(contract.days, { monitoringId: id }, { token }),
    api.call(contract.accountList, {}, { token }),
  ]);
  expect(figures.net_profit).toBe("52.22");
  const growth = (1030 / 1000) * (1017.66 / 1030) * (1547.66 / 1517.66) * (1552.22 / 1547.66) - 1;
  expect(figures.growth).toBeCloseTo(growth, 10);
  // the mean per trade counts trades only
  expect(figures.ghpr).toBeCloseTo(((1050 / 1000) * (1030 / 1050) * (1547.66 / 1517.66)) ** (1 / 3), 10);
  expect(figures.ghpr).toBeLessThanOrEqual(figures.ahpr ?? Number.NaN);
  expect(charts.growth.at(-1)?.[1]).toBeCloseTo(growth, 10);
  expect(table.days[0]?.growth).toBeCloseTo(growth, 10);
  expect(charts.balance?.at(-1)?.[1]).toBe(1552.22);
  expect(charts.months.map(({ month, net, trades }) => [month, net, trades])).toEqual([
    ["2026-01", "47.66", 3],
    ["2026-02", "4.56", 0],
  ]);
  expect(list.accounts.find(({ monitoringId }) => monitoringId === id)?.growth.at(-1)?.[1]).toBeCloseTo(
    growth,
    10,
  );
});
