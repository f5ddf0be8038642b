import { afterAll, beforeAll, expect, test } from "vitest";
import { dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { dayMilliseconds, dayOf } from "#contract/day";
import { intervalsOf } from "#contract/intervals";
import * as contract from "#contract/monitoring/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

/** Creates an account with trades an hour apart, more than a chart has points. */
async function manyTrades() {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  const results = Array.from({ length: 590 }, (_, index) => (((index * 37) % 23) - 10).toFixed(2));
  await post({ deals: dealsOf("5000", results) });
  return { id, token };
}

test("a chart shows at the end of a week what the table shows for its last day", async () => {
  const { id, token } = await manyTrades();
  const ofTrades = { monitoringId: id, to: dayOf(start * 1000 + 590 * 3_600_000) };
  const { body: charts } = await api.call(contract.charts, ofTrades, { token });
  const { body: table } = await api.call(contract.days, ofTrades, { token });
  expect(charts.growth.length).toBeGreaterThan(200);
  expect(charts.growth.length).toBeLessThanOrEqual(300);
  const [first = 0, last = 0] = [charts.growth[0]?.[0], charts.growth.at(-1)?.[0]];
  const { kind, starts } = intervalsOf(first, last);
  expect([kind, starts.length]).toEqual(["week", 4]);
  for (const end of starts.slice(1)) {
    const day = table.days.find((one) => one.day === dayOf(end - dayMilliseconds));
    const before = (line: [number, number][] | undefined) => line?.findLast(([at]) => at < end)?.[1];
    expect(before(charts.growth)).toBeCloseTo(day?.growth ?? Number.NaN, 10);
    expect(before(charts.drawdown)).toBeCloseTo(day?.drawdown ?? Number.NaN, 10);
    expect(before(charts.balance)).toBe(Number(day?.balance));
  }
});

test("growth and current drawdown extend to the terminal's last post", async () => {
  const { id, token } = await manyTrades();
  const readCharts = async (to?: string) =>
    (await api.call(contract.charts, { monitoringId: id, ...(to && { to }) }, { token })).body;
  const { growth, drawdown } = await readCharts();
  const lastPost = api.deps.clock.now().getTime();
  for (const line of [growth, drawdown]) {
    expect(line.at(-1)?.[0]).toBe(lastPost);
    expect(line.at(-1)?.[1]).toBeCloseTo(line.at(-2)?.[1] ?? Number.NaN, 12);
  }
  const to = dayOf(start * 1000 + 40 * dayMilliseconds);
  expect((await readCharts(to)).growth.at(-1)?.[0]).toBe(Date.parse(to) + dayMilliseconds - 1);
});

test("a period's lines begin on its first day, also if one of its trades was opened earlier", async () => {
  const { id, token } = await manyTrades();
  // `from` is the midnight at which a trade closes that was opened half an hour earlier
  const from = dayOf(start * 1000 + 3 * dayMilliseconds);
  const { body: charts } = await api.call(contract.charts, { monitoringId: id, from }, { token });
  const { body: table } = await api.call(contract.days, { monitoringId: id, from }, { token });
  expect(dayOf(charts.growth[0]?.[0] ?? 0)).toBe(from);
  expect(table.days.at(-1)?.day).toBe(from);
});
