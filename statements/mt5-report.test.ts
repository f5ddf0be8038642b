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
const results = ({ trades }: Statement) => trades.map((trade) => formatDecimal(resultOf(trade)));
const amounts = ({ operations }: Statement) => operations.map(({ amount }) => formatDecimal(amount));

const csv = (rows: string[], delimiter = ",") =>
  bytes(`${rows.map((row) => row.replaceAll("|", delimiter)).join("\n")}\n`);
const isPlain = (text: string) => /^-?\d+(\.\d+)?$/.test(text);
const book = (rows: string[]) =>
  workbook([
    rows.map((row) =>
      row.split("|").map((cell): Cell => (cell === "" ? null : isPlain(cell) ? Number(cell) : cell)),
    ),
  ]);
const containers = [
  ["delimited", csv],
  ["a workbook", book],
] as const;

describe.each(containers)("MetaTrader 5's tables with custom columns, %s:", (_, file) => {
  it("positions with pips after the profit are rejected", async () => {
    const rows = [
      "Open Time|Ticket|Symbol|Type|Volume|Price|S/L|T/P|Close Time|Price|Commission|Swap|Profit|Pips",
      "2026.01.05 09:00:00|11|EURUSD|buy|1.00|1.1|0|0|2026.01.05 12:00:00|1.11|-6.00|-2.00|1000.00|100.0",
    ];
    await expect(readStatement(file(rows), utc)).rejects.toMatchObject({
      code: "importColumnUnknown",
      value: "Pips",
    });
  });

  it("positions with swap before commission are rejected", async () => {
    const rows = [
      "Time|Position|Symbol|Type|Volume|Price|S / L|T / P|Time|Price|Swap|Commission|Profit",
      "2026.01.05 09:00:00|11|EURUSD|buy|1.00|1.1|0|0|2026.01.05 12:00:00|1.11|-2.00|-6.00|1000.00",
    ];
    await expect(readStatement(file(rows), utc)).rejects.toMatchObject({ code: "importColumnUnknown" });
  });

  it.each([
    ["no balance", "", "", ""],
    ["no balance and the position's number", "|Position", "|", "|11"],
  ])("deals with %s are read by their headings", async (_case, heading, none, number) => {
    const rows = [
      `Time|Deal|Symbol|Type|Direction|Volume|Price|Order|Commission|Fee|Swap|Profit${heading}|Comment`,
      `2026.01.05 08:00:00|1||balance||||||0.00|0.00|1000.00${none}|Deposit`,
      `2026.01.05 09:00:00|2|EURUSD|buy|in|1.00|1.1|11|-3.00|0.00|0.00|0.00${number}|`,
      `2026.01.05 12:00:00|3|EURUSD|sell|out|1.00|1.11|12|-3.00|0.00|-2.00|1000.00${number}|`,
    ];
    const read = await readStatement(file(rows), utc);
    expect(read.format).toBe("mt5-deals");
    expect(amounts(read)).toEqual(["1000.00"]);
    expect(results(read)).toEqual(["992.00"]);
  });

  it.each([
    [
      "in words",
      "Ticket|Order|Time|Type|Entry|Symbol|Volume|Price|Commission|Swap|Profit|Fee|Comment|Magic|Position ID",
      "1|0|2026.01.05 08:00:00|Balance|||0|0|0|0|1000|0|Deposit|0|0",
      "2|11|2026.01.05 09:00:00|Buy|In|EURUSD|0.1|1.1|-0.35|0|0|0||7|11",
      "3|12|2026.01.05 10:00:00|Sell|Out|EURUSD|0.1|1.101|-0.35|0|10|0||7|11",
    ],
    [
      "by the names of constants",
      "Ticket|Order|Time|Type|Entry|Symbol|Volume|Price|Commission|Swap|Profit",
      "1|0|2026.01.05 08:00:00|DEAL_TYPE_BALANCE|DEAL_ENTRY_IN||0|0|0|0|1000",
      "2|11|2026.01.05 09:00:00|DEAL_TYPE_BUY|DEAL_ENTRY_IN|EURUSD|0.1|1.1|-0.35|0|0",
      "3|12|2026.01.05 10:00:00|DEAL_TYPE_SELL|DEAL_ENTRY_OUT_BY|EURUSD|0.1|1.101|-0.35|0|10",
    ],
    [
      "by numbers, as Python's module does",
      "ticket|order|time|time_msc|type|entry|magic|position_id|reason|volume|price|commission|swap|profit|fee|symbol|comment|external_id",
      "1|0|1767600000|1767600000000|2|0|0|0|0|0|0|0|0|1000|0||Deposit|",
      "2|11|1767603600|1767603600000|0|0|7|11|3|0.1|1.1|-0.35|0|0|0|EURUSD||",
      "3|12|1767607200|1767607200000|1|1|7|11|3|0.1|1.101|-0.35|0|10|0|EURUSD||",
    ],
  ])("deals that a script writes %s", async (_case, ...rows) => {
    const read = await readStatement(file(rows), utc);
    expect(read.format).toBe("mt5-deals");
    expect(amounts(read)).toEqual(["1000.00"]);
    expect(results(read)).toEqual(["9.30"]);
    expect(read.trades[0]).toMatchObject({ side: "long", position: "11" });
    expect(read.trades[0]?.openTime).toBe(Date.UTC(2026, 0, 5, 9));
  });

  it("deals whose kind or entry has a number unknown to MetaTrader are rejected", async () => {
    const row = (type: number, entry: number) => [
      "ticket|order|time|type|entry|symbol|volume|price|profit|position_id",
      `2|11|1767603600|${type}|${entry}|EURUSD|0.1|1.1|0|0`,
    ];
    for (const [type, entry] of [
      [18, 0],
      [0, 4],
    ] as const)
      await expect(readStatement(file(row(type, entry)), utc)).rejects.toMatchObject({
        code: "importNotAType",
      });
  });

  it("deals whose ticket is first are read by their headings", async () => {
    const rows = [
      "Ticket|Time|Symbol|Type|Direction|Volume|Price|Order|Commission|Fee|Swap|Profit|Balance|Comment",
      "2|2026.01.05 09:00:00|EURUSD|buy|in|1.00|1.1|11|-3.00|0.00|0.00|0.00|997.00|",
      "3|2026.01.05 12:00:00|EURUSD|sell|out|1.00|1.11|12|-3.00|0.00|-2.00|1000.00|1992.00|",
    ];
    expect(results(await readStatement(file(rows), utc))).toEqual(["992.00"]);
  });
});

