import { describe, expect, it } from "vitest";
import { reconcile } from "#api/modules/monitoring/import/reconcile";
import { formatDecimal } from "./decimal";
import { readStatement } from "./read-statement";
import type { Statement } from "./statement";
import { resultOf } from "./types";
import type { Cell } from "./workbook.testing";
import { workbook } from "./workbook.testing";

const warsaw = { base: 60, summer: null };
const january = (day: number, hour: number) => new Date(Date.UTC(2026, 0, day, hour));
const money = ({ operations }: Statement) =>
  operations.map(({ type, amount }) => `${type} ${formatDecimal(amount)}`);
const results = ({ trades }: Statement) => trades.map((trade) => formatDecimal(resultOf(trade)));
const balance = (read: Statement) => reconcile(read).find(({ figure }) => figure === "balance");

describe("XTB's older workbook", () => {
  const head = (balance: number, written = "20/01/2026 16:03:10"): Cell[][] => [
    [null, null, "Name and surname", "Account", "Currency", null, written],
    [null, null, "Ada", 51234567, "EUR"],
    [null, null, "Balance", "Equity", "Margin", "Free margin", "Margin level"],
    [null, null, balance, 2000, 0, 10, 0],
    [null, "01/01/2026 - 20/01/2026"],
  ];
  const closed: Cell[] =
    " |Position|Symbol|Type|Volume|Open time|Open price|Close time|Close price|Margin|Commission|Swap|Rollover|Gross P/L|Comment".split(
      "|",
    );
  const trade = (id: number, symbol: string, profit: number, swap: number): Cell[] =>
    [
      null,
      id,
      symbol,
      "BUY",
      0.1,
      january(5, 9),
      1.1,
      january(6, 10),
      1.101,
      50,
      0,
      swap,
      0,
      profit,
    ] as Cell[];
  const cash: Cell[] = [null, "ID", "Type", "Time", "Comment", "Symbol", "Amount"];
  const flows: Cell[][] = [
    [null, 1, "deposit", january(2, 9), "eWallet", null, 2000],
    [null, 2, "close trade", january(6, 10), "Profit of position #101", "EURUSD", 10],
    [null, 3, "swap", january(6, 0), "", "EURUSD", -0.5],
    [null, 4, "Free-funds Interest", january(7, 10), "Free-funds Interest 2026-01", null, 0.62],
    [null, 5, "Free-funds Interest Tax", january(7, 10), "Free-funds Interest Tax 2026-01", null, -0.12],
    [null, 6, "Stock purchase", january(8, 9), "OPEN BUY 11/11.4 @ 43.4", "P911.DE", -1000],
    [null, 7, "DIVIDENT", january(9, 9), "P911.DE EUR 1.49/ SHR", "P911.DE", 5],
    [null, 8, "Withholding Tax", january(9, 9), "P911.DE EUR WHT 25%", "P911.DE", -1],
    [null, 9, "withdrawal", january(10, 9), "bank", null, -100],
    [null, "Total", null, null, null, null, 914],
  ];
  const book = (stated: number, written?: string, rows = flows) =>
    workbook([
      [...head(stated, written), closed, trade(101, "EURUSD", 10, -0.5), [null, "Total"]],
      [...head(stated, written), [null, "OPEN POSITION"], [null, "Total"]],
      [...head(stated, written), cash, ...rows],
    ]);

  it("contains deposits, interest, dividends and taxes, and trades once", async () => {
    const read = await readStatement(book(914), warsaw);
    expect(read.account).toEqual({ number: "51234567", currency: "EUR" });
    expect(results(read)).toEqual(["9.50"]);
    expect(money(read)).toEqual([
      ...["balance 2000.00", "interest 0.62", "tax -0.12"],
      ...["dividend 5.00", "tax -1.00", "balance -100.00"],
    ]);
    expect(read.operations[0]).toMatchObject({
      ticket: "1",
      time: january(2, 8).getTime(),
      comment: "eWallet",
    });
    expect(read.notes.map(({ code }) => code)).toEqual(["skippedRows"]);
  });

  it("reconciles with its balance, of which a part was paid for shares still held", async () => {
    const read = await readStatement(book(914), warsaw);
    expect(read.opening?.amount).toBe(0n);
    expect(read.gaps).toEqual([]);
    expect(balance(read)).toMatchObject({ says: 91_400_000_000n, difference: 0n });
    const sold: Cell[][] = [
      [null, 10, "close trade", january(12, 9), "Profit of position #102", "P911.DE", 70],
      [null, 11, "Stock sale", january(12, 9), "CLOSE BUY 11 @ 47", "P911.DE", 1000],
    ];
    const later = workbook([
      [...head(1984), closed, trade(101, "EURUSD", 10, -0.5), trade(102, "P911.DE", 70, 0)],
      [...head(1984), cash, ...flows, ...sold],
    ]);
    expect(balance(await readStatement(later, warsaw))).toMatchObject({ difference: 0n });
  });

  it("of an earlier period has no balance to reconcile: the stated one is of the export date", async () => {
    const read = await readStatement(book(5000, "20/02/2026 16:03:10"), warsaw);
    expect(read.opening).toBeNull();
    expect(balance(read)?.says).toBeNull();
    expect(money(read)).toHaveLength(6);
  });

  it("with an operation of an unknown kind notes it; with an unreadable one is rejected", async () => {
    const odd = (amount: Cell) =>
      book(914, undefined, [...flows, [null, 12, "Spin off", january(12, 9), "", "P911.DE", amount]]);
    const read = await readStatement(odd(3), warsaw);
    expect(money(read).at(-1)).toBe("correction 3.00");
    expect(read.notes.map(({ code }) => code)).toContain("unknownKind");
    await expect(readStatement(odd("three"), warsaw)).rejects.toMatchObject({ code: "importNotANumber" });
  });

  it("recognizes operations of trades in another language by their comment", async () => {
    const rows: Cell[][] = [
      [null, 1, "deposit", january(2, 9), "", null, 2000],
      [null, 2, "Ações/ETF compra", january(8, 9), "OPEN BUY 11 @ 43.4", "P911.DE", -1000],
    ];
    expect(money(await readStatement(book(1000, undefined, rows), warsaw))).toEqual(["balance 2000.00"]);
  });

  it("with cash operations only notes that the trades are missing", async () => {
    const read = await readStatement(workbook([[...head(914), cash, ...flows]]), warsaw);
    expect(money(read)).toHaveLength(6);
    expect(read.trades).toEqual([]);
    expect(read.notes).toEqual([{ code: "bookedTrades", count: 3, line: 8 }]);
  });

  it("with cash operations of another account notes that they were left out", async () => {
    const otherHead = head(914).with(1, [null, null, "Ada", 51230000, "EUR"]);
    const read = await readStatement(
      workbook([
        [...head(914), closed, trade(101, "EURUSD", 10, -0.5)],
        [...otherHead, cash, ...flows],
      ]),
      warsaw,
    );
    expect(money(read)).toEqual([]);
    expect(read.notes).toEqual([{ code: "otherSheets", count: 1, line: null }]);
  });
});

