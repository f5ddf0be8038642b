import { describe, expect, it } from "vitest";
import { reconcile } from "#api/modules/monitoring/import/reconcile";
import { clockOf, readZone } from "./clock";
import { formatDecimal } from "./decimal";
import { readStatement } from "./read-statement";
import { resultOf } from "./types";

const bytes = (text: string) => new TextEncoder().encode(text);
const utc = { base: 0, summer: null };
const results = (trades: Parameters<typeof resultOf>[0][]) =>
  trades.map((trade) => formatDecimal(resultOf(trade)));
const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString().slice(0, 19));

/** Hand-made after the layouts of terminals and sites; all names and numbers are invented. */
const mt4 = `<html><head><title>Statement: 7001 - Ada Example</title></head><body><div align=center><table>
<tr align=left><td colspan=2><b>Account: 7001</b></td><td colspan=5><b>Name: Ada Example</b></td><td colspan=2><b>Currency: EUR</b></td><td colspan=2><b>Leverage: 1:200</b></td><td colspan=3><b>2026 August 18, 19:44</b></td></tr>
<tr align=left><td colspan=14><b>Closed Transactions:</b></td></tr>
<tr align=center><td>Ticket</td><td nowrap>Open Time</td><td>Type</td><td>Size</td><td>Item</td><td>Price</td><td>S / L</td><td>T / P</td><td nowrap>Close Time</td><td>Price</td><td>Commission</td><td>Taxes</td><td>Swap</td><td>Profit</td></tr>
<tr align=right><td title="Deposit">101</td><td class=msdate nowrap>2026.05.06 11:48:58</td><td>balance</td><td colspan=10 align=left>Deposit</td><td class=mspt>1 000.00</td></tr>
<tr align=right><td title="from #100[tp]">102</td><td>2026.05.08 01:00:57</td><td>sell</td><td>2.93</td><td>eurcad</td><td>1.60198</td><td>1.60550</td><td>0.00000</td><td>2026.05.08 11:30:10</td><td>1.60556</td><td>-14.65</td><td>0.00</td><td>-1.10</td><td>-1 768.05</td></tr>
<tr align=right><td>103</td><td>2026.05.08 00:16:40</td><td>sell limit</td><td>2.78</td><td>nzdusd</td><td>0.59690</td><td>0.59960</td><td>0.59150</td><td>2026.05.08 10:51:49</td><td>0.59506</td><td colspan=4>cancelled</td></tr>
<tr align=right><td>104</td><td>2026.05.09 00:16:40</td><td>credit</td><td colspan=10 align=left>Bonus</td><td class=mspt>50.00</td></tr>
<tr align=right><td colspan=10>&nbsp;</td><td class=mspt>-14.65</td><td class=mspt>0.00</td><td class=mspt>-1.10</td><td class=mspt>-1 768.05</td></tr>
<tr align=right><td colspan=12 align=right><b>Closed P/L:</b></td><td colspan=2><b>-1 783.80</b></td></tr>
<tr align=left><td colspan=14><b>Open Trades:</b></td></tr>
<tr align=center><td>Ticket</td><td nowrap>Open Time</td><td>Type</td><td>Size</td><td>Item</td><td>Price</td><td>S / L</td><td>T / P</td><td>&nbsp;</td><td>Price</td><td>Commission</td><td>Taxes</td><td>Swap</td><td>Profit</td></tr>
<tr align=right><td>105</td><td>2026.06.01 00:00:00</td><td>buy</td><td>0.10</td><td>eurusd</td><td>1.1</td><td>0</td><td>0</td><td>&nbsp;</td><td>1.2</td><td>0.00</td><td>0.00</td><td>0.00</td><td>9.00</td></tr>
<tr align=left><td colspan=14><b>Summary:</b></td></tr>
<tr align=right><td colspan=2><b>Deposit/Withdrawal:</b></td><td colspan=2><b>1 000.00</b></td><td colspan=4><b>Credit Facility:</b></td><td><b>50.00</b></td><td colspan=5>&nbsp;</td></tr>
<tr align=right><td colspan=2><b>Closed Trade P/L:</b></td><td colspan=2><b>-1 783.80</b></td><td colspan=4><b>Floating P/L:</b></td><td><b>9.00</b></td><td colspan=3><b>Margin:</b></td><td colspan=2><b>0.00</b></td></tr>
<tr align=right><td colspan=2><b>Balance:</b></td><td colspan=2><b>-783.79</b></td><td colspan=4><b>Equity:</b></td><td><b>-724.80</b></td><td colspan=3><b>Free Margin:</b></td><td colspan=2><b>0.00</b></td></tr>
</table></div></body></html>
`;

