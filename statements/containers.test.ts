import { describe, expect, it } from "vitest";
import { reconcile } from "#api/modules/monitoring/import/reconcile";
import { formatDecimal } from "./decimal";
import { readStatement } from "./read-statement";
import type { Statement } from "./statement";
import { resultOf } from "./types";
import type { Cell } from "./workbook.testing";
import { workbook } from "./workbook.testing";

const utc = { base: 0, summer: null };
const bytes = (text: string) => new TextEncoder().encode(text);
const timeAt = (day: number, hour: number) => new Date(Date.UTC(2026, 0, day, hour));
const timeText = (time: Date) => time.toISOString().slice(0, 19).replaceAll("-", ".").replace("T", " ");

const positions =
  "Time|Position|Symbol|Type|Volume|Price|S / L|T / P|Time|Price|Commission|Swap|Profit".split("|");
const orders = "Open Time|Order|Symbol|Type|Volume|Price|S / L|T / P|Time|State||Comment".split("|");
const deals =
  "Time|Deal|Symbol|Type|Direction|Volume|Price|Order|Commission|Fee|Swap|Profit|Balance|Comment".split("|");

/** A MetaTrader 5 report with one trade, one cancelled order and one open position. */
const mt5: Cell[][] = [
  ["Trade History Report"],
  ["Name:", null, null, "Ada Example"],
  ["Account:", null, null, "7002 (USD, Example-Live, real, Hedge)"],
  ["Positions"],
  positions,
  [timeAt(5, 9), 201, "EURUSD", "buy", 0.1, 1.1, null, null, timeAt(5, 10), 1.103, -3, 0, 30],
  ["Orders"],
  orders,
  [timeAt(5, 9), 201, "EURUSD", "buy", "0.10 / 0.10", "market", null, null, timeAt(5, 9), "filled"],
  [timeAt(5, 9), 209, "EURUSD", "buy limit", "0.10 / 0", 1.05, null, null, timeAt(5, 11), "canceled"],
  ["Deals"],
  deals,
  [timeAt(5, 8), 300, null, "balance", null, null, null, null, 0, 0, 0, 1000, 1000, "Deposit"],
  [timeAt(5, 9), 301, "EURUSD", "buy", "in", 0.1, 1.1, 201, -1.5, 0, 0, 0, 998.5],
  [timeAt(5, 10), 302, "EURUSD", "sell", "out", 0.1, 1.103, 203, -1.5, 0, 0, 30, 1027],
  [timeAt(6, 9), 303, "EURUSD", "buy", "in", 0.1, 1.1, 210, -1.5, 0, 0, 0, 1025.5],
  ["Balance:", null, null, 1025.5],
  ["Results"],
  ["Total Net Profit:", null, null, 27, "Gross Profit:", null, null, 27, "Gross Loss:", null, null, 0],
];

/** A MetaTrader 4 statement as a spreadsheet opens it: a cell that spanned several columns leaves the others empty. */
const mt4: Cell[][] = [
  ["Account: 7001", null, "Name: Ada", null, "Currency: USD"],
  ["Closed Transactions:"],
  "Ticket|Open Time|Type|Size|Item|Price|S / L|T / P|Close Time|Price|Commission|Taxes|Swap|Profit".split(
    "|",
  ),
  [100, timeAt(5, 8), "balance", "Deposit", ...Array.from({ length: 9 }, () => null), 1000],
  [101, timeAt(5, 9), "buy", 0.1, "eurusd", 1.1, 0, 0, timeAt(5, 10), 1.103, -3, 0, 0, 30],
  [102, timeAt(5, 9), "buy limit", 0.1, "eurusd", 1.1, 0, 0, timeAt(5, 10), 1.1, "cancelled"],
  [...Array.from({ length: 10 }, () => null), -3, 0, 0, 30],
  ["Closed P/L:", ...Array.from({ length: 12 }, () => null), 27],
  ["Open Trades:"],
  ["No transactions"],
  ["Summary:"],
  ["Deposit/Withdrawal:", null, 1000, null, "Credit Facility:", null, null, 0],
  ["Closed Trade P/L:", null, 27, null, "Floating P/L:", null, 0],
  ["Balance:", null, 1027, null, "Equity:", null, 1027],
];

const textOf = (cell: Cell, comma: boolean) =>
  cell === null
    ? ""
    : cell instanceof Date
      ? timeText(cell)
      : typeof cell === "number"
        ? String(cell).replace(".", comma ? "," : ".")
        : comma
          ? cell.replaceAll(/(\d)\.(\d\d) \/ (\d)\.(\d\d)/g, "$1,$2 / $3,$4")
          : cell;
