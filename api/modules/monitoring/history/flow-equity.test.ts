import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";
import { downsampleSnapshots, minuteRetentionDays } from "./downsample";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const seconds = () => Math.floor(api.deps.clock.now().getTime() / 1000);

describe("growth of an account that a terminal watches", () => {
  it("uses the equity at a deposit, also after snapshots are downsampled and days recalculated", async () => {
    const client = await api.newClient();
    const terminal = await newTerminal(api, client.token);
    await api.call(
      contract.setSharing,
      { monitoringId: terminal.id, visibility: "link", showMoney: true },
      { token: client.token },
    );
    const figures = async () => (await api.call(contract.statistics, { monitoringId: terminal.id })).body;
    const baseDeal = { position: "2", symbol: "EURUSD", volume: "0.1", price: "1.1" };
    const position = { ticket: "2", symbol: "EURUSD", type: "buy", volume: "0.1", open_time: seconds() };
    const open = { ...position, open_price: "1.1", profit: "20" };
    await terminal.post({
      balance: "1000",
      equity: "1020",
      positions: [open],
      deals: [
        { ticket: "1", time: seconds() - 60, type: "balance", profit: "1000" },
        { ...baseDeal, ticket: "2", time: seconds(), type: "buy", entry: "in" },
      ],
    });
    api.pass({ minutes: 2 });
    const deposit = { ticket: "3", time: seconds() - 30, type: "balance", profit: "2500" };
    await terminal.post({ balance: "3500", equity: "3530", positions: [open], deals: [deposit] });
    api.pass({ minutes: 5 });
    const close = { ...baseDeal, ticket: "4", time: seconds(), type: "sell", entry: "out", profit: "60" };
    await terminal.post({ balance: "3560", equity: "3560", positions: [], deals: [close] });
    const expected = (1020 / 1000) * (3560 / 3520) - 1;
    expect(await figures()).toMatchObject({ growth_flows: { equity: 1, balance: 0 } });
    expect((await figures()).growth).toBeCloseTo(expected, 10);
    const { growth } = (await api.call(contract.charts, { monitoringId: terminal.id })).body;
    expect(growth.at(-1)?.[1]).toBeCloseTo(expected, 10);

    api.pass({ days: minuteRetentionDays + 1 });
    await downsampleSnapshots.handle({}, api.deps);
    await api.db.update(monitoringAccounts).set({ dirtyFrom: "0001-01-01" });
    expect((await figures()).growth).toBeCloseTo(expected, 10);
  });
});
