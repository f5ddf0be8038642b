import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reconcile } from "#api/modules/monitoring/import/reconcile";
import { histories } from "#api/modules/monitoring/import/testing";
import { writeMql5Signal } from "#tools/statement-generators/mql5-signal";
import { writeMyfxbook } from "#tools/statement-generators/myfxbook";
import { kindOfComment } from "./balance-comment";
import { formatDecimal, parseDecimal } from "./decimal";
import { readStatement } from "./read-statement";
import { resultOf } from "./types";

const bytes = (text: string) => new TextEncoder().encode(text);
const utc = { base: 0, summer: null };
const iso = (time: number | null | undefined) => (time ? new Date(time).toISOString().slice(0, 19) : null);
const money = (value: bigint) => formatDecimal(value);

const headings =
  "<td>Ticket</td><td>Open Time</td><td>Type</td><td>Size</td><td>Item</td><td>Price</td><td>S / L</td><td>T / P</td><td>Close Time</td><td>Price</td><td>Commission</td><td>Taxes</td><td>Swap</td><td>Profit</td>";
const flow = (ticket: number, day: string, amount: string, comment: string, word = "balance") =>
  `<tr align=right><td title="${comment}">${ticket}</td><td nowrap>2026.05.${day} 11:00:00</td><td>${word}</td><td colspan=10 align=left>${comment}</td><td class=mspt>${amount}</td></tr>`;
type Order = {
  ticket: number;
  side?: string;
  size?: string;
  opened?: string;
  day?: string;
  profit: string;
  swap?: string;
  title?: string;
};
const order = ({
  ticket,
  side = "buy",
  size = "1.00",
  opened = "04",
  day = "05",
  profit,
  swap = "0.00",
  title,
}: Order) =>
  `<tr align=right><td${title ? ` title="${title}"` : ""}>${ticket}</td><td nowrap>2026.05.${opened} 09:00:00</td><td>${side}</td><td>${size}</td><td>eurusd</td><td>1.10000</td><td>0.00000</td><td>0.00000</td><td nowrap>2026.05.${day} 10:00:00</td><td>1.10100</td><td>0.00</td><td>0.00</td><td>${swap}</td><td>${profit}</td></tr>`;
const summary = (deposits: string, result: string, balance: string, labels = english) =>
  `<tr><td colspan=14><b>${labels.summary}</b></td></tr><tr><td colspan=2><b>${labels.deposits}</b></td><td>${deposits}</td><td><b>${labels.credit}</b></td><td>0.00</td></tr><tr><td><b>${labels.result}</b></td><td>${result}</td><td><b>${labels.floating}</b></td><td>0.00</td><td><b>${labels.margin}</b></td><td>0.00</td></tr><tr><td><b>${labels.balance}</b></td><td>${balance}</td><td><b>${labels.equity}</b></td><td>${balance}</td></tr>`;
const english = {
  title: "Statement",
  account: "Account",
  name: "Name",
  currency: "Currency",
  closed: "Closed Transactions:",
  open: "Open Trades:",
  working: "Working Orders:",
  summary: "Summary:",
  deposits: "Deposit/Withdrawal:",
  credit: "Credit Facility:",
  result: "Closed Trade P/L:",
  floating: "Floating P/L:",
  margin: "Margin:",
  balance: "Balance:",
  equity: "Equity:",
  headings,
};
const statement = (rows: string[], foot: string, labels = english) =>
  bytes(
    `<html><head><title>${labels.title}: 7001</title></head><body><div align=center><table><tr align=left><td colspan=2><b>${labels.account}: 7001</b></td><td colspan=5><b>${labels.name}: Ada</b></td><td colspan=2><b>${labels.currency}: USD</b></td><td colspan=2><b>Leverage: <!--LEVERAGE--></b></td><td colspan=3><b>2026 June 1, 12:00</b></td></tr><tr><td colspan=14><b>${labels.closed}</b></td></tr><tr>${labels.headings}</tr>\n${rows.join("\n")}\n<tr><td colspan=10>&nbsp;</td><td>0.00</td><td>0.00</td><td>0.00</td><td>0.00</td></tr><tr><td colspan=14><b>${labels.open}</b></td></tr><tr><td colspan=13>No transactions</td></tr><tr><td colspan=14><b>${labels.working}</b></td></tr><tr><td colspan=13>No transactions</td></tr>${foot}</table></div></body></html>\n`,
  );

