import { afterAll, beforeAll, expect, test } from "vitest";
import { dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { dayMilliseconds, dayOf } from "#contract/day";
import * as contract from "#contract/monitoring/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const hour = 3600;

/**
 * Creates an account with trades an hour apart and deposits and withdrawals between them, also at the deepest
 * drawdowns.
 */
async function account(trades: number, { credit }: { credit?: boolean } = {}) {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  const results = Array.from({ length: trades }, (_, index) => (((index * 41) % 29) - 14.5).toFixed(2));
  const flows = Array.from({ length: Math.floor(trades / 17) }, (_, index) => ({
    ticket: String(100_000 + index),
    time: start + (17 * index + 11) * hour + 600,
    type: credit && index === 1 ? "credit" : "balance",
    profit: index % 3 ? "-97.00" : "160.00",
  }));
  const fee = { ticket: "200000", time: start + 30 * hour + 60, type: "charge", profit: "-40.00" };
  await post({ deals: [...dealsOf("1000", results), ...flows, fee] });
  return { id, token };
}

const cases = [
  ["event by event", 60],
  ["by days", 640],
] as const;

test.each(cases)("a chart's drawdown equals the one of the figures, %s", async (_, trades) => {
  const { id, token } = await account(trades, { credit: true });
  for (const from of [undefined, dayOf(start * 1000 + dayMilliseconds)]) {
    const period = { monitoringId: id, ...(from && { from }) };
    const { body: figures } = await api.call(contract.statistics, period, { token });
    const { body: charts } = await api.call(contract.charts, period, { token });
    const { body: table } = await api.call(contract.days, period, { token });
    const values = charts.drawdown.map(([, value]) => value);
    expect(figures.relative_drawdown?.percent).toBeGreaterThan(0.02);
    expect(Math.min(...values)).toBeCloseTo(-(figures.relative_drawdown?.percent ?? Number.NaN), 6);
    expect(values.at(-1)).toBeCloseTo(-(figures.current_drawdown?.percent ?? Number.NaN), 6);
    expect(table.days[0]?.drawdown).toBeCloseTo(values.at(-1) ?? Number.NaN, 12);
    const times = charts.drawdown.map(([at]) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }
});

test("a chart of the balance rises at a deposit, not at the next trade", async () => {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  const flow = { ticket: "900", time: start + 5 * hour, type: "balance", profit: "500" };
  const later = dealsOf("0", ["10.00"], { firstTicket: 60, from: start + 240 * hour }).slice(1);
  await post({ deals: [...dealsOf("1000", ["50.00", "-20.00"]), flow, ...later] });
  const { body: charts } = await api.call(contract.charts, { monitoringId: id }, { token });
  expect(charts.balance).toContainEqual([(start + 5 * hour) * 1000, 1530]);
  expect(charts.growth.map(([at]) => at)).not.toContain((start + 5 * hour) * 1000);
});
