import { afterAll, beforeAll, expect, test } from "vitest";
import { article, dealsOf, newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const day = 86_400;

/** Returns the deals of trades, one trade a day, from this many days ago, as a terminal sends them. */
const dealsDaysAgo = (days: number, firstTicket: number, deposit: string, results: string[]) =>
  dealsOf(deposit, results, {
    firstTicket,
    from: Math.floor(api.deps.clock.now().getTime() / 1000 / day) * day - days * day,
  }).filter(({ profit }) => profit !== "0");

async function listed(deals: Record<string, unknown>[], positions: Record<string, unknown>[] = []) {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  expect((await post({ currency: "USD", balance: "627.71", equity: "628", deals, positions })).status).toBe(
    200,
  );
  const { body } = await api.call(contract.accountList, {}, { token });
  const { body: page } = await api.call(contract.charts, { monitoringId: id }, { token });
  const { body: figures } = await api.call(contract.statistics, { monitoringId: id }, { token });
  return { row: body.accounts[0], page, figures };
}

/** Moves the clock to five minutes before the end of the next UTC day. */
function lateInTheEvening() {
  const now = api.deps.clock.now();
  api.pass({ seconds: day - ((now.getTime() / 1000) % day) + day - 300 });
  return now;
}

test("an account shows the results of today and this month, open positions, and the current drawdown from its peak", async () => {
  const now = lateInTheEvening();
  const position = {
    ticket: "900",
    symbol: "GBPUSD",
    type: "buy",
    volume: "0.37",
    open_time: now.getTime() / 1000 - 60,
    open_price: "1.25",
    profit: "41.17",
    swap: "-1.17",
  };
  const { row, page, figures } = await listed(
    [...dealsDaysAgo(70, 1, "1000", ["100", "-50"]), ...dealsDaysAgo(0, 100, "0", ["25.50", "-5.25"])],
    [position],
  );
  expect(row).toMatchObject({ openResult: "40.00", today: "20.25", month: "20.25" });
  // only one equity value is known, which can't have fallen; the balance has
  expect(figures).toMatchObject({ equity_current_drawdown: null, equity_relative_drawdown: null });
  expect(row?.drawdownNow).toBe(figures.current_drawdown?.percent);
  expect(row?.drawdownPercent).toBe(figures.relative_drawdown?.percent);
  expect(row?.drawdownPercent).toBeGreaterThan(0);
  expect(row?.growth[0]?.[1]).toBe(0);
  expect(row?.growth.at(-1)?.[1]).toBeCloseTo(page.growth.at(-1)?.[1] ?? Number.NaN, 9);
});

test("an account at its lowest point shows the deeper drawdown of balance and equity", async () => {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  const time = Math.floor(api.deps.clock.now().getTime() / 1000) - 10 * day;
  const trade = (ticket: number, profit: string) => ({
    ticket: String(ticket),
    time: time + ticket,
    type: "sell",
    entry: "out",
    symbol: "EURUSD",
    volume: "0.1",
    price: "1.1",
    profit,
  });
  const flow = (ticket: number, profit: string) => ({
    ticket: String(ticket),
    time: time + ticket,
    type: "balance",
    profit,
  });
  const deals = [
    flow(1, "1000"),
    ...["98", "-53.5", "0"].map((profit, index) => trade(2 + index, profit)),
    flow(5, "-200"),
    trade(6, "200"),
    trade(7, "-300"),
  ];
  const postEquity = async (equity: string, more: object = {}) => {
    expect((await post({ currency: "USD", balance: "744.50", equity, ...more })).status).toBe(200);
    api.pass({ seconds: 60 });
    const { body } = await api.call(contract.accountList, {}, { token });
    const { body: figures } = await api.call(contract.statistics, { monitoringId: id }, { token });
    return { row: body.accounts[0], figures };
  };
  const first = await postEquity("744.50", { deals });
  expect(first.figures.current_drawdown).toMatchObject({
    money: "300.00",
    percent: expect.closeTo(0.2872, 4),
  });
  expect([first.row?.drawdownNow, first.row?.drawdownPercent]).toEqual(
    Array(2).fill(first.figures.current_drawdown?.percent),
  );
  const second = await postEquity("704");
  expect(second.figures.equity_current_drawdown?.percent).toBeCloseTo(0.0544, 4);
  expect(second.row).toMatchObject({
    drawdownNow: first.row?.drawdownNow,
    drawdownPercent: first.row?.drawdownNow,
  });
  const third = await postEquity("500");
  expect([third.row?.drawdownNow, third.row?.drawdownPercent]).toEqual(
    Array(2).fill(third.figures.equity_current_drawdown?.percent),
  );
});

test("a long history ends where the growth on its page ends, in few points", async () => {
  const { row, page, figures } = await listed([
    ...dealsDaysAgo(800, 1, "5000", article.slice(0, 10)),
    ...dealsDaysAgo(360, 200, "0", article.slice(10, 20)),
    ...dealsDaysAgo(200, 300, "0", article.slice(20, 25)),
    ...dealsDaysAgo(10, 400, "0", article.slice(25)),
  ]);
  expect(row?.growth.at(-1)?.[1]).toBeCloseTo(page.growth.at(-1)?.[1] ?? Number.NaN, 9);
  expect(row?.growth.length).toBeLessThanOrEqual(31);
  // the current month counts too
  expect([row?.growthPercent, row?.profitPercent, row?.drawdownPercent]).toEqual([
    figures.growth,
    figures.profit_percent,
    figures.relative_drawdown?.percent,
  ]);
});

test("an account whose terminal never posted has no figures", async () => {
  const { token } = await api.newClient();
  await newTerminal(api, token);
  const { body } = await api.call(contract.accountList, {}, { token });
  expect(body.accounts[0]).toMatchObject({
    openResult: null,
    today: null,
    month: null,
    growth: [],
    drawdownNow: null,
  });
});

test("a cached list shows a new trade and a fall of the equity at once, and resets today's result at the end of the day", async () => {
  lateInTheEvening();
  const { token } = await api.newClient();
  const { post } = await newTerminal(api, token);
  const first = async () => (await api.call(contract.accountList, {}, { token })).body.accounts[0];
  const state = { currency: "USD", balance: "1000", equity: "1000" };
  await post({ ...state, deals: dealsDaysAgo(40, 1, "1000", ["10"]) });
  const before = await first();
  expect(await first()).toEqual(before);

  await post({ ...state, deals: dealsDaysAgo(0, 100, "0", ["25.50"]) });
  const after = await first();
  expect(after?.today).toBe("25.50");
  expect(after?.growth.at(-1)?.[1]).toBeGreaterThan(before?.growth.at(-1)?.[1] ?? Number.NaN);
  expect(await first()).toEqual(after);

  await post({ ...state, equity: "700" });
  expect((await first())?.drawdownNow).toBe(0.3);

  api.pass({ seconds: 400 });
  expect((await first())?.today).toBe("0.00");
});
