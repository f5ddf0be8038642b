import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";
import { importingAccount } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const head = `Trade History Report,,,,,,,,,,,,,,
Name:,,,Probe,,,,,,,,,,,
Account:,,,"7001234 (USD, Probe-Demo, demo, Hedge)",,,,,,,,,,,
Company:,,,Probe Ltd,,,,,,,,,,,
Date:,,,2026.01.02 10:00,,,,,,,,,,,`;
const positions = `Positions,,,,,,,,,,,,,,
Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit,,
2026.01.01 10:00:00,111,EURUSD,buy,1,1.1,,,2026.01.01 10:15:00,1.10005,-6.00,0.00,5.00,,`;
const closedLater =
  "2026.01.01 11:00:00,112,EURUSD,sell,1,1.1,,,2026.01.03 10:15:00,1.09900,-6.00,0.00,100.00,,";
const deals = `Deals,,,,,,,,,,,,,,
Time,Deal,Symbol,Type,Direction,Volume,Price,Order,Commission,Fee,Swap,Profit,Balance,Comment,
2025.12.31 10:00:00,990,,balance,,,,,0.00,0.00,0.00,1 000.00,1 000.00,Deposit,
2026.01.01 10:00:00,991,EURUSD,buy,in,1,1.1,111,-3.00,0.00,0.00,0.00,997.00,,
2026.01.01 10:15:00,992,EURUSD,sell,out,1,1.10005,211,-3.00,0.00,0.00,5.00,999.00,,
2026.01.01 11:00:00,993,EURUSD,sell,in,1,1.1,112,-3.00,0.00,0.00,0.00,996.00,,`;
const closing = "2026.01.03 10:15:00,994,EURUSD,buy,out,1,1.09900,212,-3.00,0.00,0.00,100.00,1 093.00,,";
const openTable = `Open Positions,,,,,,,,,,,,,,
Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Market Price,Swap,,Profit,Comment,,
2026.01.01 11:00:00,112,EURUSD,sell,1,1.1,,,1.1,0.00,,0.00,,,`;

const csv = (...sections: string[]) => new File([sections.join("\n")], "report.csv");
const results = `Balance:,,,996.00,,,Free Margin:,,,900.00,,,,,
Results,,,,,,,,,,,,,,
Total Net Profit:,,,-4.00,Gross Profit:,,,2.00,Gross Loss:,,,-6.00,,,
Total Trades:,,,1,,,,,,,,,,,`;
const early = csv(head, positions, deals, openTable, results);
const late = csv(head, positions, closedLater, deals, closing, "Balance:,,,1 093.00,,,,,,,,,,,");

describe("a MetaTrader 5 report with an open position", () => {
  it("includes the entry commission of the open position in the balance, and reconciles", async () => {
    const account = await importingAccount(api);
    const { body } = await account.upload(early);
    const { preview } = await account.settled(body.importId);
    expect(preview?.reconciliation.filter(({ difference }) => difference !== null)).toSatisfy(
      (lines: { difference: string }[]) =>
        lines.length >= 5 && lines.every(({ difference }) => Number(difference) === 0),
    );
    await account.finish(body.importId);
    const { balance, net_profit } = await account.figures();
    expect(balance).toBe("996.00");
    expect(net_profit).toBe("-1.00");
    const page = await api.call(contract.statistics, { monitoringId: account.id }, { token: account.token });
    expect(page.body.origin).toMatchObject({ differences: [] });
  });

  it("counts it once when a later report has the trade", async () => {
    const account = await importingAccount(api);
    for (const file of [early, late]) {
      const { body } = await account.upload(file);
      await account.settled(body.importId);
      await account.finish(body.importId);
    }
    const { balance, net_profit } = await account.figures();
    expect(balance).toBe("1093.00");
    expect(net_profit).toBe("93.00");
    const page = await api.call(contract.statistics, { monitoringId: account.id }, { token: account.token });
    expect(page.body.origin).toMatchObject({ differences: [] });
  });
});