it("deals in a complete report with columns unlike a terminal's are rejected", async () => {
  const rows = [
    "Trade History Report",
    "Account:|||7002 (USD, Example-Live, real, Hedge)",
    "Deals",
    "Time|Deal|Symbol|Type|Direction|Volume|Price|Order|Commission|Fee|Swap|Profit|Comment",
    "2026.01.05 08:00:00|1||balance||||||0.00|0.00|1000.00|Deposit",
    "Balance:|||1000.00",
  ];
  for (const file of [csv(rows, ";"), book(rows)])
    await expect(readStatement(file, utc)).rejects.toMatchObject({ code: "importColumnUnknown" });
});

describe("a position that is still open in MetaTrader 5's report", () => {
  const positions = (...rows: string[]) => [
    "Positions",
    "Time|Position|Symbol|Type|Volume|Price|S / L|T / P|Time|Price|Commission|Swap|Profit",
    ...rows,
  ];
  const deals = (...rows: string[]) => [
    "Deals",
    "Time|Deal|Symbol|Type|Direction|Volume|Price|Order|Commission|Fee|Swap|Profit|Balance|Comment",
    ...rows,
    "Balance:|||1000.00",
  ];
  const opened = "2026.01.05 09:00:00|1|EURUSD|buy|in|1.00|1.1|11|-3.00|0.00|0.00|0.00|997.00|";
  const closed = (volume: string, number: number, hour: number, profit = "1000.00") =>
    `2026.01.05 ${hour}:00:00|${number}|EURUSD|sell|out|${volume}|1.11|${number + 20}|-3.00|0.00|0.00|${profit}||`;
  const eleven = "2026.01.05 09:00:00|11|EURUSD|buy|1.00|1.1|||2026.01.05 12:00:00|1.11|-6.00|0.00|1000.00";
  const otherDeal = (volume: string) =>
    `2026.01.05 10:00:00|2|EURUSD|buy|in|${volume}|1.2|12|-1.00|0.00|0.00|0.00|996.00|`;
  const stillOpen = [
    "Open Positions",
    "Time|Position|Symbol|Type|Volume|Price|S / L|T / P|Market Price|Swap||Profit|Comment",
    "2026.01.05 10:00:00|12|EURUSD|buy|0.10|1.2|||1.25|0.00||5.00|",
  ];

  it.each([
    ["the account keeps positions apart", ", Hedge", []],
    ["the table of open positions names it", "", stillOpen],
  ])("is not mixed up with the others: %s", async (_, mode, open) => {
    const rows = [
      `Account:|||7002 (USD, Ex-Live, real${mode})`,
      ...positions(eleven),
      ...deals(opened, otherDeal("0.10"), closed("1.00", 3, 12)),
      ...open,
      "Equity:|||1005.00",
    ];
    const read = await readStatement(csv(rows, ";"), utc);
    expect(read.trades).toMatchObject([
      { position: "11", openPrice: 110_000_000n, commission: -600_000_000n, final: true },
    ]);
  });

  it("has its closed part as a trade", async () => {
    const rows = [
      "Account:|||7002 (USD, Ex-Live, real, Hedge)",
      ...positions(eleven),
      ...deals(opened, otherDeal("3.00"), closed("1.00", 3, 12), closed("1.00", 4, 13, "-900.00")),
    ];
    const read = await readStatement(csv(rows, ";"), utc);
    expect(read.trades).toMatchObject([
      { position: "11", openTime: Date.UTC(2026, 0, 5, 9), openPrice: 110_000_000n, final: true },
      { position: "12", openTime: Date.UTC(2026, 0, 5, 10), openPrice: 120_000_000n, final: false },
    ]);
  });

  it("on a netting account grows with each order", async () => {
    const rows = [
      "Account:|||7002 (USD, Ex-Live, real, Netting)",
      ...positions(eleven.replace("1.00|1.1|", "1.10|1.10909091|")),
      ...deals(opened, otherDeal("0.10"), closed("1.10", 3, 12)),
    ];
    const read = await readStatement(csv(rows, ";"), utc);
    expect(read.trades).toMatchObject([{ position: "11", openPrice: 110_909_091n, final: true }]);
  });
});

