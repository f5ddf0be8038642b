import writeExcelFile from "write-excel-file/universal";
import type { History, Trade } from "#api/areas/monitoring/statistics/history";
import type { Decimal } from "#api/values/decimal";
import type { Writing } from "./shown";
import { escapeHtml, lots, moment, money, price, totals } from "./shown";

const positionHeadings = [
  "Time",
  "Position",
  "Symbol",
  "Type",
  "Volume",
  "Price",
  "S / L",
  "T / P",
  "Time",
  "Price",
  "Commission",
  "Swap",
  "Profit",
];
const orderHeadings = [
  "Open Time",
  "Order",
  "Symbol",
  "Type",
  "Volume",
  "Price",
  "S / L",
  "T / P",
  "Time",
  "State",
  "Comment",
];
export const dealHeadings = [
  "Time",
  "Deal",
  "Symbol",
  "Type",
  "Direction",
  "Volume",
  "Price",
  "Order",
  "Commission",
  "Fee",
  "Swap",
  "Profit",
  "Balance",
  "Comment",
];

/** Half of a position's cost is taken when it opens, as brokers do; to the last digit, so that the halves add up. */
const half = (value: Decimal) => value / 2n;
const sum = (values: Decimal[]) => values.reduce((total, value) => total + value, 0n);

function positionsOf(trades: Trade[]): Trade[][] {
  const groups = new Map<string, Trade[]>();
  for (const trade of trades) groups.set(trade.position, [...(groups.get(trade.position) ?? []), trade]);
  return [...groups.values()].map((parts) => parts.toSorted((a, b) => a.closeTime - b.closeTime));
}

/** The deals of a history, each as the cells of its row, oldest first. A position closed at once splits its costs, one closed in parts pays at the end. */
export function dealRows(history: History, writing: Writing): string[][] {
  const rows: {
    time: number;
    rank: number;
    ticket: string;
    change: Decimal;
    cells: (balance: string) => string[];
  }[] = [];
  for (const { ticket, time, type, amount, comment = "" } of history.operations) {
    rows.push({
      time,
      rank: 0,
      ticket,
      change: type === "credit" ? 0n : amount,
      cells: (balance) => [
        moment(time, writing),
        ticket,
        "",
        type,
        "",
        "",
        "",
        "",
        "0.00",
        "0.00",
        "0.00",
        money(amount),
        balance,
        comment,
      ],
    });
  }
  for (const parts of positionsOf(history.trades)) {
    const [first] = parts;
    if (!first) continue;
    const openTime = first.openTime ?? first.closeTime;
    const commission = parts.length === 1 ? half(first.commission) : 0n;
    const fee = parts.length === 1 ? half(first.fee) : 0n;
    const volume = sum(parts.map((part) => part.volume));
    const opening = `${first.ticket}0`;
    const [buy, sell] = first.side === "long" ? ["buy", "sell"] : ["sell", "buy"];
    rows.push({
      time: openTime,
      rank: 1,
      ticket: opening,
      change: commission + fee,
      cells: (balance) => [
        moment(openTime, writing),
        opening,
        first.symbol,
        buy,
        "in",
        lots(volume),
        price(first.openPrice),
        first.position,
        money(commission),
        money(fee),
        "0.00",
        "0.00",
        balance,
        "",
      ],
    });
    for (const part of parts) {
      const [cost, rest] = [part.commission - commission, part.fee - fee];
      rows.push({
        time: part.closeTime,
        rank: 2,
        ticket: part.ticket,
        change: cost + rest + part.swap + part.profit,
        cells: (balance) => [
          moment(part.closeTime, writing),
          part.ticket,
          part.symbol,
          sell,
          "out",
          lots(part.volume),
          price(part.closePrice),
          `${part.ticket}9`,
          money(cost),
          money(rest),
          money(part.swap),
          money(part.profit),
          balance,
          part.comment ?? "",
        ],
      });
    }
  }
  rows.sort(
    (a, b) =>
      a.time - b.time ||
      a.rank - b.rank ||
      a.ticket.length - b.ticket.length ||
      (a.ticket < b.ticket ? -1 : 1),
  );
  let balance = 0n;
  return rows.map((row) => {
    balance += row.change;
    return row.cells(money(balance));
  });
}

type Table = { banner: string; headings: string[]; rows: string[][]; hiddenAt?: number; hidden?: string[] };

function tables(history: History, writing: Writing): Table[] {
  const positions = positionsOf(history.trades);
  return [
    {
      banner: "Positions",
      headings: positionHeadings,
      hiddenAt: 4,
      rows: positions.map((parts) => {
        const [first, last] = [parts[0], parts.at(-1)];
        if (!first || !last) return [];
        const all = (pick: (trade: Trade) => Decimal) => money(sum(parts.map(pick)));
        return [
          moment(first.openTime ?? first.closeTime, writing),
          first.position,
          first.symbol,
          first.side === "long" ? "buy" : "sell",
          lots(sum(parts.map((part) => part.volume))),
          price(first.openPrice),
          price(first.stopLoss),
          price(first.takeProfit),
          moment(last.closeTime, writing),
          price(last.closePrice),
          all((part) => part.commission),
          all((part) => part.swap),
          all((part) => part.profit),
        ];
      }),
    },
    {
      banner: "Orders",
      headings: orderHeadings,
      rows: [
        ...positions.map(([first]) =>
          first
            ? [
                moment(first.openTime ?? first.closeTime, writing),
                first.position,
                first.symbol,
                first.side === "long" ? "buy" : "sell",
                `${lots(first.volume)} / ${lots(first.volume)}`,
                "market",
                "",
                "",
                moment(first.openTime ?? first.closeTime, writing),
                "filled",
                "",
              ]
            : [],
        ),
        ...Array.from({ length: writing.cancelled }, (_, index) => [
          "2026.05.08 00:16:40",
          String(900_000_000 + index),
          "NZDUSD",
          "sell limit",
          "2.78 / 0.00",
          "0.59690",
          "0.59960",
          "0.59150",
          "2026.05.08 10:51:49",
          "canceled",
          "",
        ]),
      ],
    },
    { banner: "Deals", headings: dealHeadings, rows: dealRows(history, writing) },
  ];
}