it("a page with statements of two accounts is rejected, one with two of the same account is read", async () => {
  const page = new TextDecoder().decode(
    statement([order({ ticket: 2, profit: "10.00" })], summary("0.00", "10.00", "10.00")),
  );
  const otherPage = page.replaceAll("7001", "7002").replace("<td>2<", "<td>3<");
  await expect(readStatement(bytes(page + otherPage), utc)).rejects.toMatchObject({
    code: "importSeveralAccounts",
    value: "7002",
  });
  const same = await readStatement(bytes(page + otherPage.replaceAll("7002", "7001")), utc);
  expect(same.trades.map(({ ticket }) => ticket)).toEqual(["2", "3"]);
});

describe("money that MetaTrader 4 books as balance", () => {
  it.each([
    ["Deposit", "100", "balance"],
    ["Withdrawal", "-100", "balance"],
    ["ADJUSTMENT", "5000", "balance"],
    ["Financing", "-2.46", "interest"],
    ["Interest", "0.12", "interest"],
    ["Overnight funding", "-3", "interest"],
    ["Dividend US500", "4.10", "dividend"],
    ["DIV ADJ #US30", "-4.10", "dividend"],
    ["Daily commission", "-7", "commission"],
    ["Inactivity fee", "-10", "charge"],
    ["Withdrawal fee", "-1.50", "charge"],
    ["Deposit, no commission", "200", "balance"],
    ["Withholding tax", "-0.60", "tax"],
    ["Negative balance correction", "12", "correction"],
    ["Пополнение с карты", "300", "balance"],
    ["Списание своп за 12.05", "-2", "interest"],
    ["Комиссия за ведение счета", "-5", "commission"],
    ["Jane Feeney", "50", "balance"],
    ["SWAP-FREE account", "300", "balance"],
    ["Interest free account", "300", "balance"],
    ["Swaps", "-3", "interest"],
    ["Бонус 30 процентов", "300", "balance"],
    ["Начисление процентов", "3", "interest"],
    ["Счёт без свопов", "300", "balance"],
    ["Bonus, no swap", "300", "balance"],
    ["CARRY OVER", "300", "balance"],
    ["Carry forward", "300", "balance"],
    ["Carry cost", "-3", "interest"],
    ["Dep. by Mr. Interest", "100", "balance"],
    ["Charge-back", "-100", "balance"],
    ["Charge back", "-100", "balance"],
    ["Chargeback", "-100", "balance"],
    ["Chargeback fee", "-15", "charge"],
    ["Bank charges", "-2", "charge"],
    ["Kapitalertragsteuer", "-10", "tax"],
    ["Quellensteuern", "-10", "tax"],
    ["Steuer", "-10", "tax"],
    ["Steuerberater Meyer", "100", "balance"],
  ])("%s of %s is %s", (comment, amount, kind) => {
    expect(kindOfComment(comment, parseDecimal(amount) ?? 0n)).toBe(kind);
  });

  it("is a result if it is interest, and the deposits of the summary still match", async () => {
    const read = await readStatement(
      statement(
        [
          flow(1, "01", "1 000.00", "Deposit"),
          order({ ticket: 2, profit: "10.00" }),
          flow(3, "06", "-2.46", "Financing"),
        ],
        summary("997.54", "10.00", "1 007.54"),
      ),
      utc,
    );
    expect(read.operations.map(({ type }) => type)).toEqual(["balance", "interest"]);
    const lines = reconcile(read);
    expect(lines.filter(({ difference }) => difference)).toEqual([]);
    expect(money(lines.find(({ figure }) => figure === "bookedApart")?.computed ?? 0n)).toBe("-2.46");
  });
});