describe("positions of a hedging account that were closed in parts", () => {
  const row = (number: number, price: string, volume: string, closed: string, profit: string) =>
    `2026.01.06 08:30:00|${number}|EURUSD|buy|${volume}|${price}|||2026.01.06 ${closed}:00|1.097|-0.20|0.00|${profit}`;
  const deal = (
    time: string,
    number: number,
    typeAndEntry: string,
    volume: string,
    price: string,
    profit = "0.00",
  ) =>
    `2026.01.06 ${time}:00|${number}|EURUSD|${typeAndEntry}|${volume}|${price}|${number + 9}|0.00|0.00|0.00|${profit}||`;
  const first = deal("09:00", 2, "buy|in", "0.02", "1.10000");
  const second = (volume: string) => deal("10:00", 3, "buy|in", volume, "1.09000");
  const closings = [
    deal("11:00", 4, "sell|out", "0.01", "1.09500", "5.00"),
    deal("12:00", 5, "sell|out", "0.02", "1.09600", "-8.00"),
    deal("13:00", 6, "sell|out", "0.01", "1.09700", "7.00"),
  ];
  const eleven = row(11, "1.10", "0.02", "12:00", "-8.00");
  const read = (positions: string[], deals: string[]) => {
    const rows = [
      "Account:|||7001 (USD, Ex-Live, real, Hedge)",
      ...[
        "Positions",
        "Time|Position|Symbol|Type|Volume|Price|S / L|T / P|Time|Price|Commission|Swap|Profit",
      ],
      ...positions,
      "Deals",
      "Time|Deal|Symbol|Type|Direction|Volume|Price|Order|Commission|Fee|Swap|Profit|Balance|Comment",
      ...deals,
      "Balance:|||1004.00",
    ];
    return readStatement(csv(rows, ";"), utc);
  };
  const closed = ({ trades }: Statement) => trades.map(({ ticket, position }) => `${position} by ${ticket}`);
  const expectedPositions = ["12 by 4", "11 by 5", "12 by 6"];

  it.each([
    ["a row each", [row(12, "1.09", "0.02", "13:00", "12.00")]],
    [
      "a row for each closing",
      [row(12, "1.09", "0.01", "11:00", "5.00"), row(12, "1.09", "0.01", "13:00", "7.00")],
    ],
  ])("have the deals that the table names: %s", async (_, twelve) => {
    const statement = await read([eleven, ...twelve], [first, second("0.02"), ...closings]);
    expect(closed(statement)).toEqual(expectedPositions);
    expect(statement.trades.map(({ final }) => final)).toEqual([false, true, true]);
    expect(statement.left.open).toBe(0);
    expect(statement.notes).toEqual([]);
  });

  it("stay open with their remaining volume", async () => {
    const twelve = row(12, "1.09", "0.02 / 0.03", "13:00", "12.00");
    const statement = await read([eleven, twelve], [first, second("0.03"), ...closings]);
    expect(closed(statement)).toEqual(expectedPositions);
    expect(statement.left.open).toBe(1);
    expect(statement.notes).toEqual([]);
  });

  it("are noted if the table calls them closed and the deals do not", async () => {
    const twelve = row(12, "1.09", "0.03", "14:00", "19.00");
    const statement = await read([eleven, twelve], [first, second("0.03"), ...closings]);
    expect(closed(statement)).toEqual(expectedPositions);
    expect(statement.notes).toEqual([{ code: "notClosed", count: 1, line: null }]);
  });
});

