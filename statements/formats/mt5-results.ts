import { headingKey } from "#statements/columns";
import type { Decimal } from "#statements/decimal";
import { parseDecimal } from "#statements/decimal";
import type { Row } from "#statements/rows";
import { placeOf } from "#statements/rows";
import type { Statement } from "#statements/statement";
import { isNumber, readNumber } from "#statements/values";

type Labels = { row: Row; pairs: [label: string, value: string][] };

/** Labels of the results in English and Russian; other languages are read by position. */
const statedLabels: Record<string, keyof Statement["stated"]> = {
  balance: "balance",
  баланс: "balance",
  previousledgerbalance: "opening",
  "deposit/withdrawal": "deposits",
  totalnetprofit: "netProfit",
  чистаяприбыль: "netProfit",
  grossprofit: "grossProfit",
  общаяприбыль: "grossProfit",
  grossloss: "grossLoss",
  общийубыток: "grossLoss",
  totaltrades: "trades",
  всегосделок: "trades",
  всеготрейдов: "trades",
};

const cent = 1_000_000n;
const isShare = (value: string) => /^\d+ \(\d+([.,]\d+)?%\)$/.test(value);

/**
 * Reads the figures that a report states after its tables: by label if it is known, else by position. The first line
 * of three amounts, the first of which is the sum of the others, has net profit, gross profit and gross loss. The
 * first line of a count and two counts with percentages has the number of trades. The first line of the summary, a
 * pair with three similar lines below, has the balance.
 */
export function readReportResults(statement: Statement, labels: Labels[]): void {
  for (const { row, pairs } of labels) {
    for (const [label, value] of pairs) {
      const figure = statedLabels[headingKey(label)];
      // some figures are followed by percentages in brackets
      const number = value.replace(/\s*\([^)]*\)$/, "");
      if (figure)
        statement.stated[figure] = readNumber(number, placeOf(row, row.cells.indexOf(value), label));
    }
  }
  const { stated: statedFigures } = statement;
  if (statedFigures.netProfit === undefined) {
    for (const { pairs } of labels) {
      const [net, profit, loss] = pairs.map(([, value]) => numberOf(value));
      if (pairs.length !== 3 || net == null || profit == null || loss == null) continue;
      const off = net - profit - loss;
      if (profit < 0n || loss > 0n || off > cent || off < -cent) continue;
      Object.assign(statedFigures, { netProfit: net, grossProfit: profit, grossLoss: loss });
      break;
    }
  }
  if (statedFigures.trades === undefined) {
    const line = labels.find(
      ({ pairs: [count, short, long] }) =>
        /^\d+(\.0+)?$/.test(count?.[1] ?? "") && isShare(short?.[1] ?? "") && isShare(long?.[1] ?? ""),
    );
    if (line) statedFigures.trades = numberOf(line.pairs[0]?.[1] ?? "") ?? undefined;
  }
  if (statedFigures.balance === undefined) {
    const index = labels.findIndex(
      ({ pairs }, labelIndex) =>
        pairs.length === 2 &&
        pairs.every(([, value]) => isNumber(value)) &&
        labels[labelIndex + 1]?.pairs.length === 2 &&
        labels[labelIndex + 2]?.pairs.length === 2 &&
        labels[labelIndex + 3]?.pairs.length === 1,
    );
    const value = labels[index]?.pairs[0]?.[1];
    if (value !== undefined) statedFigures.balance = numberOf(value) ?? undefined;
  }
}

const numberOf = (value: string): Decimal | null =>
  isNumber(value) ? parseDecimal(value.replace(/[\s\u00a0]/g, "")) : null;