describe("orders that closed each other in MetaTrader 4", () => {
  it("are one trade: zero lots are part of the other, and the remainder continues", async () => {
    const read = await readStatement(
      statement(
        [
          flow(1, "01", "1 000.00", "Deposit"),
          order({ ticket: 11, size: "0.40", profit: "40.00", title: "partial close" }),
          order({
            ticket: 12,
            side: "sell",
            size: "0.00",
            profit: "0.00",
            swap: "-1.10",
            title: "close hedge by #11",
          }),
          order({ ticket: 13, size: "0.60", day: "08", profit: "-5.00", title: "#77 from #11" }),
        ],
        summary("1 000.00", "33.90", "1 033.90"),
      ),
      utc,
    );
    expect(
      read.trades.map(({ ticket, position, final, magic }) => ({ ticket, position, final, magic })),
    ).toEqual([
      { ticket: "11", position: "11", final: false, magic: undefined },
      { ticket: "13", position: "11", final: true, magic: "77" },
    ]);
    expect(read.trades.map((trade) => money(resultOf(trade)))).toEqual(["38.90", "-5.00"]);
    expect(read.notes).toEqual([{ code: "closeBy", count: 1, line: null }]);
    expect(reconcile(read).filter(({ difference }) => difference)).toEqual([]);
  });

  it("keep money whose counterpart is not in the file", async () => {
    const rows = [
      order({ ticket: 12, size: "0.00", profit: "0.00", swap: "-1.10", title: "close hedge by #11" }),
    ];
    const read = await readStatement(statement(rows, summary("0.00", "-1.10", "500.00")), utc);
    expect(read.trades.map((trade) => money(resultOf(trade)))).toEqual(["-1.10"]);
    expect(money(read.opening?.amount ?? 0n)).toBe("501.10");
  });
});

describe("a statement of MetaTrader 4 that begins in the middle", () => {
  it("with a top-up of 50 on an account of 5,100 begins with 5,100", async () => {
    const rows = [flow(1, "01", "50.00", "Top-up"), order({ ticket: 2, profit: "102.00" })];
    const read = await readStatement(statement(rows, summary("50.00", "102.00", "5 252.00")), utc);
    expect(read.opening).toMatchObject({ amount: 510_000_000_000n, from: "balance" });
    expect(read.gaps).toEqual([]);
  });

  it("with a balance below the sum of its rows names the place instead", async () => {
    const rows = [flow(1, "01", "100.00", "Deposit"), order({ ticket: 2, profit: "10.00" })];
    const read = await readStatement(statement(rows, summary("100.00", "10.00", "60.00")), utc);
    expect(read.opening?.amount).toBe(0n);
    expect(read.gaps.map(({ from, to, amount }) => [iso(from), iso(to), money(amount)])).toEqual([
      ["2026-05-05T10:00:00", "2026-06-01T12:00:00", "-50.00"],
    ]);
  });
});

it("MetaTrader 4 in an unknown language is read by the order of sections and columns", async () => {
  const labels = {
    title: "Xtate",
    account: "Xacc",
    name: "Xname",
    currency: "Xcur",
    summary: "Xsum:",
    closed: "Xclosed:",
    open: "Xopen:",
    working: "Xworking:",
    deposits: "Xdep:",
    credit: "Xcred:",
    result: "Xres:",
    floating: "Xflo:",
    margin: "Xmar:",
    balance: "Xbal:",
    equity: "Xeq:",
    headings: "abcdefghijklmn".replace(/./g, "<td>X$&</td>"),
  };
  const rows = [flow(1, "01", "100.00", "X", "xbal"), order({ ticket: 2, profit: "10.00" })];
  const read = await readStatement(
    statement(rows, summary("100.00", "10.00", "110.00", labels), labels),
    utc,
  );
  expect(read.format).toBe("mt4-statement");
  expect(read.account).toMatchObject({ number: "7001", name: "Ada", currency: "USD" });
  expect(read.trades).toHaveLength(1);
  expect(read.operations.map(({ amount }) => money(amount))).toEqual(["100.00"]);
  expect(read.stated).toMatchObject({ balance: 11_000_000_000n });
  expect(reconcile(read).filter(({ difference }) => difference)).toEqual([]);
});