describe("a position that was opened before MetaTrader 5's report begins", () => {
  const row = (volume: string, commission: string) =>
    `2026.01.06 09:00:00|11|EURUSD|buy|${volume}|1.10|||2026.01.08 12:00:00|1.11|${commission}|0.00|40.00`;
  const read = (position: string) => {
    const rows = [
      "Account:|||7001 (USD, Ex-Live, real, Hedge)",
      ...[
        "Positions",
        "Time|Position|Symbol|Type|Volume|Price|S / L|T / P|Time|Price|Commission|Swap|Profit",
      ],
      position,
      "Deals",
      "Time|Deal|Symbol|Type|Direction|Volume|Price|Order|Commission|Fee|Swap|Profit|Balance|Comment",
      "2026.01.07 12:00:00|5|EURUSD|sell|out|0.10|1.105|12|-0.50|0.00|0.00|10.00|1007.50|",
      "2026.01.08 12:00:00|6|EURUSD|sell|out|0.20|1.115|13|-1.00|0.00|0.00|30.00|1036.50|",
      "Balance:|||1036.50",
    ];
    return readStatement(csv(rows, ";"), utc);
  };

  it("includes the commission of its opening", async () => {
    const statement = await read(row("0.30", "-3.00"));
    expect(results(statement)).toEqual(["9.00", "28.00"]);
    expect(statement.trades).toMatchObject([{ openPrice: 110_000_000n }, { openPrice: 110_000_000n }]);
    // the balance was 998.00; 1.50 had already been paid for the position
    expect(formatDecimal(statement.opening?.amount ?? 0n)).toBe("999.50");
    expect(statement.openCosts).toBe(0n);
    expect(reconcile(statement).every(({ difference }) => !difference)).toBe(true);
  });

  it.each([
    ["part of it was closed before, too", row("0.40", "-4.00")],
    ["the table has no commission", row("0.30", "0.00")],
  ])("has the costs of its deals if %s", async (_, position) => {
    const statement = await read(position);
    expect(results(statement)).toEqual(["9.50", "29.00"]);
    expect(formatDecimal(statement.opening?.amount ?? 0n)).toBe("998.00");
  });
});

