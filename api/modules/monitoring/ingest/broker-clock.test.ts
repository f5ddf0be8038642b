import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
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

describe("the broker's clock", () => {
  const brokerTime = (year: number, month: number, day: number, hour: number, minute: number) =>
    Date.UTC(year, month, day, hour, minute) / 1000;
  const dealAt = (ticket: number, time: number) => ({
    ticket: String(ticket),
    position: String(ticket),
    time,
    type: "sell",
    entry: "out",
    symbol: "EURUSD",
    volume: "0.1",
    profit: "1",
  });

  it("follows the client's setting, and the whole history is recalculated", async () => {
    const { post, trades, statistics, id, token } = await setUp();
    const deals = [dealAt(1, brokerTime(2026, 0, 1, 2, 30)), dealAt(2, brokerTime(2026, 1, 2, 12, 0))];
    await post({ ...state("2"), gmt_offset: 7_200, deals });
    api.pass({ minutes: 1 });
    await post({ ...state("2"), gmt_offset: 7_200, deals: [] });
    const set = (zone: string) => api.call(contract.setBrokerZone, { monitoringId: id, zone }, { token });
    expect((await set("UTC+05:45")).status).toBe(200);
    expect((await trades()).map(({ closedAt }) => closedAt)).toEqual([
      "2026-02-02T06:15:00.000Z",
      "2025-12-31T20:45:00.000Z",
    ]);
    // no terminal changes it any more
    await post({ ...state("2"), gmt_offset: 10_800, deals });
    expect((await trades()).at(-1)?.closedAt).toBe("2025-12-31T20:45:00.000Z");
    expect((await statistics()).origin).toMatchObject({ adds_up: true, changed: 0 });
    // until the client sets it back to automatic
    expect((await set("auto")).status).toBe(200);
    expect((await trades()).at(-1)?.closedAt).toBe("2026-01-01T00:30:00.000Z");
    expect((await set("UTC+99:00")).status).toBe(422);
    const other = await api.newClient();
    expect(
      (await api.call(contract.setBrokerZone, { monitoringId: id, zone: "auto" }, { token: other.token }))
        .status,
    ).toBe(404);
  });

  it("puts a trade of 1 January 00:30 UTC into January, in summer too, and ignores a wrong offset", async () => {
    // a Monday in July
    api.pass({ days: 126 });
    const { post, trades, id } = await setUp();
    const deals = [dealAt(1, brokerTime(2026, 0, 1, 2, 30)), dealAt(2, brokerTime(2026, 5, 1, 12, 0))];
    await post({ ...state("2"), gmt_offset: 10_800, deals });
    const times = async () => (await trades()).map(({ closedAt }) => closedAt).reverse();
    const expected = ["2026-01-01T00:30:00.000Z", "2026-06-01T09:00:00.000Z"];
    expect(await times()).toEqual(expected);
    for (const wrong of [-36_000, 0, 50_400]) {
      api.pass({ days: 1 });
      await post({ ...state("2"), gmt_offset: wrong, deals });
      expect(await times()).toEqual(expected);
    }
    const { body } = await api.call(contract.readAccount, { monitoringId: id });
    expect(body).toMatchObject({ zone: "US+02:00", gmtOffset: 10_800 });
    const { body: charts } = await api.call(contract.charts, { monitoringId: id });
    expect(charts.months.map(({ month }) => month)).toEqual(["2026-01", "2026-06"]);
  });
});