it("magic number and comment are read from the detailed report's second line and from old builds", async () => {
  const remark = "<tr align=right><td colspan=9>&nbsp;</td><td>21000</td><td colspan=3>entry</td></tr>";
  const rows = [flow(1, "01", "100.00", "Deposit"), order({ ticket: 2, profit: "10.00" }), remark];
  const read = await readStatement(statement(rows, summary("100.00", "10.00", "110.00")), utc);
  expect(read.trades[0]).toMatchObject({ magic: "21000", comment: "entry" });
});

it("a broker's emailed statement numbers its rows and states its opening balance", async () => {
  const read = await readStatement(
    bytes(`<html><body><table><tr><td>A/C No: 7001</td><td>Name: Ada</td><td>2026.06.01 05:04</td></tr>
<tr><td>Closed Transactions:</td></tr>
<tr><td>N</td><td>Ticket</td><td>Open Time</td><td>Type</td><td>Lots</td><td>Symbol</td><td>Price</td><td>S/L</td><td>T/P</td><td>Close Time</td><td>Price</td><td>Commis</td><td>Swap</td><td>Trade P/L</td><td>Comment</td></tr>
<tr><td>1</td><td>200</td><td>2026.05.27 13:27</td><td>sell</td><td>2.50</td><td>eurusd</td><td>1.2764</td><td>0</td><td>0</td><td>2026.05.27 13:34</td><td>1.2768</td><td>0.00</td><td>0.00</td><td>-100.00</td><td>to #201</td></tr>
<tr><td>A/C Summary:</td></tr><tr><td>Previous Ledger Balance:</td><td>1 000.00</td><td>Balance:</td><td>900.00</td></tr></table></body></html>`),
    utc,
  );
  expect(read.trades[0]).toMatchObject({ ticket: "200", comment: "to #201", volume: 250_000_000n });
  expect(money(read.opening?.amount ?? 0n)).toBe("1000.00");
});

