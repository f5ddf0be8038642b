import type { History } from "#api/modules/monitoring/statistics/history";
import type { Writing } from "./format";
import { escapeHtml } from "./format";
import { asUtf16, bannerRow, htmlTable } from "./mt5-html";
import { labels } from "./mt5-labels";
import { tables } from "./mt5-tables";
import { sheetFigures, sheetTable, workbook } from "./mt5-xlsx";

const settings = (writing: Writing): [string, string][] => {
  const colon = writing.language === "Chinese" ? "：" : ":";
  return [
    [`Expert${colon}`, "MACD Sample"],
    [`Symbol${colon}`, "EURUSD"],
    [`Period${colon}`, "M15 (2026.01.01 - 2026.05.27)"],
    [`Inputs${colon}`, "InpLots=0.1"],
    ["", "InpTakeProfit=50"],
    [`Leverage${colon}`, "1:100"],
  ];
};

const tested = (history: History, writing: Writing) =>
  tables(history, writing).filter(({ kind }) => kind !== "positions");

/**
 * Writes a report of MetaTrader 5's strategy tester as a page: settings and results, then orders and deals, without
 * an account.
 */
export function writeMt5TesterHtml(history: History, writing: Writing): Uint8Array {
  const { tester } = labels[writing.language ?? "English"];
  return asUtf16(
    [
      `<!DOCTYPE html><html><head><title>${tester}</title></head><body><div align="center"><table width="800">`,
      `<tr><td colspan="13" align="center"><div style="font: 14pt Tahoma"><b>${tester}</b></div></td></tr>`,
      '<tr><td colspan="13" align="center"><div><b>Broker-Demo (Build 5833)</b></div></td></tr>',
      bannerRow("Settings"),
      ...settings(writing).map(
        ([label, value]) =>
          `<tr align="left"><td colspan="3">${label}</td><td colspan="10"><b>${value}</b></td></tr>`,
      ),
      ...tested(history, writing).map((table) => htmlTable(table, false)),
      "</table></div></body></html>",
    ].join("\r\n"),
  );
}

/** Writes the same report as a workbook. */
export function writeMt5TesterXlsx(history: History, writing: Writing): Uint8Array {
  const { tester } = labels[writing.language ?? "English"];
  const rows = [[tester], ["Broker-Demo (Build 5833)"], ["Settings"], ...sheetFigures(settings(writing))];
  const all = [...rows];
  for (const table of tested(history, writing)) all.push(...(sheetTable(table, all.length) as string[][]));
  return workbook(all);
}

/** Writes a report of MetaTrader 4's tester; `title` sets its language. */
export function writeMt4Tester(title: string): Uint8Array {
  const cells = (list: string[]) => `<tr align=right>${list.map((text) => `<td>${text}</td>`).join("")}</tr>`;
  return new TextEncoder().encode(
    [
      `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><html><head><title>${title}: MACD Sample</title></head><body>`,
      `<div align=center><div style="font: 20pt Times New Roman"><b>${title}</b></div><div><b>MACD Sample</b></div>`,
      "<table width=820><tr align=left><td colspan=2>A</td><td colspan=4>USDJPY (US Dollar vs Japanese Yen)</td></tr>",
      "<tr align=left><td colspan=2>B</td><td colspan=4>5 M (M5)  2026.01.05 02:20 - 2026.05.30 00:00    (2026.01.01 - 2026.05.30)</td></tr>",
      "<tr align=left><td colspan=2><tr align=left><td>C</td><td align=right>31033</td><td>D</td><td align=right>1567268</td></tr></table>",
      "<table width=820><tr bgcolor=#C0C0C0 align=right><td>#</td><td>E</td><td>F</td><td>G</td><td>H</td><td>I</td><td>S / L</td><td>T / P</td><td>J</td><td>K</td></tr>",
      cells(["1", "2026.01.05 02:20", "buy", "1", "0.10", "150.001", "0.000", "150.051"]),
      cells([
        "2",
        "2026.01.05 03:20",
        "t/p",
        "1",
        "0.10",
        "150.051",
        "0.000",
        "150.051",
        "33.20",
        "10033.20",
      ]),
      "</table></div></body></html>\n",
    ].join("\n"),
  );
}

/** Writes MetaTrader 4's report of an optimisation: a line for each pass, with its inputs in a title attribute. */
export function writeMt4Optimisation(): Uint8Array {
  return new TextEncoder().encode(
    [
      "<html><head><title>Optimization Report: MACD Sample</title></head><body><div align=center>",
      "<table width=820><tr align=left><td colspan=2>Period</td><td colspan=4>H1  (2026.01.01 - 2026.05.30)</td></tr></table>",
      "<table width=820><tr><td>Pass</td><td>Profit</td><td>Total trades</td><td>Profit factor</td><td>Expected Payoff</td><td>Drawdown $</td><td>Drawdown %</td></tr>",
      '<tr align=right><td title="TakeProfit=50; Lots=0.1; ">1</td><td>120.50</td><td>44</td><td>1.20</td><td>2.74</td><td>80.00</td><td>0.80</td></tr>',
      "</table></div></body></html>\n",
    ].join("\n"),
  );
}

/** Writes MetaTrader 5's export of an optimisation: an Excel 2003 workbook (XML). */
export function writeMt5Optimisation(): Uint8Array {
  const row = (cells: string[]) =>
    `<Row>${cells.map((text) => `<Cell><Data ss:Type="String">${escapeHtml(text)}</Data></Cell>`).join("")}</Row>`;
  return new TextEncoder().encode(
    `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Tester Optimizator Results"><Table>${row(["Pass", "Result", "Profit", "Trades", "InpLots"])}${row(["1", "120.5", "20.5", "44", "0.1"])}</Table></Worksheet></Workbook>\n`,
  );
}
