import { describe, expect, it } from "vitest";
import { resultOf } from "#api/areas/monitoring/statistics/history";
import { formatDecimal } from "#api/values/decimal";
import { readStatement } from "./read";
import type { Statement } from "./statement";
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

describe.each(containers)("MetaTrader 5's tables with columns of their own, %s:", (_, file) => {
  it("positions with pips after the profit are refused", async () => {
    const rows = [
      "Open Time|Ticket|Symbol|Type|Volume|Price|S/L|T/P|Close Time|Price|Commission|Swap|Profit|Pips",
      "2026.01.05 09:00:00|11|EURUSD|buy|1.00|1.1|0|0|2026.01.05 12:00:00|1.11|-6.00|-2.00|1000.00|100.0",
    ];
    await expect(readStatement(file(rows), utc)).rejects.toMatchObject({
      code: "importColumnUnknown",
      value: "Pips",
    });
  });

  it("positions whose swap stands before the commission are refused", async () => {
    const rows = [
      "Time|Position|Symbol|Type|Volume|Price|S / L|T / P|Time|Price|Swap|Commission|Profit",
      "2026.01.05 09:00:00|11|EURUSD|buy|1.00|1.1|0|0|2026.01.05 12:00:00|1.11|-2.00|-6.00|1000.00",
    ];
    await expect(readStatement(file(rows), utc)).rejects.toMatchObject({ code: "importColumnUnknown" });
  });

  it.each([
    ["no balance", "", "", ""],
    ["no balance and the position's number", "|Position", "|", "|11"],
  ])("deals with %s are read by their words", async (_case, heading, none, number) => {
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

  it("deals whose kind or entry has a number that MetaTrader does not know are refused", async () => {
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

  it("deals whose ticket stands first are read by their words", async () => {
    const rows = [
      "Ticket|Time|Symbol|Type|Direction|Volume|Price|Order|Commission|Fee|Swap|Profit|Balance|Comment",
      "2|2026.01.05 09:00:00|EURUSD|buy|in|1.00|1.1|11|-3.00|0.00|0.00|0.00|997.00|",
      "3|2026.01.05 12:00:00|EURUSD|sell|out|1.00|1.11|12|-3.00|0.00|-2.00|1000.00|1992.00|",
    ];
    expect(results(await readStatement(file(rows), utc))).toEqual(["992.00"]);
  });
});

it("deals in a whole report whose columns are not a terminal's are refused", async () => {
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
  const other = (volume: string) =>
    `2026.01.05 10:00:00|2|EURUSD|buy|in|${volume}|1.2|12|-1.00|0.00|0.00|0.00|996.00|`;
  const stillOpen = [
    "Open Positions",
    "Time|Position|Symbol|Type|Volume|Price|S / L|T / P|Market Price|Swap||Profit|Comment",
    "2026.01.05 10:00:00|12|EURUSD|buy|0.10|1.2|||1.25|0.00||5.00|",
  ];

  it.each([
    ["the account keeps positions apart", ", Hedge", []],
    ["the table of open positions names it", "", stillOpen],
  ])("is none of the others: %s", async (_, mode, open) => {
    const rows = [
      `Account:|||7002 (USD, Ex-Live, real${mode})`,
      ...positions(eleven),
      ...deals(opened, other("0.10"), closed("1.00", 3, 12)),
      ...open,
      "Equity:|||1005.00",
    ];
    const read = await readStatement(csv(rows, ";"), utc);
    expect(read.trades).toMatchObject([
      { position: "11", openPrice: 110_000_000n, commission: -600_000_000n, final: true },
    ]);
  });

  it("keeps what was closed of it", async () => {
    const rows = [
      "Account:|||7002 (USD, Ex-Live, real, Hedge)",
      ...positions(eleven),
      ...deals(opened, other("3.00"), closed("1.00", 3, 12), closed("1.00", 4, 13, "-900.00")),
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
      ...deals(opened, other("0.10"), closed("1.10", 3, 12)),
    ];
    const read = await readStatement(csv(rows, ";"), utc);
    expect(read.trades).toMatchObject([{ position: "11", openPrice: 110_909_091n, final: true }]);
  });
});
