import type { History } from "#api/modules/monitoring/statistics/history";
import type { Writing } from "./format";
import { byTime, escapeHtml, lots, moment, money, price, totals } from "./format";

const row = (cells: string[], attributes = "align=right") => `<tr ${attributes}>${cells.join("")}</tr>`;
const cell = (text: string, attributes = "") => `<td${attributes ? ` ${attributes}` : ""}>${text}</td>`;
const spt = (text: string) => cell(text, "class=mspt");

/** Writes a MetaTrader 4 statement in UTF-8; fields that the format lacks (fee, magic number) are left out. */
export function writeMt4Statement(history: History, writing: Writing): Uint8Array {
  const { account } = history;
  const added = totals(history);
  const sums = { ...added, balance: added.balance + (writing.opening ?? 0n) };
  const lines = [
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">',
    `<html><head><title>Statement: ${account.number} - ${escapeHtml(account.name ?? "")}</title>`,
    '<style type="text/css">td { font: 8pt Tahoma,Arial; } .msdate { mso-number-format:"General Date"; } .mspt { mso-number-format:\\#\\,\\#\\#0\\.00; }</style></head>',
    "<body topmargin=1 marginheight=1><div align=center><table cellspacing=1 cellpadding=3 border=0>",
    `<tr align=left><td colspan=2><b>Account: ${account.number}</b></td><td colspan=5><b>Name: ${escapeHtml(account.name ?? "")}</b></td><td colspan=2><b>Currency: ${account.currency}</b></td><td colspan=2><b>${account.leverage ? `Leverage: 1:${account.leverage}` : "&nbsp;"}</b></td><td colspan=3 align=right><b>2026 November 20, 12:47</b></td></tr>`,
    "<tr align=left><td colspan=14><b>Closed Transactions:</b></td></tr>",
    '<tr align=center bgcolor="#C0C0C0"><td>Ticket</td><td nowrap>Open Time</td><td>Type</td><td>Size</td><td>Item</td><td>Price</td><td>S / L</td><td>T / P</td><td nowrap>Close Time</td><td>Price</td><td>Commission</td><td>Taxes</td><td>Swap</td><td>Profit</td></tr>',
    ...byTime(history).map((entry) => {
      if ("operation" in entry) {
        const { ticket, time, type, amount, comment = "" } = entry.operation;
        return row([
          cell(ticket),
          cell(moment(time, writing), "class=msdate nowrap"),
          cell(type === "correction" ? "balance" : type),
          cell(escapeHtml(comment), "colspan=10 align=left"),
          spt(money(amount)),
        ]);
      }
      const { trade } = entry;
      return row([
        cell(trade.ticket, trade.comment ? `title="${escapeHtml(trade.comment)}"` : ""),
        cell(moment(trade.openTime ?? trade.closeTime, writing), "class=msdate nowrap"),
        cell(trade.side === "long" ? "buy" : "sell"),
        spt(lots(trade.volume)),
        cell(escapeHtml(trade.symbol)),
        cell(price(trade.openPrice), 'style="mso-number-format:0\\.00000;"'),
        cell(price(trade.stopLoss ?? 0n)),
        cell(price(trade.takeProfit ?? 0n)),
        cell(moment(trade.closeTime, writing), "class=msdate nowrap"),
        cell(price(trade.closePrice)),
        spt(money(trade.commission)),
        spt(money(trade.taxes)),
        spt(money(trade.swap)),
        spt(money(trade.profit)),
      ]);
    }),
    ...Array.from({ length: writing.cancelled }, (_, index) =>
      row([
        cell(String(900_000_000 + index)),
        cell("2026.05.08 00:16:40"),
        cell("sell limit"),
        cell("2.78"),
        cell("nzdusd"),
        cell("0.59690"),
        cell("0.59960"),
        cell("0.59150"),
        cell("2026.05.08 10:51:49"),
        cell("0.59506"),
        cell("cancelled", "colspan=4"),
      ]),
    ),
    row([
      cell("&nbsp;", "colspan=10"),
      spt(money(sums.commission)),
      spt(money(sums.taxes)),
      spt(money(sums.swap)),
      spt(money(sums.profit)),
    ]),
    row([
      cell("<b>Closed P/L:</b>", "colspan=12 align=right"),
      cell(`<b>${money(sums.net)}</b>`, 'colspan=2 align=right title="Commission + Swap + Profit + Taxes"'),
    ]),
    "<tr align=left><td colspan=14><b>Open Trades:</b></td></tr>",
    '<tr align=center bgcolor="#C0C0C0"><td>Ticket</td><td nowrap>Open Time</td><td>Type</td><td>Size</td><td>Item</td><td>Price</td><td>S / L</td><td>T / P</td><td>&nbsp;</td><td>Price</td><td>Commission</td><td>Taxes</td><td>Swap</td><td>Profit</td></tr>',
    "<tr align=right><td colspan=13 align=center>No transactions</td></tr>",
    "<tr align=left><td colspan=14><b>Working Orders:</b></td></tr>",
    "<tr align=right><td colspan=13 align=center>No transactions</td></tr>",
    "<tr align=left><td colspan=14><b>Summary:</b></td></tr>",
    `<tr align=right><td colspan=2><b>Deposit/Withdrawal:</b></td><td colspan=2 class=mspt><b>${money(sums.deposits)}</b></td><td colspan=4><b>Credit Facility:</b></td><td class=mspt><b>${money(sums.credit)}</b></td><td colspan=5>&nbsp;</td></tr>`,
    `<tr align=right><td colspan=2><b>Closed Trade P/L:</b></td><td colspan=2 class=mspt><b>${money(sums.net)}</b></td><td colspan=4><b>Floating P/L:</b></td><td class=mspt><b>0.00</b></td><td colspan=3><b>Margin:</b></td><td colspan=2 class=mspt><b>0.00</b></td></tr>`,
    `<tr align=right><td colspan=2><b>Balance:</b></td><td colspan=2 class=mspt><b>${money(sums.balance)}</b></td><td colspan=4><b>Equity:</b></td><td class=mspt><b>${money(sums.balance)}</b></td><td colspan=3><b>Free Margin:</b></td><td colspan=2 class=mspt><b>${money(sums.balance)}</b></td></tr>`,
    "<tr align=left><td colspan=14><b>Details:</b></td></tr>",
    `<tr align=right><td colspan=2><b>Gross Profit:</b></td><td colspan=2 class=mspt><b>${money(sums.grossProfit)}</b></td><td colspan=4><b>Gross Loss:</b></td><td class=mspt><b>${money(-sums.grossLoss)}</b></td><td colspan=3><b>Total Net Profit:</b></td><td colspan=2 class=mspt><b>${money(sums.net)}</b></td></tr>`,
    `<tr align=right><td colspan=2><b>Total Trades:</b></td><td colspan=2><b>${sums.trades}</b></td><td colspan=10>&nbsp;</td></tr>`,
    "</table></div></body></html>",
  ];
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}
