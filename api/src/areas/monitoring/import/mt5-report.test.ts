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
