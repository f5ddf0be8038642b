import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { monitoringDays, monitoringTrades } from "#api/db/schema/monitoring-history";
import { article, dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { figures as figureList } from "#contract/monitoring/figures";
import * as contract from "#contract/monitoring/index";
import { moneyLine } from "./lines";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const position = {
  ticket: "900",
  symbol: "GBPUSD",
  type: "buy",
  volume: "0.37",
  open_time: start,
  open_price: "1.25",
  profit: "41.17",
};
const state = {
  server: "Broker-Demo",
  currency: "USD",
  leverage: 100,
  balance: "627.71",
  equity: "668.88",
  margin: "31.13",
  free_margin: "637.75",
};
/** Sums of money and other secrets of the account, none of which may appear in a response if they are hidden. */
const secrets =
  /(?<![\d.])(627\.71|668\.88|31\.13|637\.75|500\.00|41\.17|0\.37|127\.71|216\.97|160\.10)(?!\d)/;

async function setUp(
  sharing: Partial<{
    visibility: contract.Visibility;
    showMoney: boolean;
    showPositions: boolean;
    showNumber: boolean;
  }> = {},
) {
  const { token } = await api.newClient();
  const terminal = await newTerminal(api, token);
  await terminal.post({ ...state, positions: [position], deals: dealsOf("500", article) });
  await api.call(
    contract.setSharing,
    { monitoringId: terminal.id, visibility: "private", ...sharing },
    { token },
  );
  return { ...terminal, token };
}

const reads = [
  contract.readAccount,
  contract.statistics,
  contract.charts,
  contract.days,
  contract.trades,
  contract.tradesCsv,
  contract.picture,
  contract.badge,
] as const;

describe("a shared account", () => {
  it("is visible to its owner only until it is shared; others get the same 404 as for a missing one", async () => {
    const { id, token } = await setUp();
    const other = await api.newClient();
    for (const endpoint of reads) {
      expect((await api.call(endpoint, { monitoringId: id }, { token })).status, endpoint.path).toBe(200);
      for (const viewer of [{}, { token: other.token }]) {
        const hidden = await api.call(endpoint, { monitoringId: id }, viewer);
        const missing = await api.call(endpoint, { monitoringId: "nothing-here" }, viewer);
        expect([hidden.status, await hidden.response.text()], endpoint.path).toEqual([
          404,
          await missing.response.text(),
        ]);
      }
    }
    for (const visibility of ["link", "public"] as const) {
      await api.call(contract.setSharing, { monitoringId: id, visibility }, { token });
      for (const endpoint of reads)
        expect((await api.call(endpoint, { monitoringId: id })).status, endpoint.path).toBe(200);
    }
  });

  it("sends nothing that its owner hides, in any response", async () => {
    const { id, token, number } = await setUp({ visibility: "link" });
    for (const endpoint of reads) {
      const text = await (await api.call(endpoint, { monitoringId: id })).response.text();
      expect(text, endpoint.path).not.toMatch(secrets);
      expect(text, endpoint.path).not.toContain(number);
    }
    const { body: page } = await api.call(contract.readAccount, { monitoringId: id });
    expect(page).not.toHaveProperty("positions");
    expect(page).not.toHaveProperty("serverId");
    const { body: visible } = await api.call(contract.statistics, { monitoringId: id });
    for (const [key, { unit }] of Object.entries(figureList)) {
      if (unit === "money") expect(visible).not.toHaveProperty(key);
      else expect(visible).toHaveProperty(key);
    }
    expect(visible.maximal_drawdown).toEqual({ percent: expect.any(Number) });
    await api.call(
      contract.setSharing,
      { monitoringId: id, visibility: "link", showPositions: true, showNumber: true },
      { token },
    );
    const { body: opened } = await api.call(contract.readAccount, { monitoringId: id });
    expect(opened).toMatchObject({
      number,
      positions: [{ symbol: "GBPUSD", profitPercent: expect.closeTo(41.17 / 627.71, 10) }],
    });
    expect(JSON.stringify(opened)).not.toMatch(secrets);
    await api.call(contract.setSharing, { monitoringId: id, visibility: "link", showMoney: true }, { token });
    expect((await api.call(contract.statistics, { monitoringId: id })).body).toMatchObject({
      balance: "627.71",
      equity: "668.88",
    });
  });

  it("can't be sorted by hidden values", async () => {
    const { id } = await setUp({ visibility: "link" });
    const order = async (sort: contract.TradeSort) =>
      (await api.call(contract.trades, { monitoringId: id, sort })).body.trades.map(({ ticket }) => ticket);
    expect(await order("result")).toEqual(await order("closed"));
    expect(await order("symbol")).not.toEqual(await order("closed"));
  });

  it("gets a new address on request; the old one stops working", async () => {
    const { id, token } = await setUp({ visibility: "link" });
    const { body } = await api.call(contract.replaceAddress, { monitoringId: id }, { token });
    expect(body.monitoringId).not.toBe(id);
    expect((await api.call(contract.readAccount, { monitoringId: id })).status).toBe(404);
    expect((await api.call(contract.readAccount, { monitoringId: body.monitoringId })).status).toBe(200);
  });

  it("counts a visitor once a day, its owner and robots never", async () => {
    const { id, token } = await setUp({ visibility: "public" });
    const view = (address: string, more: { token?: string } = {}) =>
      api.call(contract.countView, { monitoringId: id }, { address, ...more });
    for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2"]) await view(address);
    await view("192.0.2.3", { token });
    const robot = {
      method: "POST",
      headers: { "user-agent": "Googlebot/2.1", "content-type": "application/json" },
      body: "{}",
    };
    expect((await api.fetch(`/monitoring/accounts/${id}/views`, robot)).status).toBe(200);
    expect((await api.call(contract.statistics, { monitoringId: id })).body.views).toBe(2);
    api.pass({ days: 1 });
    await view("192.0.2.1");
    expect((await api.call(contract.statistics, { monitoringId: id })).body.views).toBe(3);
  });
});

it("a page counts at most five browsers of one network a day, whatever their user agents", async () => {
  const { id } = await setUp({ visibility: "public" });
  for (let n = 0; n < 12; n += 1) {
    const headers = {
      "user-agent": `Mozilla/5.0 (X11; Linux x86_64; rv:1${n}.0) Gecko/20100101 Firefox/1${n}.0`,
      "content-type": "application/json",
      "x-client-address": `2001:db8:9:9::${n}`,
    };
    await api.fetch(`/monitoring/accounts/${id}/views`, { method: "POST", headers, body: "{}" });
  }
  expect((await api.call(contract.statistics, { monitoringId: id })).body.views).toBe(5);
});

describe("page of an account", () => {
  it("shows the figures of a period, by whole days", async () => {
    const { id, token } = await setUp();
    const period = async (from?: string, to?: string) =>
      (await api.call(contract.statistics, { monitoringId: id, from, to }, { token })).body;
    // 23 trades close on 5 January (from 01:00 on), 7 on the 6th
    const [first, second, complete] = [
      await period("2026-01-05", "2026-01-05"),
      await period("2026-01-06"),
      await period(),
    ];
    expect([first.trades, second.trades, complete.trades]).toEqual([23, 7, 30]);
    expect(Number(first.net_profit) + Number(second.net_profit)).toBeCloseTo(127.71, 10);
    expect(second.profit_percent).toBeCloseTo(Number(second.net_profit) / Number(first.balance), 10);
    expect(first.equity).toBe(null);
    expect(await period("2027-01-01")).toMatchObject({
      trades: 0,
      win_rate: null,
      reasons: { win_rate: "noTrades" },
    });
    expect(await period("not a day", "2026-13-45")).toMatchObject({ trades: 30, from: null, to: null });
  });

  it("pages and sorts closed trades", async () => {
    const { id, token } = await setUp();
    const page = async (query: object) =>
      (await api.call(contract.trades, { monitoringId: id, ...query }, { token })).body;
    expect(await page({})).toMatchObject({ page: 1, pages: 2, total: 30 });
    const results = (answer: { trades: contract.ClosedTrade[] }) => answer.trades.map(({ result }) => result);
    expect(results(await page({ page: 2 }))).toEqual(article.slice(0, 10).reverse());
    expect(results(await page({ direction: "asc" }))).toEqual(article.slice(0, 20));
    expect(results(await page({ direction: "asc", page: 99 }))).toEqual(article.slice(20));
    expect(results(await page({ sort: "result" }))[0]).toBe("216.97");
    expect(results(await page({ sort: "result", direction: "asc" }))[0]).toBe("-160.10");
    for (const sort of ["result", "symbol", "opened", "volume"])
      for (const direction of ["asc", "desc"]) {
        const [first, last] = [await page({ sort, direction }), await page({ sort, direction, page: 2 })];
        const tickets = [...first.trades, ...last.trades].map(({ ticket }) => ticket);
        const opposite = await page({ sort, direction: direction === "asc" ? "desc" : "asc", page: 2 });
        expect(new Set(tickets).size, sort).toBe(30);
        expect(opposite.trades.map(({ ticket }) => ticket).reverse()).toEqual(tickets.slice(0, 10));
      }
    expect(await page({ from: "2026-01-06" })).toMatchObject({ total: 7, pages: 1 });
  });

  it("draws its lines and bars", async () => {
    const { id, token } = await setUp();
    const { body } = await api.call(contract.charts, { monitoringId: id }, { token });
    // the opening, thirty trades and the terminal's last report
    expect(body.growth).toHaveLength(32);
    expect(body.growth.at(-1)?.[1]).toBeCloseTo(0.25542, 10);
    expect(body.balance?.at(-1)?.[1]).toBe(627.71);
    expect(Math.max(...body.drawdown.map(([, value]) => value))).toBe(0);
    expect(body.months).toMatchObject([{ month: "2026-01", net: "127.71", trades: 30 }]);
    expect(body.symbols.map(({ symbol, trades }) => [symbol, trades])).toEqual([
      ["EURUSD", 20],
      ["XAUUSD", 10],
    ]);
  });

  it("names every symbol that was traded", async () => {
    const { token } = await api.newClient();
    const { id, post } = await newTerminal(api, token);
    const deals = dealsOf("5000", Array(28).fill("1.00")).map((deal, index) =>
      index === 0 ? deal : { ...deal, symbol: `S${Math.ceil(index / 2) % 14}` },
    );
    await post({ deals });
    const { body } = await api.call(contract.charts, { monitoringId: id }, { token });
    expect(body.symbols).toHaveLength(14);
    expect(body.symbols.reduce((sum, { trades }) => sum + trades, 0)).toBe(28);
  });

  it("shows the values of its lines on every day, quiet ones too", async () => {
    const { id, token } = await setUp({ visibility: "link" });
    const { body } = await api.call(contract.days, { monitoringId: id }, { token });
    // trades close on two days; the terminal reports now
    expect(body.total).toBe(body.days.length);
    const second = body.days.find(({ day }) => day === "2026-01-06");
    expect(second).toMatchObject({ growth: expect.closeTo(0.25542, 10), balance: "627.71" });
    expect(body.days.at(-1)).toMatchObject({ day: "2026-01-05" });
    expect(body.days.map(({ day }) => day)).toEqual(
      body.days
        .map(({ day }) => day)
        .sort()
        .reverse(),
    );
    expect(body.days[0]).toMatchObject({ balance: "627.71", equity: "668.88" });
    expect(JSON.stringify((await api.call(contract.days, { monitoringId: id })).body)).not.toMatch(secrets);
  });

  it("is exported as CSV with every trade", async () => {
    const { id, token } = await setUp();
    const { response } = await api.call(contract.tradesCsv, { monitoringId: id }, { token });
    const lines = (await response.text()).trim().split("\r\n");
    expect(lines).toHaveLength(32);
    expect(lines[0]).toBe(
      "ticket,symbol,side,volume,openedAt,closedAt,openPrice,closePrice,resultPercent,swap,costs,result,source,balance,mae,mfe,note",
    );
    expect(lines[2]).toMatch(
      /^3,XAUUSD,long,0.1,2026-01-05T00:30:00.000Z,2026-01-05T01:00:00.000Z,1.1,1.1,-0.03416,0.00,0.00,-17.08,key,482.92,,,$/,
    );
  });

  it("has a preview picture and a badge that need no font of the machine", async () => {
    const { id } = await setUp({ visibility: "public" });
    const { response } = await api.call(contract.picture, { monitoringId: id });
    const png = Buffer.from(await response.arrayBuffer());
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    const badge = await (await api.call(contract.badge, { monitoringId: id })).response.text();
    expect(badge).not.toMatch(/<text|font/);
    expect(badge).toContain("Growth +25.54%");
    expect(badge).toContain("; 30 trades from the terminal, first connected on ");
  });

  it("adds up finished months and the days of the last one to the figures of the whole", async () => {
    const { token } = await api.newClient();
    const { id, post } = await newTerminal(api, token);
    const day = 86_400;
    const days = article.map((profit, index) => ({
      ticket: String(index + 2),
      time: start + (2 * index - 20) * day,
      profit,
    }));
    const deals = days.map((deal) => ({
      ...deal,
      position: deal.ticket,
      type: "sell",
      entry: "out",
      symbol: "EURUSD",
      volume: "1",
    }));
    for (const deal of [{ ticket: "1", time: start - 21 * day, type: "balance", profit: "500" }, ...deals])
      await post({ ...state, deals: [deal] });
    const { body } = await api.call(contract.statistics, { monitoringId: id }, { token });
    expect(body).toMatchObject({ trades: 30, result_sd: "96.71", net_profit: "127.71" });
    expect(body.hpr_sd?.toFixed(5)).toBe("0.17607");
    const { body: charts } = await api.call(contract.charts, { monitoringId: id }, { token });
    expect(charts.months.map(({ month, trades }) => [month, trades])).toEqual([
      ["2025-12", 8],
      ["2026-01", 16],
      ["2026-02", 6],
    ]);
    expect(
      (
        await api.call(
          contract.statistics,
          { monitoringId: id, from: "2026-01-01", to: "2026-01-31" },
          { token },
        )
      ).body.trades,
    ).toBe(16);
  });

  it("is removed with all its data when its owner deletes it", async () => {
    const { id, token, post } = await setUp({ visibility: "public" });
    const other = await api.newClient();
    expect(
      (await api.call(contract.deleteAccount, { monitoringId: id }, { token: other.token })).status,
    ).toBe(404);
    const before = await api.db.$count(monitoringTrades);
    expect((await api.call(contract.deleteAccount, { monitoringId: id }, { token })).ok).toBe(true);
    expect(await api.db.$count(monitoringTrades)).toBe(before - 30);
    expect(await api.db.$count(monitoringDays)).toBeGreaterThan(0);
    expect((await api.call(contract.readAccount, { monitoringId: id })).status).toBe(404);
    expect((await post(state)).status).toBe(401);
  });
});

it("equity crosses the balance only if the floating result changes its sign", () => {
  // a position floats at -50 all day; meanwhile others close with larger gains and losses
  const hour = 3_600_000;
  const snapshots = [0, 24].map((hours) => ({ time: hours * hour, balance: 1000, equity: 950 }));
  const steps = [1, 2, 3, 4, 5, 6].map((hours) => ({ time: hours * hour, balance: hours % 2 ? 1200 : 800 }));
  const line = moneyLine(steps, snapshots);
  expect(line.map(([, balance, equity]) => (equity ?? 0) - balance)).toEqual(line.map(() => -50));
  expect(moneyLine(steps, []).every(([, , equity]) => equity === null)).toBe(true);
});