function results(history: History): [string, string][] {
  const sums = totals(history);
  return [
    ["Balance:", money(sums.balance)],
    ["Total Net Profit:", money(sums.net)],
    ["Gross Profit:", money(sums.grossProfit)],
    ["Gross Loss:", money(sums.grossLoss)],
    ["Total Trades:", String(sums.trades)],
  ];
}

const accountLine = ({ account }: History) =>
  `${account.number} (${account.currency}, ${account.server ?? "Demo"}, ${account.mode ?? "demo"}, Hedge)`;

/** Writes a MetaTrader 5 report as terminals save it: UTF-16LE with a byte order mark, hidden cells and all. */
export function writeMt5Html(history: History, writing: Writing): Uint8Array {
  const td = (text: string, attributes = "") => `<td${attributes}>${escapeHtml(text)}</td>`;
  const bold = (text: string) => `<td><b>${escapeHtml(text)}</b></td>`;
  const table = ({ banner, headings, rows, hiddenAt }: Table) =>
    [
      `<tr align="center"><th colspan="14" style="height: 25px"><div style="font: 10pt Tahoma"><b>${banner}</b></div></th></tr>`,
      `<tr align="center" bgcolor="#E5F0FC">${headings.map(bold).join("")}</tr>`,
      ...rows.map(
        (cells, index) =>
          `<tr bgcolor="${index % 2 ? "#F7F7F7" : "#FFFFFF"}" align="right">${cells.map((text, at) => (at === hiddenAt ? '<td class="hidden" colspan="8"></td>' : "") + td(text, at > 4 ? ' class=""' : "")).join("")}</tr>`,
      ),
      '<tr><td colspan="14" style="height: 10px"></td></tr>',
    ].join("\r\n");
  const text = [
    "<!DOCTYPE html>",
    `<html><head><title>${history.account.number}: ${escapeHtml(history.account.name ?? "")} - Trade History Report</title><style>.hidden { display: none; }</style></head>`,
    '<body><div align="center"><table cellspacing="1" cellpadding="3" border="0">',
    '<tr align="center"><th colspan="14"><div style="font: 14pt Tahoma"><b>Trade History Report</b></div></th></tr>',
    `<tr align="left"><th colspan="4" align="right">Name:</th><th colspan="10"><b>${escapeHtml(history.account.name ?? "")}</b></th></tr>`,
    `<tr align="left"><th colspan="4" align="right">Account:</th><th colspan="10"><b>${escapeHtml(accountLine(history)).replace(" (", "&nbsp;(")}</b></th></tr>`,
    '<tr align="left"><th colspan="4" align="right">Date:</th><th colspan="10"><b>2026.11.20 12:47</b></th></tr>',
    ...tables(history, writing).map(table),
    '<tr align="center"><th colspan="14"><div style="font: 10pt Tahoma"><b>Results</b></div></th></tr>',
    ...results(history).map(
      ([label, value]) =>
        `<tr align="right"><td nowrap colspan="3">${label}</td><td nowrap><b>${value}</b></td></tr>`,
    ),
    "</table></div></body></html>",
  ].join("\r\n");
  return new Uint8Array(Buffer.from(`\ufeff${text}\r\n`, "utf16le"));
}

/** Writes the same report as a workbook, cells as text, as the terminal does with times. */
export async function writeMt5Xlsx(history: History, writing: Writing): Promise<Uint8Array> {
  const rows: string[][] = [
    ["Trade History Report"],
    ["Name:", "", "", history.account.name ?? ""],
    ["Account:", "", "", accountLine(history)],
    ["Date:", "", "", "2026.11.20 12:47"],
    ...tables(history, writing).flatMap(({ banner, headings, rows: body }) => [[banner], headings, ...body]),
    ["Results"],
    ...results(history).map(([label, value]) => [label, "", "", value]),
  ];
  const sheet = rows.map((cells) => cells.map((value) => (value === "" ? null : { value, type: String })));
  const blob = await writeExcelFile(sheet).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
}

/** Writes the deals alone, parted by tabs or commas. */
export function writeMt5Deals(
  history: History,
  writing: Writing,
  delimiter: "\t" | "," | ";" = "\t",
): Uint8Array {
  const quote = (text: string) =>
    text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
  return new TextEncoder().encode(
    `${[dealHeadings, ...dealRows(history, writing)].map((cells) => cells.map(quote).join(delimiter)).join("\r\n")}\r\n`,
  );
}