const delimited = (rows: Cell[][], delimiter: string, comma = false) =>
  rows
    .map((cells) =>
      Array.from({ length: 14 }, (_, index) => textOf(cells[index] ?? null, comma))
        .map((text) => (text.includes(delimiter) ? `"${text}"` : text))
        .join(delimiter),
    )
    .join("\r\n");
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
const indented = (rows: Cell[][]) => rows.map((cells) => [null, ...cells]);

function expectOne(read: Statement, format: string) {
  expect(read.format).toBe(format);
  expect(read.trades.map((trade) => formatDecimal(resultOf(trade)))).toEqual(["27.00"]);
  expect(read.trades[0]).toMatchObject({
    openTime: timeAt(5, 9).getTime(),
    closeTime: timeAt(5, 10).getTime(),
  });
  expect(read.operations.map(({ amount, comment }) => [formatDecimal(amount), comment])).toEqual([
    ["1000.00", "Deposit"],
  ]);
  expect(read.left.cancelled).toBe(1);
  expect(reconcile(read).filter(({ difference }) => difference)).toEqual([]);
}

describe("MetaTrader 5's report, saved again by a spreadsheet", () => {
  it.each([
    ["commas", bytes(delimited(mt5, ","))],
    ["semicolons and decimal commas", bytes(delimited(mt5, ";", true))],
    ["tabs, in UTF-16", utf16(delimited(mt5, "\t"))],
    ["a workbook with dates", workbook([mt5])],
    ["a workbook that counts its days from 1904", workbook([mt5], true)],
    ["a workbook's second sheet", workbook([[["Notes"]], mt5])],
    ["a workbook whose first column is empty", workbook([indented(mt5)])],
  ])("is read with %s", async (_, file) => {
    const read = await readStatement(file, utc);
    expectOne(read, "mt5-report");
    expect(read.account).toMatchObject({ number: "7002", currency: "USD" });
    expect(read.left.open).toBe(1);
    // the trade comes from deals, not from a signal's rows, so it has the terminal's ticket
    expect(read.trades[0]?.ticket).toBe("302");
  });

  it("is rejected if its end was cut off, since it has no totals of its own", async () => {
    const rows = delimited(mt5, ",").split("\r\n");
    for (const length of [6, 11, 14, 16])
      await expect(readStatement(bytes(rows.slice(0, length).join("\n")), utc)).rejects.toMatchObject({
        code: "importCutOff",
      });
  });

  it("is read with the dates of a country that puts the day first", async () => {
    const text = delimited(mt5, ";", true).replaceAll(/(\d{4})\.(\d\d)\.(\d\d) /g, "$3.$2.$1 ");
    expectOne(await readStatement(bytes(text), utc), "mt5-report");
  });

  it("keeps the position numbers if it contains the table of positions only", async () => {
    const read = await readStatement(bytes(delimited([positions, ...mt5.slice(5, 6)], ",")), utc);
    expect(read.trades.map(({ ticket, position }) => [ticket, position])).toEqual([["201", "201"]]);
  });
});

describe("a retyped report", () => {
  const retyped: Cell[][] = [
    ["Account:", null, null, "7002 (USD, Example-Live, real, Hedge)"],
    ["Opened", "Pair", "Lots", "In", "Out", "Result"],
    ["5 Jan, morning", "EURUSD", 0.1, 1.1, 1.103, 30, 1000, 1030],
    ["6 Jan, noon", "EURUSD", 0.2, 1.1, 1.101, 20, 1030, 1050],
  ];

  it("is rejected with the number of its unreadable rows", async () => {
    await expect(readStatement(workbook([retyped]), utc)).rejects.toMatchObject({
      code: "importRowsNotRead",
      value: "2",
    });
  });

  it("does not prevent another sheet of its workbook from being read", async () => {
    const { trades } = await readStatement(workbook([retyped, mt5]), utc);
    expect(trades).toHaveLength(1);
  });

  it("is not reported for an account without trades", async () => {
    const empty = [...retyped.slice(0, 1), ["Balance:", 0, "Equity:", 0, "Margin:", 0]];
    await expect(readStatement(workbook([empty]), utc)).rejects.toMatchObject({ code: "importNothingFound" });
  });
});

describe("MetaTrader 4's statement, saved again by a spreadsheet", () => {
  it.each([
    ["commas", bytes(delimited(mt4, ","))],
    ["semicolons and decimal commas", bytes(delimited(mt4, ";", true))],
    ["a workbook with dates", workbook([mt4])],
  ])("is read with %s", async (_, file) => {
    expectOne(await readStatement(file, utc), "mt4-statement");
  });

  it("is read as its table of orders alone", async () => {
    expectOne(await readStatement(bytes(delimited(mt4.slice(2, 6), ",")), utc), "mt4-statement");
  });
});

