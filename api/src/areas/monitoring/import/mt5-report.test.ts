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
