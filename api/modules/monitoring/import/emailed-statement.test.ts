import { expect, it } from "vitest";
import { formatDecimal } from "#statements/decimal";
import { readStatement } from "#statements/read-statement";
import { resultOf } from "#statements/types";
import { reconcile } from "./reconcile";

const utc = { base: 0, summer: null };
const bytes = (text: string) => new TextEncoder().encode(text);
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>\n`;
const line = (text: string) => row(...text.split("|"));

const mt4 = (swap: string) =>
  `<html><body><table>${line("A/C No: 7001|Name: Ada|2026.01.06 23:59")}${row("Closed Transactions:")}${line(`Ticket|Open Time|Type|Lots|Symbol|Price|S/L|T/P|Close Time|Price|Commission|${swap}|Trade P/L`)}${line("101|2026.01.05 09:00|buy|0.10|eurusd|1.1|0|0|2026.01.05 10:00|1.103|-3.00|-1.00|30.00")}${row("", "Closed P/L:", "26.00")}${row("A/C Summary:")}${line("Closed Trade P/L:|26.00|Previous Ledger Balance:|1 000.00")}${line("Deposit/Withdrawal:|0.00|Balance:|1 026.00")}</table></body></html>`;

it.each(["R/O Swap", "Rollover", "Swap"])(
  "reads MetaTrader 4's emailed statement with swaps called %s",
  async (swap) => {
    const read = await readStatement(bytes(mt4(swap)), utc);
    expect(read.trades.map((trade) => formatDecimal(resultOf(trade)))).toEqual(["26.00"]);
    // the totals below the orders are not a comment of the last order
    expect(read.trades[0]?.comment).toBeUndefined();
    expect(reconcile(read).filter(({ difference }) => difference)).toEqual([]);
  },
);

it("rejects an unknown money column instead of ignoring it", async () => {
  await expect(readStatement(bytes(mt4("Clearing Fee")), utc)).rejects.toMatchObject({
    code: "importColumnUnknown",
    value: "Clearing Fee",
  });
});

it("reads MetaTrader 5's emailed statement: deals by their headings, without a running balance", async () => {
  const page = [
    "A/C No: 7002|Name: Ada Example|Currency: USD|2026.01.06 23:59",
    "Orders:",
    "Open Time|Ticket|Type|Size|Item|Price|S / L|T / P|Time|State|Comment",
    "2026.01.06 09:00:00|202|sell|0.10 / 0.10|EURUSD|1.1|||2026.01.06 09:00:00|filled|",
    "2026.01.06 09:30:00|209|buy limit|0.10 / 0.00|EURUSD|1.05|||2026.01.06 09:40:00|canceled|",
    "Deals:",
    "Open Time|Ticket|Type|Size|Item|Price|Order|Comment|Entry|Commission|Fee|Swap|Profit",
    "2026.01.06 08:00:00|300|balance|||||Deposit||0.00|0.00|0.00|100.00",
    "2026.01.06 09:00:00|303|sell|0.10|EURUSD|1.10000|202||in|-1.50|0.00|0.00|0.00",
    "2026.01.06 10:00:00|304|buy|0.10|EURUSD|1.09900|204|[tp]|out|-1.50|-0.20|-0.30|10.00",
    "2026.01.06 11:00:00|305|buy|0.10|EURUSD|1.10000|210||in|-1.50|0.00|0.00|0.00",
    "|||||||||-4.50|-0.20|-0.30|10.00",
    "Positions:",
    "Open Time|Ticket|Type|Size|Item|Price|S / L|T / P|Market Price|Swap|Profit",
    "2026.01.06 11:00:00|210|buy|0.10|EURUSD|1.10000|||1.1010|0.00|10.00",
    "Working Orders:",
    "Open Time|Ticket|Type|Size|Item|Price|S / L|T / P|Market Price|Comment",
    "2026.01.06 11:00:00|211|buy limit|0.10 / 0.00|EURUSD|1.00000|||1.1010|",
    "A/C Summary:",
    "Closed Trade P/L:|5.20|Previous Ledger Balance:|1 000.00",
    "Deposit/Withdrawal:|100.00|Balance:|1 105.00",
  ];
  const file = bytes(`<html><body><table>${page.map(line).join("")}</table></body></html>`);
  const read = await readStatement(file, utc);
  expect(read.format).toBe("mt5-report");
  expect(read.account).toMatchObject({ number: "7002", name: "Ada Example", currency: "USD" });
  expect(read.left).toEqual({ cancelled: 1, open: 1 });
  expect(read.trades.map((trade) => [trade.ticket, trade.side, formatDecimal(resultOf(trade))])).toEqual([
    ["304", "short", "6.50"],
  ]);
  expect(formatDecimal(read.opening?.amount ?? 0n)).toBe("1000.00");
  // the balance includes the costs of opening the position that is still open
  const lines = reconcile(read).filter(({ says }) => says !== null);
  expect(lines.map(({ figure }) => figure)).toEqual(["opening", "deposits", "balance"]);
  expect(lines.filter(({ difference }) => difference)).toEqual([]);
});