it("MetaTrader 4's orders with a column of comments have the amount of a deposit under the profit", async () => {
  const head =
    "Ticket,Open Time,Type,Size,Item,Price,S/L,T/P,Close Time,Price,Commission,Swap,Profit,Comment";
  const rows = (...list: string[]) => bytes([head, ...list, ""].join("\n"));
  const deposit = "1,2026.01.05 09:00:00,balance,0.00,,,,,,,0.00,0.00,1000.00,778899";
  const read = await readStatement(rows(deposit), utc);
  expect(read.operations.map(({ amount, comment }) => [formatDecimal(amount), comment])).toEqual([
    ["1000.00", "778899"],
  ]);
  await expect(readStatement(rows(deposit.replace("1000.00", "")), utc)).rejects.toMatchObject({
    code: "importValueMissing",
    place: { line: 2, column: 13 },
  });
});

describe("an HTML page", () => {
  const table = (rows: Cell[][]) =>
    `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${textOf(cell, false)}</td>`).join("")}</tr>`).join("\n")}</table>`;
  const tableHtml = table(mt4);

  it("may have footers of email programs after its end, and a long head before its tables", async () => {
    const page = `<!-- ${"x".repeat(9_000)} --><html><body>${tableHtml}</body></html>\n<!-- seen -->\n<script>count()</script>\n`;
    expectOne(await readStatement(bytes(page), utc), "mt4-statement");
  });

  it("with more rows after its end was put together, and is rejected", async () => {
    const page = `<html><body>${tableHtml}</body></html><table><tr><td>1</td></tr>`;
    await expect(readStatement(bytes(page), utc)).rejects.toMatchObject({ code: "importCutOff" });
  });

  it("reduced to one table is complete if the table is", async () => {
    expectOne(await readStatement(bytes(tableHtml), utc), "mt4-statement");
    await expect(readStatement(bytes(tableHtml.slice(0, -8)), utc)).rejects.toMatchObject({
      code: "importCutOff",
    });
  });
});

describe("a site's list with decimal commas", () => {
  const headings =
    "Ticket|Open Date|Close Date|Symbol|Action|Lots|Open Price|Close Price|Commission|Swap|Pips|Profit|Comment";
  const row =
    "1|01/05/2026 09:00|01/05/2026 10:00|EURUSD|Buy|0,10|1,10000|1,10300|-3,00|0,00|1.234|1027,00|1.5";
  const deposit = "2|01/04/2026 09:00||||||||||1 000,50|";
  const withAction = deposit.replace("||||||||||", "|||Deposit|||||||");
  const rows = [headings, row, withAction].map((line) => line.split("|"));
  const blue =
    "Type;Ticket;Symbol;Lots;Buy/sell;Open price;Close price;Open time;Close time;Profit;Swap;Commission;Net profit\n" +
    "Closed position;1;EURUSD;0,10;Buy;1,10000;1,10300;2026/01/05 09:00;2026/01/05 10:00;30,00;0,00;-3,00;27,00\n";

  it.each([
    ["semicolons", bytes(rows.map((line) => line.join(";")).join("\n"))],
    ["a workbook", workbook([rows])],
    [
      "a page",
      bytes(`<table>${rows.map((line) => `<tr><td>${line.join("</td><td>")}</td></tr>`).join("")}</table>`),
    ],
  ])("is read from Myfxbook, in %s", async (_, file) => {
    const read = await readStatement(file, utc);
    expect(read.trades.map((trade) => formatDecimal(resultOf(trade)))).toEqual(["1027.00"]);
    expect(read.trades[0]).toMatchObject({ volume: 10_000_000n, openPrice: 110_000_000n });
    expect(read.operations.map(({ amount }) => formatDecimal(amount))).toEqual(["1000.50"]);
  });

  it("is read from FX Blue", async () => {
    const read = await readStatement(bytes(blue), utc);
    expect(read.trades.map((trade) => formatDecimal(resultOf(trade)))).toEqual(["27.00"]);
    expect(formatDecimal(read.stated.netProfit ?? 0n)).toBe("27.00");
  });

  it("is rejected if nothing shows what its commas separate", async () => {
    const [head = ""] = blue.split("\n");
    const row = "Closed position;1;EURUSD;1;Buy;1,085;1,086;2026/01/05 09:00;2026/01/05 10:00;30;0;-3;27";
    await expect(readStatement(bytes(`${head}\n${row}\n`), utc)).rejects.toMatchObject({
      code: "importNotANumber",
      value: "1,085",
    });
  });

  it("is rejected if a sum may be a thousand or a fraction", async () => {
    const either = rows.map((line) => line.join(";").replace("1027,00", "1.027")).join("\n");
    await expect(readStatement(bytes(either), utc)).rejects.toMatchObject({
      code: "importNotANumber",
      value: "1.027",
    });
  });
});

