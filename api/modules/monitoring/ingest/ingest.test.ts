import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { article, dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const state = { balance: "627.71", equity: "627.71", margin: "0", free_margin: "627.71" };

async function setUp() {
  const client = await api.newClient();
  const terminal = await newTerminal(api, client.token);
  const statistics = async () =>
    (await api.call(contract.statistics, { monitoringId: terminal.id }, { token: client.token })).body;
  return { ...terminal, token: client.token, statistics };
}

describe("posts of a terminal", () => {
  it("give the published figures to the last digit", async () => {
    const { post, statistics } = await setUp();
    expect(await post({ ...state, deals: dealsOf("500", article) })).toEqual({
      status: 200,
      body: { ok: true, next_in: 60, deals_from: "61" },
    });
    const figures = await statistics();
    expect(figures).toMatchObject({
      trades: 30,
      balance: "627.71",
      net_profit: "127.71",
      expectancy: "4.26",
      result_sd: "96.71",
    });
    expect(figures.profit_percent?.toFixed(4)).toBe("0.2554");
    expect(figures.ahpr?.toFixed(4)).toBe("1.0217");
    expect(figures.hpr_sd?.toFixed(5)).toBe("0.17607");
    expect(figures.sharpe_per_trade?.toFixed(4)).toBe("0.1231");
    expect(figures).toMatchObject({
      deposits: "500.00",
      holding_seconds: 1800,
      equity: "627.71",
      free_margin: "627.71",
    });
  });

  it("show an open position with an invalid profit by its last known profit", async () => {
    const { post, token, id } = await setUp();
    const position = (ticket: string, profit: unknown) => ({
      ticket,
      symbol: "EURUSD",
      type: "buy",
      volume: "0.1",
      open_time: "2026.01.05 09:00:00",
      open_price: "1.1",
      profit,
    });
    const profits = async () => {
      const { body } = await api.call(contract.readAccount, { monitoringId: id }, { token });
      return (body.positions ?? []).map(({ profit }) => profit);
    };
    await post({ ...state, positions: [position("1", "1"), position("2", "2.50")] });
    expect(await profits()).toEqual(["1.00", "2.50"]);
    await post({ ...state, positions: [position("1", "3"), position("2", "nan"), position("3", "nan")] });
    expect(await profits()).toEqual(["3.00", "2.50", "0.00"]);
  });

  it("are accepted with a trailing NUL, any or no content type, numbers as strings, the broker's time, quotes in names", async () => {
    const { key, number, post, statistics, token, id } = await setUp();
    const text = `{"v":1,"key":"${key}","account":${number},"server":"Broker "Gold" Ltd","currency":"usd","gmt_offset":"7200","balance":"110.0","equity":110,"deals":[
      {"ticket":1,"time":"2026.01.05 02:00:00","type":"balance","profit":"100"},
      {"ticket":"3","position":2,"time":1767585600,"type":"sell","entry":"out","symbol":"EURUSD","volume":0.1,"price":1.1,"profit":10.000000000000002}]}\0`;
    const types: Record<string, string>[] = [
      { "content-type": "application/x-www-form-urlencoded" },
      { "content-type": "text/html; charset=x" },
      {},
    ];
    for (const headers of types)
      expect(await post(text, { authorization: "", ...headers })).toMatchObject({
        status: 200,
        body: { ok: true },
      });
    expect(await statistics()).toMatchObject({ trades: 1, net_profit: "10.00", balance: "110.00" });
    const { body } = await api.call(contract.readAccount, { monitoringId: id }, { token });
    expect(body).toMatchObject({
      server: 'Broker "Gold" Ltd',
      currency: "USD",
      since: "2026-01-05",
      state: "connected",
    });
    const { body: list } = await api.call(contract.trades, { monitoringId: id }, { token });
    expect(list.trades[0]?.closedAt).toBe("2026-01-05T02:00:00.000Z");
  });

  it("lose invalid numbers field by field, with a message, and keep the rest", async () => {
    const { number, post, statistics } = await setUp();
    const deals = dealsOf("100", ["10", "5"]).map((deal, index) =>
      JSON.stringify(index === 2 ? { ...deal, profit: undefined } : deal),
    );
    const text = `{"v":1,"account":"${number}","balance":"105","equity":nan,"deals":[${deals.join(",").replace('"entry":"out"', '"entry":"out","profit":-inf')}]}`;
    const { status, body } = await post(text);
    expect(status).toBe(200);
    expect(body.refused).toEqual({
      equity: "This is not a number",
      "deals.2.profit": "This is not a number",
    });
    expect(await statistics()).toMatchObject({ trades: 1, net_profit: "5.00" });
  });

  it("change nothing if they are repeated, overlap, have gaps or come in any order", async () => {
    const deals = dealsOf("500", article);
    const expected = await setUp();
    // the second post says that nothing more follows
    await expected.post({ ...state, deals });
    await expected.post({ ...state, deals: [] });
    const { monitoringId, ...figures } = await expected.statistics();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(60), fc.nat(40)), { maxLength: 4 }),
        fc.boolean(),
        async (chunks, isViewed) => {
          const { post, statistics } = await setUp();
          for (const [from, length] of chunks) {
            expect(await post({ ...state, deals: deals.slice(from, from + length).reverse() })).toMatchObject(
              { status: 200 },
            );
            if (isViewed) await statistics();
          }
          await post({ ...state, deals });
          await post({ ...state, deals: [] });
          const { monitoringId, ...found } = await statistics();
          expect(found).toEqual(figures);
        },
      ),
      {
        numRuns: 4,
        // a terminal that loads its history late reports only the deposit at first
        examples: [
          [
            [
              [0, 1],
              [0, 0],
            ],
            false,
          ],
          [
            [
              [0, 1],
              [0, 0],
              [5, 9],
              [0, 0],
            ],
            true,
          ],
        ],
      },
    );
  });

  it("bind the key to one account number", async () => {
    const { post } = await setUp();
    const { status, body } = await post({ account: "999", ...state });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "keyOfOtherAccount" });
    expect(await post(state, { authorization: "Bearer unknown-key-0123456789" })).toMatchObject({
      status: 401,
    });
    expect(await post({ account: "" })).toMatchObject({
      status: 422,
      body: { fields: { account: "This field is required" } },
    });
  });

  it("are rejected with a message if they are not JSON, too large or too deep", async () => {
    const { post, number } = await setUp();
    expect(await post("hello")).toMatchObject({ status: 400, body: { code: "bodyUnreadable" } });
    expect(await post(`{"v":1,"x":"${"x".repeat(contract.ingestMaxBytes)}"}`)).toMatchObject({ status: 413 });
    const deep = `{"v":1,"account":"${number}","deals":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(await post(deep)).toMatchObject({ status: 200, body: { ok: true } });
  });

  it("correct a trade whose result was sent too low, and count an opening deal that arrives late", async () => {
    const { post, statistics } = await setUp();
    const [deposit, open, close] = dealsOf("100", ["10"]);
    await post({ deals: [deposit, close] });
    expect(await statistics()).toMatchObject({
      trades: 1,
      holding_seconds: null,
      reasons: { holding_seconds: "noOpenings" },
    });
    await post({ deals: [{ ...open, commission: "-2" }] });
    expect(await statistics()).toMatchObject({
      trades: 1,
      net_profit: "8.00",
      holding_seconds: 1800,
      balance: "108.00",
    });
    await post({ deals: [{ ...close, profit: "12" }] });
    expect(await statistics()).toMatchObject({ trades: 1, net_profit: "10.00", balance: "110.00" });
  });

  it("request the whole history again if the balance does not reconcile", async () => {
    const { post } = await setUp();
    const deals = dealsOf("500", article);
    await post({ ...state, positions: [], deals: [...deals.slice(0, 20), ...deals.slice(40)] });
    expect((await post({ ...state, positions: [], deals: deals.slice(60) })).body).toMatchObject({
      deals_from: "0",
      next_in: 2,
    });
    expect((await post({ ...state, positions: [], deals: deals.slice(0, 30) })).body).toMatchObject({
      deals_from: "30",
      next_in: 2,
    });
    expect((await post({ ...state, positions: [], deals: deals.slice(29) })).body).toMatchObject({
      deals_from: "61",
      next_in: 60,
    });
    expect((await post({ ...state, positions: [], deals: deals.slice(60) })).body).toMatchObject({
      deals_from: "61",
      next_in: 60,
    });
  });

  it("record the equity by the minute and measure its drawdown without counting a withdrawal", async () => {
    const { post, statistics } = await setUp();
    const timeAt = (minute: number) => start + minute * 60;
    const post_ = (minute: number, equity: string, more: object = {}) =>
      post({ time: timeAt(minute), balance: equity, equity, ...more });
    await post_(1, "1000", { deals: [{ ticket: "1", time: timeAt(0), type: "balance", profit: "1000" }] });
    await post_(2, "1100");
    await post_(3, "990");
    await post_(4, "590", { deals: [{ ticket: "2", time: timeAt(3.5), type: "balance", profit: "-400" }] });
    await post_(5, "580", { margin: "145" });
    const figures = await statistics();
    expect(figures.equity_maximal_drawdown).toEqual({ money: "110.00", percent: 0.1 });
    expect(figures).toMatchObject({ deposit_load: 0.25, withdrawals: "400.00", equity: "580.00" });
  });

  it("count as silent after three missed intervals, and as connected after the next one", async () => {
    const { post, token, id } = await setUp();
    const stateNow = async () =>
      (await api.call(contract.readAccount, { monitoringId: id }, { token })).body.state;
    expect(await stateNow()).toBe("waiting");
    await post(state);
    expect(await stateNow()).toBe("connected");
    api.pass({ minutes: 3, seconds: 1 });
    expect(await stateNow()).toBe("silent");
    await post(state);
    expect(await stateNow()).toBe("connected");
  });
});
