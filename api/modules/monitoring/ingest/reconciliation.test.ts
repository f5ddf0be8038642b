import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { monitoringRevisions } from "#api/db/schema/monitoring-history";
import { rates, servers } from "#api/db/schema/vps";
import { article, dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { drillSize } from "#api/testing/drill-size";
import * as contract from "#contract/monitoring/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const state = (balance: string) => ({ balance, equity: balance });

async function setUp() {
  const client = await api.newClient();
  const terminal = await newTerminal(api, client.token);
  const { token } = client;
  // visible to anyone, because the client's session ends while the clock is set forward
  const sharing = { monitoringId: terminal.id, visibility: "link" as const, showMoney: true };
  await api.call(contract.setSharing, sharing, { token });
  const statistics = async () => (await api.call(contract.statistics, { monitoringId: terminal.id })).body;
  const trades = async () =>
    (await api.call(contract.trades, { monitoringId: terminal.id } as never)).body.trades;
  return { ...terminal, token, clientId: client.id, statistics, trades };
}

/** Posts the requested deals, as an adapter does, until no more are requested. */
async function goOn(
  post: (body: object) => Promise<{ body: Record<string, unknown> }>,
  deals: Record<string, unknown>[],
  more: object,
) {
  let from = "0";
  const requestedFrom: string[] = [];
  for (let postCount = 0; postCount < 20; postCount++) {
    const index = deals.findIndex(({ ticket }) => ticket === from);
    const { body } = await post({ ...more, deals: deals.slice(Math.max(0, index)) });
    requestedFrom.push(from);
    api.pass({ seconds: Number(body.next_in) });
    from = String(body.deals_from);
    if (body.next_in === 60 && postCount > 1) break;
  }
  return requestedFrom;
}

describe("an account whose listed history begins in the middle", () => {
  it("grows from the earlier balance: a top-up of 50 does not make 200 % of 100 earned on 5,050", async () => {
    const { post, statistics, id } = await setUp();
    const deals = dealsOf("50", ["100"]);
    await post({ ...state("5150"), positions: [], deals });
    const expectRight = async () => {
      const figures = await statistics();
      expect(figures.growth?.toFixed(4)).toBe("0.0198");
      expect(figures).toMatchObject({
        opening: "5000.00",
        deposits: "50.00",
        balance: "5150.00",
        net_profit: "100.00",
      });
    };
    await expectRight();
    for (let minutes = 0; minutes < 5; minutes++) {
      api.pass({ minutes: 1 });
      await post({ ...state("5150"), positions: [], deals: [] });
    }
    await expectRight();
    expect((await statistics()).origin).toMatchObject({ adds_up: true, differences: [], terminal: 1 });
    const { body } = await api.call(contract.charts, { monitoringId: id });
    expect(body.balance?.at(-1)?.[1]).toBe(5150);
    expect(body.growth.at(-1)?.[1]).toBeCloseTo(100 / 5050, 10);
  });

  it("is completed if the terminal had loaded only a part, also while a position is open", async () => {
    const { post, statistics } = await setUp();
    const deals = dealsOf("500", article);
    const position = {
      ticket: "900",
      symbol: "EURUSD",
      type: "buy",
      volume: "0.1",
      open_time: start,
      open_price: "1.1",
      profit: "3",
    };
    const more = { ...state("627.71"), positions: [position] };
    await goOn(post, deals.slice(31), more);
    expect((await statistics()).trades).toBe(15);
    expect((await statistics()).opening).not.toBe("0.00");
    // the terminal has loaded the rest in the meantime
    api.pass({ minutes: 15 });
    const response = await goOn(post, deals, more);
    expect(response).toContain("0");
    expect(await statistics()).toMatchObject({
      trades: 30,
      opening: "0.00",
      deposits: "500.00",
      origin: { adds_up: true },
    });
  });

  it("adds up to the cent whatever part of it is known", () =>
    fc.assert(
      fc.asyncProperty(fc.nat(60), fc.nat(3), async (from, posts) => {
        const { post, statistics } = await setUp();
        const known = dealsOf("500", article).slice(from);
        for (let index = 0; index <= posts; index++) {
          await post({ ...state("627.71"), positions: [], deals: index === 0 ? known : [] });
          api.pass({ minutes: 1 });
        }
        const figures = await statistics();
        const cents = (text: unknown) => Math.round(Number(text) * 100);
        expect(cents(figures.opening) + cents(figures.deposits) + cents(figures.net_profit)).toBe(62_771);
      }),
      { numRuns: drillSize({ daily: 4, nightly: 24 }) },
    ));
});

describe("reconciliation state of an account", () => {
  it("is reported in each state: no stated balance, stated while the history arrives, reconciled", async () => {
    const { post, statistics } = await setUp();
    const reconciliation = async () => {
      const { stated, adds_up, text } = (await statistics()).origin;
      return { stated, adds_up, text };
    };
    expect(await reconciliation()).toMatchObject({ stated: false, adds_up: null });
    await post({ ...state("510"), positions: [], deals: dealsOf("500", ["10"]) });
    expect(await reconciliation()).toMatchObject({ stated: true, adds_up: null });
    expect((await reconciliation()).text).toContain("not reconciled yet");
    api.pass({ minutes: 1 });
    await post({ ...state("510"), positions: [], deals: [] });
    expect(await reconciliation()).toMatchObject({ stated: true, adds_up: true });
  });
});

describe("a history that does not reconcile", () => {
  it("requests missing deals from the last reconciled point, then names the place, and clears it when the deals arrive", async () => {
    const { post, statistics } = await setUp();
    const deals = dealsOf("500", ["10", "20", "30"]);
    await post({ ...state("510"), positions: [], deals: deals.slice(0, 3) });
    api.pass({ minutes: 1 });
    await post({ ...state("510"), positions: [], deals: [] });
    api.pass({ days: 2 });
    const before = api.deps.clock.now();
    // the second trade is not in the list, so 20 are missing
    const answer = await post({ ...state("560"), positions: [], deals: deals.slice(5) });
    expect(answer.body).toMatchObject({ deals_from: "7" });
    api.pass({ minutes: 1 });
    const response = await post({ ...state("560"), positions: [], deals: [] });
    expect(response.body).toMatchObject({ deals_from: "3", next_in: 2 });
    for (let minutes = 0; minutes < 4; minutes++) {
      api.pass({ minutes: 1 });
      await post({ ...state("560"), positions: [], deals: deals.slice(5) });
    }
    const { origin, opening, balance } = await statistics();
    expect(origin).toMatchObject({ adds_up: false, differences: [{ money: "20.00" }] });
    expect(opening).toBe("0.00");
    expect(balance).toBe("560.00");
    const [difference] = origin.differences ?? [];
    expect(new Date(difference?.from ?? 0).getTime()).toBeLessThan(before.getTime());
    expect(new Date(difference?.to ?? 0).getTime()).toBeGreaterThan(before.getTime());
    await post({ ...state("560"), positions: [], deals: deals.slice(2) });
    api.pass({ minutes: 1 });
    await post({ ...state("560"), positions: [], deals: [] });
    expect((await statistics()).origin).toMatchObject({ adds_up: true, differences: [] });
  });

  it("counts the cost of opening a position at once, and charges booked separately", async () => {
    const { post, statistics } = await setUp();
    const openTime = start + 20 * 3600;
    await post({ ...state("500"), positions: [], deals: dealsOf("500", []) });
    api.pass({ minutes: 1 });
    await post({ ...state("500"), positions: [], deals: [] });
    const opening = {
      ticket: "50",
      position: "50",
      time: openTime,
      type: "buy",
      entry: "in",
      symbol: "EURUSD",
      volume: "1",
      price: "1",
      commission: "-7",
    };
    const interest = { ticket: "51", time: openTime + 60, type: "DEAL_TYPE_INTEREST", profit: "-1.5" };
    await post({ ...state("491.5"), positions: [], deals: [opening, interest] });
    api.pass({ minutes: 1 });
    expect((await post({ ...state("491.5"), positions: [], deals: [] })).body).toMatchObject({
      deals_from: "51",
      next_in: 60,
    });
    expect(await statistics()).toMatchObject({
      net_profit: "-1.50",
      deposits: "500.00",
      withdrawals: "0.00",
      origin: { adds_up: true },
    });
  });
});

describe("provenance of a trade", () => {
  it("tells how it was posted, whether it was seen open, and whether it has changed since", async () => {
    const { post, statistics, trades, clientId } = await setUp();
    const rateId = `rate-${clientId}`;
    await api.db.insert(rates).values({
      id: rateId,
      name: "One",
      processor: 1,
      memoryMb: 1024,
      diskGb: 20,
      terminals: 1,
      operatingSystems: ["Windows"],
    });
    await api.db.insert(servers).values({
      id: `srv-${clientId}`,
      userId: clientId,
      rateId,
      operatingSystem: "Windows",
      status: "active",
      issuedAt: new Date(),
      paidUntil: new Date(),
      autoRenewal: false,
      renewalMonths: 1,
      ip: "198.51.100.7",
    });
    const deals = dealsOf("500", ["10", "20", "30"]);
    await post({ ...state("510"), deals: deals.slice(0, 3), positions: [] });
    const position = {
      ticket: "4",
      symbol: "EURUSD",
      type: "buy",
      volume: "0.1",
      open_time: start,
      open_price: "1.1",
      profit: "3",
    };
    api.pass({ minutes: 1 });
    await post({ ...state("510"), positions: [position], deals: [] });
    api.pass({ minutes: 1 });
    const fromServer = { "x-client-address": "::ffff:198.51.100.7" };
    await post({ ...state("560"), positions: [], deals: deals.slice(3) }, fromServer);
    expect((await trades()).map(({ source }) => source)).toEqual(["server", "server", "key"]);
    expect((await statistics()).origin).toMatchObject({
      terminal: 3,
      server: 2,
      server_since: expect.stringMatching(/^\d{4}-/),
      file: 0,
      seen_open: 1,
      changed: 0,
    });
    // a repeat changes nothing; different numbers are recorded
    api.pass({ minutes: 1 });
    await post({ ...state("560"), positions: [], deals });
    expect((await statistics()).origin.changed).toBe(0);
    await post({
      ...state("560"),
      positions: [],
      deals: [
        { ...deals[2], profit: "99" },
        { ...deals[4], comment: "new words" },
      ],
    });
    expect((await statistics()).origin).toMatchObject({ changed: 1, terminal: 3, server: 2 });
    const revisions = await api.db
      .select()
      .from(monitoringRevisions)
      .where(eq(monitoringRevisions.ticket, "3"));
    expect(revisions.at(-1)).toMatchObject({ number: 1, via: "key", was: { profit: "10" } });
    await expect(api.db.update(monitoringRevisions).set({ via: "server" })).rejects.toThrow();
  });

  it("keeps a limited number of versions of a deal", async () => {
    const { post, statistics } = await setUp();
    const deals = dealsOf("500", ["10"]);
    for (let version = 0; version < 25; version++)
      await post({
        ...state("510"),
        positions: [],
        deals: [deals[0], deals[1], { ...deals[2], profit: String(version) }],
      });
    const revisions = await api.db.select().from(monitoringRevisions);
    expect(
      revisions.filter(({ was }) => was.symbol === "XAUUSD" && was.position === "2").length,
    ).toBeLessThanOrEqual(21);
    expect((await statistics()).origin.changed).toBe(1);
  });
});