describe("a MetaTrader 4 statement", () => {
  it("counts closed orders, not cancelled ones; deposits and credit are operations", async () => {
    const read = await readStatement(bytes(mt4), utc);
    expect(read.account).toEqual({ number: "7001", name: "Ada Example", currency: "EUR", leverage: 200 });
    expect(read.left).toEqual({ cancelled: 1, open: 1 });
    expect(results(read.trades)).toEqual(["-1783.80"]);
    expect(read.trades[0]).toMatchObject({
      ticket: "102",
      side: "short",
      symbol: "eurcad",
      comment: "from #100[tp]",
      takeProfit: null,
    });
    expect(read.operations.map(({ type, amount }) => [type, formatDecimal(amount)])).toEqual([
      ["balance", "1000.00"],
      ["credit", "50.00"],
    ]);
  });

  it("shows a difference of a cent in the balance that the file states", async () => {
    const lines = reconcile(await readStatement(bytes(mt4), utc));
    const line = (figure: string) => lines.find((one) => one.figure === figure);
    expect(line("netProfit")).toMatchObject({ difference: 0n });
    expect(line("credit")).toMatchObject({ difference: 0n });
    expect(line("balance")).toMatchObject({
      says: -78_379_000_000n,
      computed: -78_380_000_000n,
      difference: -1_000_000n,
    });
  });

  it("in Windows-1251 keeps its Russian comments", async () => {
    const text = mt4.replace("colspan=10 align=left>Deposit", "colspan=10 align=left>%");
    const [before = "", after = ""] = text.split("%");
    const cyrillic = new Uint8Array([0xc2, 0xe7, 0xed, 0xee, 0xf1]);
    const read = await readStatement(new Uint8Array([...bytes(before), ...cyrillic, ...bytes(after)]), utc);
    expect(read.operations[0]?.comment).toBe("Взнос");
  });
});

const cells = (list: string[]) => `<tr>${list.map((text) => `<td>${text}</td>`).join("")}</tr>`;
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
const report = (
  names: {
    account: string;
    positions: string[];
    dealsTitle: string;
    deals: string[];
    positionsTitle: string;
    balance: string;
  },
  positions: string[][],
  deals: string[][],
  mode = "Hedge",
) =>
  utf16(`<html><body><table><tr><th colspan=4>${names.account}</th><th colspan=10>7002&nbsp;(USD, Example-Live, real, ${mode})</th></tr>
<tr><th colspan=14><b>${names.positionsTitle}</b></th></tr>${cells(names.positions)}
${positions.map((row) => cells([...row.slice(0, 4), ...row.slice(4)]).replace(/(<td>(buy|sell)<\/td>)/, '$1<td class="hidden" colspan="8">note</td>')).join("\n")}
${cells(["", "", "", "", "", "", "", "", "", "", "-1.00", "0.00", "5.00"])}
<tr><th colspan=14><b>${names.dealsTitle}</b></th></tr>${cells(names.deals)}
${deals.map(cells).join("\n")}
${cells(["", "", "", "", "", "", "", "", "-1.00", "0.00", "0.00", "5.00", "1 004.00", ""])}
<tr><td>${names.balance}</td><td>1 004.00</td></tr></table></body></html>`);