it("XTB's newer workbook has its cash operations in UTC, in any order of sheets", async () => {
  const head = (title: string): Cell[][] => [
    ["Account number", "51234567"],
    [title],
    ["Date from (UTC)", january(1, 0)],
    ["Date to (UTC)", january(31, 0)],
  ];
  const closed: Cell[][] = [
    "Instrument|Ticker|Category|Type|Volume|Open Price|Open Time (UTC)|Close Price|Close Time (UTC)|Product|Profit/Loss|Gross Profit|Commission|Margin|Swap|Rollover|Position ID".split(
      "|",
    ),
    [
      "Gold",
      "GOLD",
      "CFD",
      "SELL",
      0.1,
      4000,
      january(5, 9),
      3900,
      january(5, 10),
      "",
      99.5,
      100,
      null,
      7,
      -0.5,
      0,
      7,
    ],
    ["Profit/loss", null, null, null, null, null, null, null, null, null, 99.5, 100],
  ];
  const cash: Cell[][] = [
    "Type|Instrument|Ticker|Category|Time|Amount|ID|Comment|Product|Position ID".split("|"),
    ["IKE deposit", null, null, null, january(2, 9), 5000, "9001", "BLIK deposit", "IKE"],
    ["Close trade", "Gold", "GOLD", "CFD", january(5, 10), 100, "9002", "Profit of position #7", "IKE", 7],
    ["SEC fee", "Gold", "GOLD", "CFD", january(5, 10), -0.02, "9003", "", "IKE", 7],
    ["Total", null, null, null, null, 5099.98],
  ];
  const sheets = [
    [...head("Closed Positions"), ...closed],
    [...head("Cash Operations"), ...cash],
  ];
  for (const book of [sheets, sheets.toReversed()]) {
    const read = await readStatement(workbook(book), warsaw);
    expect(read.account).toEqual({ number: "51234567" });
    expect(results(read)).toEqual(["99.50"]);
    expect(money(read)).toEqual(["balance 5000.00", "charge -0.02"]);
    expect(read.operations[0]?.time).toBe(january(2, 9).getTime());
    expect(read.notes.map(({ code }) => code).toSorted()).toEqual(["ownZone", "skippedRows"]);
  }
});

it("XTB's lists of one account as text files are read with their header lines", async () => {
  const read = await readStatement(
    new TextEncoder().encode(
      "Account number;51234567\nCurrency;PLN\nID;Type;Time;Symbol;Comment;Amount\n1;deposit;15.04.2026 20:45:14;;eWallet;3110.00\n",
    ),
    warsaw,
  );
  expect(read.account).toEqual({ number: "51234567", currency: "PLN" });
  expect(money(read)).toEqual(["balance 3110.00"]);
});