describe("MetaTrader 5's report with decimal commas", () => {
  const text = delimited(mt5, ";", true);

  it("is read whatever a comment contains", async () => {
    expectOne(await readStatement(bytes(text.replace(/(filled;.*)$/m, "$1;1.5")), utc), "mt5-report");
  });

  it("is read the same from an HTML page and a workbook of texts", async () => {
    const rows = text.split("\r\n").map((line) => line.replaceAll('"', "").split(";"));
    expectOne(await readStatement(workbook([rows]), utc), "mt5-report");
    const page = `<html><body><table>${rows.map((cells) => `<tr><td>${cells.join("</td><td>")}</td></tr>`).join("\n")}</table></body></html>\n`;
    expectOne(await readStatement(bytes(page), utc), "mt5-report");
  });

  it("is rejected if a sum may be a thousand or a fraction", async () => {
    await expect(
      readStatement(bytes(text.replaceAll(";1027;", ";1.027;").replaceAll(";1027\r", ";1.027\r")), utc),
    ).rejects.toMatchObject({ code: "importNotANumber", value: "1.027 (?)" });
  });
});

it("MetaTrader 5's positions with the dates of a country that puts the month first are rejected by their dates", async () => {
  const row = "1/5/2026 9:00,201,EURUSD,buy,0.1,1.1,,,1/5/2026 10:00,1.103,-3,0,30";
  await expect(readStatement(bytes(`${positions.join(",")}\n${row}\n`), utc)).rejects.toMatchObject({
    code: "importNotATime",
    place: { line: 2, column: 1 },
    value: "1/5/2026 9:00",
  });
});

describe("a workbook of several sheets", () => {
  const open = "Symbol|Ticket|Open Time|Type|Volume|Price|Current price".split("|");
  const ftmo = "Ticket|Open|Type|Volume|Symbol|Price|SL|TP|Close|Price|Swap|Commissions|Profit|Pips".split(
    "|",
  );
  const trade: Cell[] = [
    7,
    timeAt(5, 9),
    "buy",
    0.1,
    "EURUSD",
    1.1,
    null,
    null,
    timeAt(5, 10),
    1.103,
    0,
    -3,
    30,
    3,
  ];
  const openTrade: Cell[] = ["EURUSD", 8, timeAt(5, 9), "buy", 0.1, 1.1, 1.2];

  it("is read from the sheet with closed trades", async () => {
    const read = await readStatement(
      workbook([
        [open, openTrade],
        [ftmo, trade],
      ]),
      utc,
    );
    expect(read.trades.map((one) => formatDecimal(resultOf(one)))).toEqual(["27.00"]);
    expect(read.notes).toEqual([]);
    const empty = await readStatement(workbook([[ftmo], [ftmo, trade]]), utc);
    expect(empty.trades).toHaveLength(1);
  });

  it("reports that other sheets contain a history too, even if hardly readable", async () => {
    const second = trade.with(0, 8);
    const read = await readStatement(
      workbook([
        [["Notes"]],
        [ftmo, trade],
        [ftmo, second],
        [open, openTrade],
        [ftmo, trade.with(1, "never")],
        [ftmo, second],
      ]),
      utc,
    );
    expect(read.trades.map(({ ticket }) => ticket)).toEqual(["7"]);
    expect(read.notes).toEqual([{ code: "otherSheets", count: 2, line: null }]);
  });

  it("without closed trades reports what it contains", async () => {
    await expect(readStatement(workbook([[open, openTrade], [["Notes"]]]), utc)).rejects.toMatchObject({
      code: "importSingleOrders",
    });
  });
});

it("a site's list is recognized in a workbook", async () => {
  const headings =
    "Ticket|Open Date|Close Date|Symbol|Action|Lots|Open Price|Close Price|Commission|Swap|Profit";
  const row: Cell[] = ["1", timeAt(5, 9), timeAt(5, 10), "EURUSD", "Buy", 0.1, 1.1, 1.103, -3, 0, 27];
  const read = await readStatement(workbook([[headings.split("|"), row]]), utc);
  expect(read.format).toBe("myfxbook");
  expect(read.trades[0]).toMatchObject({ closeTime: timeAt(5, 10).getTime() });
  expect(formatDecimal(read.trades[0]?.profit ?? 0n)).toBe("30.00");
});