const english = {
  account: "Account:",
  positionsTitle: "Positions",
  dealsTitle: "Deals",
  balance: "Balance:",
  positions: [
    "Time",
    "Position",
    "Symbol",
    "Type",
    "Volume",
    "Price",
    "S / L",
    "T / P",
    "Time",
    "Price",
    "Commission",
    "Swap",
    "Profit",
  ],
  deals: [
    "Time",
    "Deal",
    "Symbol",
    "Type",
    "Direction",
    "Volume",
    "Price",
    "Order",
    "Commission",
    "Fee",
    "Swap",
    "Profit",
    "Balance",
    "Comment",
  ],
};
const russian = {
  account: "Торговый счет:",
  positionsTitle: "Позиции",
  dealsTitle: "Сделки",
  balance: "Баланс:",
  positions: [
    "Время",
    "Позиция",
    "Символ",
    "Тип",
    "Объем",
    "Цена",
    "S / L",
    "T / P",
    "Время",
    "Цена",
    "Комиссия",
    "Своп",
    "Прибыль",
  ],
  deals: [
    "Время",
    "Сделка",
    "Символ",
    "Тип",
    "Направление",
    "Объем",
    "Цена",
    "Ордер",
    "Комиссия",
    "Сбор",
    "Своп",
    "Прибыль",
    "Баланс",
    "Комментарий",
  ],
};
const german = {
  ...english,
  account: "Konto:",
  positionsTitle: "Positionen",
  dealsTitle: "Deals",
  balance: "Saldo:",
  positions: [
    "Zeit",
    "Position",
    "Symbol",
    "Typ",
    "Volumen",
    "Preis",
    "S / L",
    "T / P",
    "Zeit",
    "Preis",
    "Kommission",
    "Swap",
    "Gewinn",
  ],
  deals: [
    "Zeit",
    "Deal",
    "Symbol",
    "Typ",
    "Richtung",
    "Volumen",
    "Preis",
    "Order",
    "Kommission",
    "Gebühr",
    "Swap",
    "Gewinn",
    "Saldo",
    "Kommentar",
  ],
};

const deposit = [
  "2026.05.01 08:00:00",
  "1",
  "",
  "balance",
  "",
  "",
  "",
  "",
  "0.00",
  "0.00",
  "0.00",
  "1 000.00",
  "1 000.00",
  "Deposit",
];
const onePosition = [
  [
    "2026.05.02 10:15:30",
    "11",
    "EURUSD",
    "buy",
    "0.1",
    "1.12000",
    "1.11500",
    "",
    "2026.05.02 11:00:00",
    "1.12300",
    "-1.00",
    "0.00",
    "5.00",
  ],
];
const oneInTwoDeals = [
  deposit,
  [
    "2026.05.02 10:15:30",
    "2",
    "EURUSD",
    "buy",
    "in",
    "0.1",
    "1.12000",
    "11",
    "-0.50",
    "0.00",
    "0.00",
    "0.00",
    "999.50",
    "",
  ],
  [
    "2026.05.02 11:00:00",
    "3",
    "EURUSD",
    "sell",
    "out",
    "0.1",
    "1.12300",
    "12",
    "-0.50",
    "0.00",
    "0.00",
    "5.00",
    "1 004.00",
    "[tp 1.123]",
  ],
];

