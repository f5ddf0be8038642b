import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { confirmImport } from "#contract/monitoring/import";
import * as contract from "#contract/monitoring/index";
import { importingAccount } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const exness = (...rows: string[]) =>
  new File(
    [
      [
        "ticket,opening_time_utc,closing_time_utc,type,lots,original_position_size,symbol,opening_price,closing_price,stop_loss,take_profit,commission_usd,swap_usd,profit_usd,equity_usd,margin_level,close_reason",
        ...rows,
      ].join("\n"),
    ],
    "history.csv",
  );
const row = (ticket: number, day: string, profit: string, equity = "") =>
  `${ticket},2026-05-${day} 07:02:03,2026-05-${day} 08:43:35,buy,0.10,0.10,EURUSDm,1.10000,1.09000,,,0,0,${profit},${equity},,sl`;
const losses = exness(
  row(8100, "12", "-120.25"),
  row(8101, "13", "-88.50"),
  row(8102, "14", "-101.00"),
  row(8103, "15", "-97.75"),
  row(8104, "16", "-95.00"),
);

async function uploaded(file: File) {
  const account = await importingAccount(api);
  const { body } = await account.upload(file);
  const { preview } = await account.settled(body.importId);
  const confirm = (input: { openingBalance?: string; leaveOut?: boolean } = {}) =>
    api.call(confirmImport, { monitoringId: account.id, importId: body.importId, ...input }, account);
  const figures = async (from?: string) =>
    (await api.call(contract.statistics, { monitoringId: account.id, ...(from && { from }) }, account)).body;
  return { ...account, importId: body.importId, preview, confirm, figures };
}

describe("a list of trades without a starting balance", () => {
  it("asks for the starting balance, and uses percentages of it once given", async () => {
    const { preview, confirm, settled: waitForImport, importId, figures } = await uploaded(losses);
    expect(preview).toMatchObject({ asksOpening: true, suggestedOpening: null });
    expect((await confirm({ openingBalance: "1 000,00" })).status).toBe(200);
    await waitForImport(importId);
    expect(await figures()).toMatchObject({
      opening: "1000.00",
      balance: "497.50",
      maximal_drawdown: { money: "502.50", percent: 0.5025 },
      relative_drawdown: { money: "502.50", percent: 0.5025 },
    });
  });

  it("has no percentages if it is skipped, in a later period either", async () => {
    const {
      confirm,
      settled: waitForImport,
      importId,
      figures,
    } = await uploaded(exness(row(8100, "12", "50"), row(8101, "13", "-20"), row(8102, "20", "10")));
    await confirm({ openingBalance: "" });
    await waitForImport(importId);
    for (const from of [undefined, "2026-05-14"]) {
      const { growth, relative_drawdown, absolute_gain, reasons } = await figures(from);
      expect({ growth, relative_drawdown, absolute_gain }).toEqual({
        growth: null,
        relative_drawdown: null,
        absolute_gain: null,
      });
      expect(reasons).toMatchObject({ growth: "noOpening", relative_drawdown: "noOpening" });
    }
  });

  it("suggests the balance of its own equity column", async () => {
    const { preview } = await uploaded(
      exness(row(8101, "13", "-88.50", "791.25"), row(8100, "12", "-120.25", "879.75")),
    );
    expect(preview).toMatchObject({ asksOpening: true, suggestedOpening: "1000.00" });
  });

  it("reports an invalid amount at the field", async () => {
    const { confirm } = await uploaded(losses);
    expect(await confirm({ openingBalance: "a lot" })).toMatchObject({ status: 422 });
  });
});

describe("trades CSV of an account's page", () => {
  it("is read back with its opening balance", async () => {
    const first = await uploaded(losses);
    await first.confirm({ openingBalance: "1000" });
    await first.settled(first.importId);
    const { response } = await api.call(contract.tradesCsv, { monitoringId: first.id }, first);
    const second = await uploaded(new File([await response.text()], "trades.csv"));
    expect(second.preview).toMatchObject({ format: "own-trades", trades: 5, asksOpening: false });
    await second.confirm();
    await second.settled(second.importId);
    const { net_profit, balance, relative_drawdown } = await second.figures();
    expect({ net_profit, balance, relative_drawdown }).toEqual({
      net_profit: "-502.50",
      balance: "497.50",
      relative_drawdown: { money: "502.50", percent: 0.5025 },
    });
  });
});

describe("a trade that closes before it opens", () => {
  const signal = new File(
    [
      `Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment
2024.03.01 08:00:00;Balance;;;;;;;;;;1000.00;
2024.03.04 09:00:00;Buy;0.10;EURUSD;1.08000;;;2020.03.04 15:00:00;1.08150;0;0;15.00;
2024.03.05 09:00:00;Sell;0.10;EURUSD;1.08500;;;2024.03.05 15:00:00;1.08650;0;0;-15.00;`,
    ],
    "signal.csv",
  );

  it("is named, blocks the import until it is excluded, and its missing result is shown", async () => {
    const { preview, confirm, settled: waitForImport, importId, figures } = await uploaded(signal);
    expect(preview).toMatchObject({
      trades: 1,
      reversedCount: 1,
      reversed: [{ symbol: "EURUSD", result: "15.00" }],
      asksOpening: false,
    });
    expect(preview?.reconciliation).toContainEqual({
      figure: "netProfit",
      says: "0.00",
      computed: "-15.00",
      difference: "-15.00",
    });
    const rejected = await confirm();
    expect(rejected).toMatchObject({ status: 422, error: { fields: { leaveOut: expect.any(String) } } });
    expect((await figures()).trades).toBe(0);
    expect((await confirm({ leaveOut: true })).status).toBe(200);
    await waitForImport(importId);
    expect(await figures()).toMatchObject({ trades: 1, net_profit: "-15.00" });
  });
});
