import type { History } from "#api/modules/monitoring/statistics/history";
import type { Writing } from "./format";
import { escapeHtml } from "./format";
import { labels } from "./mt5-labels";
import type { Table } from "./mt5-tables";
import { accountLine, figures, tables } from "./mt5-tables";

const td = (text: string, attributes = "") => `<td${attributes}>${escapeHtml(text)}</td>`;
const bold = (text: string) => `<td nowrap style="height: 30px"><b>${escapeHtml(text)}</b></td>`;
export const bannerRow = (text: string) =>
  `<tr align="center"><th colspan="14" style="height: 25px"><div style="font: 10pt Tahoma"><b>${escapeHtml(text)}</b></div></th></tr>`;

/** Adds the cells that a terminal hides: a position's comment after its type, a deal's cost after its order. */
function rowOf(cells: string[], kind: Table["kind"], isCostHidden: boolean): string {
  const shown = cells.map((text, at) => td(text, at > 4 ? ' class=""' : ""));
  if (kind === "positions") shown.splice(4, 0, '<td class="hidden" colspan="8"></td>');
  if (kind === "deals" && isCostHidden) shown.splice(8, 0, '<td nowrap class="hidden">-1.23</td>');
  return shown.join("");
}

export function htmlTable({ kind, banner, headings, rows, totals }: Table, isCostHidden: boolean): string {
  const empty = headings.map((_, at) => td(totals.includes(at) ? "0.00" : ""));
  return [
    bannerRow(banner),
    `<tr align="center" bgcolor="#E5F0FC">${headings.map(bold).join("")}</tr>`,
    ...rows.map(
      (cells, index) =>
        `<tr bgcolor="${index % 2 ? "#F7F7F7" : "#FFFFFF"}" align="right">${rowOf(cells, kind, isCostHidden)}</tr>`,
    ),
    ...(totals.length > 0 ? [`<tr align="right">${empty.join("")}</tr>`] : []),
    '<tr><td colspan="14" style="height: 10px"></td></tr>',
  ].join("\r\n");
}

export const htmlFigures = (lines: string[][]) =>
  lines
    .map(
      (cells) =>
        `<tr align="right">${cells.map((text, at) => (at % 2 ? `<td nowrap><b>${text}</b></td>` : `<td nowrap colspan="3">${text}</td>`)).join("")}</tr>`,
    )
    .join("\r\n");

/** Encodes as UTF-16LE with a byte order mark, as terminals save pages. */
export const asUtf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}\r\n`, "utf16le"));

/** Writes a MetaTrader 5 report as terminals save it, including hidden cells. */
export function writeMt5Html(history: History, writing: Writing): Uint8Array {
  const { title, name, account, date, banners } = labels[writing.language ?? "English"];
  const { summary, results } = figures(history, writing);
  const fact = (label: string, value: string) =>
    `<tr align="left"><th colspan="4" align="right">${label}</th><th colspan="10"><b>${value}</b></th></tr>`;
  return asUtf16(
    [
      "<!DOCTYPE html>",
      `<html><head><title>${history.account.number}: ${escapeHtml(history.account.name ?? "")} - ${escapeHtml(title)}</title><style>.hidden { display: none; }</style></head>`,
      '<body><div align="center"><table cellspacing="1" cellpadding="3" border="0">',
      `<tr align="center"><th colspan="14"><div style="font: 14pt Tahoma"><b>${escapeHtml(title)}</b><br></div></th></tr>`,
      fact(name, escapeHtml(history.account.name ?? "")),
      fact(account, escapeHtml(accountLine(history)).replace(" (", "&nbsp;(")),
      fact(date, "2026.11.20 12:47"),
      ...tables(history, writing).map((table) => htmlTable(table, !writing.cost)),
      htmlFigures(summary),
      '<tr><td colspan="14"><img src="ReportHistory.png" title="Balance graph" width=820 height=200 border=0></td></tr>',
      bannerRow(banners[4]),
      htmlFigures(results),
      "</table></div></body></html>",
    ].join("\r\n"),
  );
}