describe("a MetaTrader 5 report", () => {
  it.each([
    ["English", english],
    ["Russian", russian],
    ["German", german],
  ])("in %s counts positions and deals once", async (_, names) => {
    const read = await readStatement(report(names, onePosition, oneInTwoDeals), utc);
    expect(read.account).toMatchObject({ number: "7002", currency: "USD", server: "Example-Live" });
    expect(results(read.trades)).toEqual(["4.00"]);
    expect(read.trades[0]).toMatchObject({
      ticket: "3",
      position: "11",
      side: "long",
      stopLoss: 111_500_000n,
    });
    expect(read.deals).toHaveLength(2);
    expect(read.operations).toHaveLength(1);
    expect(reconcile(read).find(({ figure }) => figure === "balance")).toMatchObject({ difference: 0n });
  });

  it("finds by the table of positions which of two positions a deal closed", async () => {
    const open = (ticket: string, order: string, time: string, price: string) => [
      time,
      ticket,
      "EURUSD",
      "buy",
      "in",
      "0.1",
      price,
      order,
      "0.00",
      "0.00",
      "0.00",
      "0.00",
      "1 000.00",
      "",
    ];
    const read = await readStatement(
      report(
        english,
        [
          [
            "2026.05.02 10:00:00",
            "21",
            "EURUSD",
            "buy",
            "0.1",
            "1.10000",
            "",
            "",
            "2026.05.02 13:00:00",
            "1.12000",
            "0.00",
            "0.00",
            "20.00",
          ],
          [
            "2026.05.02 11:00:00",
            "22",
            "EURUSD",
            "buy",
            "0.1",
            "1.11000",
            "",
            "",
            "2026.05.02 12:00:00",
            "1.11500",
            "0.00",
            "0.00",
            "5.00",
          ],
        ],
        [
          deposit,
          open("2", "21", "2026.05.02 10:00:00", "1.10000"),
          open("3", "22", "2026.05.02 11:00:00", "1.11000"),
          [
            "2026.05.02 12:00:00",
            "4",
            "EURUSD",
            "sell",
            "out",
            "0.1",
            "1.11500",
            "23",
            "0.00",
            "0.00",
            "0.00",
            "5.00",
            "1 005.00",
            "",
          ],
          [
            "2026.05.02 13:00:00",
            "5",
            "EURUSD",
            "sell",
            "out",
            "0.1",
            "1.12000",
            "24",
            "0.00",
            "0.00",
            "0.00",
            "20.00",
            "1 025.00",
            "",
          ],
        ],
      ),
      utc,
    );
    expect(read.trades.map(({ ticket, position, openPrice }) => [ticket, position, openPrice])).toEqual([
      ["4", "22", 111_000_000n],
      ["5", "21", 110_000_000n],
    ]);
  });

  it("reversed on a netting account is two trades", async () => {
    const read = await readStatement(
      report(
        english,
        [],
        [
          deposit,
          [
            "2026.05.02 10:00:00",
            "2",
            "EURUSD",
            "buy",
            "in",
            "0.1",
            "1.10000",
            "31",
            "0.00",
            "0.00",
            "0.00",
            "0.00",
            "1 000.00",
            "",
          ],
          [
            "2026.05.02 11:00:00",
            "3",
            "EURUSD",
            "sell",
            "in/out",
            "0.3",
            "1.11000",
            "32",
            "0.00",
            "0.00",
            "0.00",
            "10.00",
            "1 010.00",
            "",
          ],
          [
            "2026.05.02 12:00:00",
            "4",
            "EURUSD",
            "buy",
            "out",
            "0.2",
            "1.10500",
            "33",
            "0.00",
            "0.00",
            "0.00",
            "10.00",
            "1 020.00",
            "",
          ],
        ],
        "Netting",
      ),
      utc,
    );
    expect(read.trades.map(({ side, volume, final }) => [side, volume, final])).toEqual([
      ["long", 10_000_000n, true],
      ["short", 20_000_000n, true],
    ]);
    expect(read.left.open).toBe(0);
  });

  it("with positions alone reads them as trades", async () => {
    const text = Buffer.from(report(english, onePosition, []))
      .toString("utf16le")
      .replace(/<tr><th colspan=14><b>Deals.*(?=<tr><td>Balance)/s, "");
    const read = await readStatement(bytes(text.slice(1)), utc);
    expect(read.deals).toBeNull();
    expect(read.trades[0]).toMatchObject({ ticket: "11", comment: "note" });
    expect(results(read.trades)).toEqual(["4.00"]);
  });
});