describe("exports of sites", () => {
  it("Myfxbook with the day first is recognized by the chronological order of its rows", async () => {
    const head =
      "Tags,Ticket,Open Date,Close Date,Symbol,Action,Units/Lots,SL,TP,Open Price,Close Price,Commission,Swap,Pips,Profit,Gain,Comment\n";
    const row = (ticket: number, date: string) =>
      `,${ticket},${date} 09:00,${date} 10:00,EURUSD,Buy,0.10,0,0,1.1,1.2,0,0,0,5.00,0,\n`;
    const dates = ["03/06/2026", "12/05/2026", "01/05/2026"];
    const read = await readStatement(
      bytes(head + dates.map((date, index) => row(index + 1, date)).join("")),
      utc,
    );
    expect(read.trades.map(({ closeTime }) => iso(closeTime)?.slice(0, 10))).toEqual([
      "2026-06-03",
      "2026-05-12",
      "2026-05-01",
    ]);
    const months = ["06/03/2026", "05/12/2026", "05/01/2026"];
    const same = await readStatement(
      bytes(head + months.map((date, index) => row(index + 1, date)).join("")),
      utc,
    );
    expect(same.trades.map(({ closeTime }) => closeTime)).toEqual(
      read.trades.map(({ closeTime }) => closeTime),
    );
  });

  it("Myfxbook's only trade gets its date order from its opening if the closing is ambiguous", async () => {
    const text = `Ticket,Open Date,Close Date,Symbol,Action,Units/Lots,Open Price,Close Price,Commission,Swap,Profit
1,05/02/2026 09:00,,,Deposit,0.01,0,0,0,0,100
2,04/26/2026 16:50,05/01/2026 10:00,EURUSD,Buy,0.10,1.1,1.2,0,0,5.00
`;
    const read = await readStatement(bytes(text), utc);
    expect(iso(read.trades[0]?.closeTime)).toBe("2026-05-01T10:00:00");
  });

  it("an MQL5 signal's blank lines, bare times and totals are skipped with a note", async () => {
    const text = `\ufeffTime;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment
2026.03.04 09:00:00;Buy;0.10;EURUSD;1.1;;;2026.03.04 12:00:00;1.2;-0.5;;15.00;

2026.03.03 09:00:00;;;;;;;;;;;;
SUMMARY;;;;;;;;;-0.5;;15.00;
2026.03.01 09:00:00;Balance;;;;;;;;;;100.00;
`;
    const read = await readStatement(bytes(text), utc);
    expect(read.trades).toHaveLength(1);
    expect(read.operations).toHaveLength(1);
    expect(read.notes).toEqual([{ code: "skippedRows", count: 2, line: 4 }]);
  });

  it("an MQL5 signal with the site's artefacts between the rows is read the same, with a note", async () => {
    for (const history of fc.sample(histories, { seed: 5, numRuns: 20 })) {
      const writing = { minutes: 0, cancelled: 1 };
      const plain = await readStatement(writeMql5Signal(history, writing), utc);
      const read = await readStatement(writeMql5Signal(history, { ...writing, hasArtefacts: true }), utc);
      expect(read.trades).toEqual(plain.trades);
      expect(read.operations).toEqual(plain.operations);
      expect(read.notes).toEqual([{ code: "skippedRows", count: 3, line: 2 }]);
    }
  });

  it("in an MQL5 signal money without a type is rejected, and a symbol may be called PROFIT", async () => {
    const head = "Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment\n";
    await expect(
      readStatement(bytes(`${head}2026.03.03 09:00:00;;;;;;;;;;;42.00;\n`), utc),
    ).rejects.toMatchObject({
      code: "importNotAType",
    });
    const traded = "2026.03.03 09:00:00;Buy;0.10;PROFIT;1.1;;;2026.03.03 10:00:00;1.2;;;5.00;\n";
    expect((await readStatement(bytes(head + traded), utc)).trades).toHaveLength(1);
  });

  it("Myfxbook as the site writes it with the day first", async () => {
    let checkedCount = 0;
    for (const history of fc.sample(histories, { seed: 9, numRuns: 60 })) {
      if (history.trades.length < 8) continue;
      checkedCount += 1;
      const writing = { minutes: 0, cancelled: 1 };
      const monthFirst = await readStatement(writeMyfxbook(history, writing), utc);
      const dayFirst = await readStatement(writeMyfxbook(history, { ...writing, isDayFirst: true }), utc);
      expect(dayFirst.trades).toEqual(monthFirst.trades);
      expect(dayFirst.operations).toEqual(monthFirst.operations);
    }
    expect(checkedCount).toBeGreaterThan(20);
  });

  it("Myfxbook re-sorted with the oldest first", async () => {
    const days = ["01/09/2026", "02/03/2026", "02/07/2026", "03/02/2026"];
    const rows = days.map((day) => `${day} 09:00,${day} 10:00,EURUSD,Buy,0.1,1.1,1.2,-1,0,9`);
    const head = "Open Date,Close Date,Symbol,Action,Lots,Open Price,Close Price,Commission,Swap,Profit";
    const read = await readStatement(bytes([head, ...rows].join("\n")), utc);
    expect(read.trades.map(({ closeTime }) => iso(closeTime)?.slice(5, 10))).toEqual([
      "01-09",
      "02-03",
      "02-07",
      "03-02",
    ]);
  });

  it("cTrader in Spanish, with its own time zone, the newest first", async () => {
    const text = `"Símbolo","Dirección de apertura","Hora de apertura (UTC-6)","Hora de cierre (UTC-6)","Precio de entrada","Precio de cierre","Cantidad de Cierre","Comisión","Swap","$ neto","Saldo $"
"EURUSD","Venta","05/03/2026 10:00:00.500","05/03/2026 11:00:00.100","1.1","1.2","0.50 Lots","-1.00","0.00","-11.00","1 089.00"
"EURUSD","Compra","04/03/2026 10:00:00.000","04/03/2026 11:00:00.000","1.1","1.2","1 000 units","0.00","0.00","100.00","1 100.00"
`;
    const read = await readStatement(bytes(text), { base: 180, summer: null });
    expect(read.format).toBe("ctrader");
    expect(read.account.currency).toBe("USD");
    expect(read.trades.map(({ side, closeTime }) => [side, iso(closeTime)])).toEqual([
      ["long", "2026-03-04T17:00:00"],
      ["short", "2026-03-05T17:00:00"],
    ]);
    expect(money(read.opening?.amount ?? 0n)).toBe("1000.00");
    expect(read.gaps).toEqual([]);
    expect(read.notes.map(({ code }) => code)).toEqual(["ownZone"]);
  });
});