describe("orders that made one position, without a table of positions", () => {
  const heading =
    "Time|Deal|Symbol|Type|Direction|Volume|Price|Order|Commission|Fee|Swap|Profit|Balance|Comment";
  const first = "2026.01.05 09:00:00|3|EURUSD|buy|in|0.1|1.10000|11|-1.00|0.00|0.00|0.00|999.00|";
  const second = "2026.01.05 09:30:00|4|EURUSD|buy|in|0.1|1.10200|12|-1.00|0.00|0.00|0.00|998.00|";
  const out = (volume: string) =>
    `2026.01.05 10:00:00|5|EURUSD|sell|out|${volume}|1.10300|13|-2.00|0.00|0.00|40.00|1036.00|`;
  const deals = [
    heading,
    "2026.01.05 08:00:00|1||balance||||||0.00|0.00|1000.00|1000.00|Deposit",
    first,
    second,
  ];
  const asReport = (mode: string, ...rows: string[]) => [
    `Account:|||7001 (USD, Ex-Live, real${mode})`,
    "Deals",
    ...rows,
    "Balance:|||1036.00",
  ];

  it.each([
    ["a list", [...deals, out("0.2")]],
    ["a netting account's report", asReport(", Netting", ...deals, out("0.2"))],
    ["a report that does not say it", asReport("", ...deals, out("0.2"))],
  ])("are one trade in %s", async (_, rows) => {
    const read = await readStatement(csv(rows, ";"), utc);
    expect(results(read)).toEqual(["36.00"]);
    expect(read.trades).toMatchObject([
      { position: "11", openTime: Date.UTC(2026, 0, 5, 9), openPrice: 110_100_000n, final: true },
    ]);
    expect(read.left.open).toBe(0);
    expect(read.openCosts).toBe(0n);
  });

  it("are one on a netting account whatever part of it is closed", async () => {
    const read = await readStatement(csv(asReport(", Netting", ...deals, out("0.1")), ";"), utc);
    expect(read.trades).toMatchObject([{ position: "11", openPrice: 110_100_000n, final: false }]);
    expect(read.left.open).toBe(1);
  });

  it("are two if open positions on both sides show a hedging account", async () => {
    const short = "2026.01.05 09:40:00|6|EURUSD|sell|in|0.5|1.10200|14|0.00|0.00|0.00|0.00|998.00|";
    const read = await readStatement(csv([...deals, short, out("0.2")], ","), utc);
    expect(read.trades).toMatchObject([{ openTime: null }]);
    expect(read.left.open).toBe(3);
  });
});

it("a server name with brackets is read together with the rest of the account", async () => {
  const rows = [
    "Account:|||7001 (USD, Broker (EU) Ltd-Live, real, Hedge)",
    "Deals",
    "Time|Deal|Symbol|Type|Direction|Volume|Price|Order|Commission|Fee|Swap|Profit|Balance|Comment",
    "2026.01.05 08:00:00|1||balance||||||0.00|0.00|1000.00|1000.00|Deposit",
    "Balance:|||1000.00",
  ];
  const { account } = await readStatement(csv(rows, ";"), utc);
  expect(account).toMatchObject({ number: "7001", currency: "USD", server: "Broker (EU) Ltd-Live" });
});