describe("sites", () => {
  it("Myfxbook's profit is net; its open trades are not history", async () => {
    const read = await readStatement(
      bytes(`Tags,Ticket,Open Date,Close Date,Symbol,Action,Units/Lots,SL,TP,Open Price,Close Price,Commission,Swap,Pips,Profit,Gain,Comment
,12,05/03/2026 10:00,05/03/2026 12:00,EURUSD,Buy,0.10,0,0,1.10000,1.10200,-0.7000,-0.3000,20,19.00,1.9,
,11,05/02/2026 09:00,,,Deposit,0.010,0,0,0,0,0,0,0.0,1000.00,0,Deposit
Open Trades
,Ticket,Open Date,Symbol,Action,Units/Lots,SL,TP,Open Price,Profit,Pips
,13,05/04/2026 09:00,EURUSD,Buy,0.10,0,0,1.10000,1.00,1.0
`),
      utc,
    );
    expect(read.trades[0]).toMatchObject({
      profit: 2_000_000_000n,
      commission: -70_000_000n,
      swap: -30_000_000n,
    });
    expect(results(read.trades)).toEqual(["19.00"]);
    expect(iso(read.trades[0]?.openTime ?? null)).toBe("2026-05-03T10:00:00");
    expect(read.left.open).toBe(1);
  });

  it("reads a signal's positions layout, decimal commas and the total at the bottom", async () => {
    const head = "\ufeffTime;Type;Volume;Symbol;Price;Volume;Time;Price;Commission;Swap;Profit\n";
    const rows =
      "2026.09.01 22:39:54;Sell;0,01;XAUUSD;4 324,98;0,01;2026.09.02 04:13:01;4 319,66;-0,18;;5,32\n2026.08.01 08:00:00;Balance;;;;;;;;;1 000,00\n";
    const foot = "2026.01.01 00:00:00;Buy;0,10;profit;;;2026.09.02 04:13:01;;;-0,18;5,32\n";
    const read = await readStatement(bytes(head + rows + foot), utc);
    expect(results(read.trades)).toEqual(["5.14"]);
    expect(read.operations.map(({ amount }) => amount)).toEqual([100_000_000_000n]);
  });

  it("gives rows without tickets the same ids in a longer file of the same signal", async () => {
    const head = "Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment\n";
    const row = "2026.09.01 22:39:54;Sell;0.01;XAUUSD;1.5;;;2026.09.02 04:13:01;1.6;;;5.00;\n";
    const newer = "2026.09.03 22:39:54;Buy;0.01;XAUUSD;1.5;;;2026.09.04 04:13:01;1.6;;;7.00;\n";
    const [short, long] = await Promise.all([
      readStatement(bytes(head + row + row), utc),
      readStatement(bytes(head + newer + row + row), utc),
    ]);
    const tickets = short.trades.map(({ ticket }) => ticket);
    expect(new Set(tickets).size).toBe(2);
    expect(long.trades.map(({ ticket }) => ticket)).toEqual([...tickets, expect.any(String)]);
  });
});

describe("a broker's time zone", () => {
  it("keeps a fixed offset", () => {
    expect(iso(clockOf(readZone("UTC+03:00"))(Date.UTC(2026, 4, 2, 10)))).toBe("2026-05-02T07:00:00");
    expect(readZone("UTC-05:30")).toEqual({ base: -330, summer: null });
  });

  it("follows New York, where most brokers' days end", () => {
    const clock = clockOf(readZone("new-york-close"));
    // New York's daylight saving time of 2026 is from 8 March to 1 November
    expect(iso(clock(Date.UTC(2026, 0, 15, 12)))).toBe("2026-01-15T10:00:00");
    expect(iso(clock(Date.UTC(2026, 2, 9, 12)))).toBe("2026-03-09T09:00:00");
    expect(iso(clock(Date.UTC(2026, 9, 30, 12)))).toBe("2026-10-30T09:00:00");
    expect(iso(clock(Date.UTC(2026, 10, 2, 12)))).toBe("2026-11-02T10:00:00");
  });

  it("follows Europe if the broker does", () => {
    const clock = clockOf(readZone("EU+02:00"));
    expect(iso(clock(Date.UTC(2026, 2, 9, 12)))).toBe("2026-03-09T10:00:00");
    expect(iso(clock(Date.UTC(2026, 2, 30, 12)))).toBe("2026-03-30T09:00:00");
  });
});
