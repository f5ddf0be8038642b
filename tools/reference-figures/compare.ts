import type { History } from "#api/modules/monitoring/statistics/history";
import { statisticsOf } from "#api/modules/monitoring/statistics/statistics";
import { placesOf } from "#contract/monitoring/currency";
import { parseDecimal } from "#statements/decimal";
import type { OperationKind } from "#statements/kinds";

type Figure = number | string | null | { [part: string]: Figure };

/** A line of `histories.py`: money and ratios as decimal text, times in seconds, null for undefined. */
export type Case = {
  history: {
    seed: number;
    currency: string;
    opening: string | null;
    trades: (Record<"ticket" | "position" | Part, string> & {
      side: "long" | "short";
      openTime: number;
      closeTime: number;
      final: boolean;
    })[];
    operations: { ticket: string; time: number; type: OperationKind; amount: string }[];
    snapshots: { time: number; balance: string; equity: string }[];
  };
  figures: Record<string, Figure>;
};
type Part = "profit" | "swap" | "commission" | "fee" | "taxes";

const decimal = (text: string) => {
  const value = parseDecimal(text);
  if (value === null) throw new Error(`not a decimal: ${text}`);
  return value;
};

function historyOf({ history }: Case): Pick<History, "trades" | "operations" | "snapshots"> {
  return {
    trades: history.trades.map((trade) => ({
      ...trade,
      symbol: "EURUSD",
      volume: decimal("0.1"),
      openPrice: null,
      closePrice: null,
      openTime: trade.openTime * 1000,
      closeTime: trade.closeTime * 1000,
      profit: decimal(trade.profit),
      swap: decimal(trade.swap),
      commission: decimal(trade.commission),
      fee: decimal(trade.fee),
      taxes: decimal(trade.taxes),
    })),
    operations: history.operations.map((operation) => ({
      ...operation,
      time: operation.time * 1000,
      amount: decimal(operation.amount),
    })),
    snapshots: history.snapshots.map(({ time, balance, equity }) => ({
      time: time * 1000,
      balance: decimal(balance),
      equity: decimal(equity),
      margin: 0n,
      freeMargin: decimal(equity),
      credit: 0n,
    })),
  };
}

/** Returns the differences between the product's figures of a history and the reference's, one line each. */
export function differences(line: Case): string[] {
  const { opening, currency } = line.history;
  const { values } = statisticsOf(historyOf(line), null, {
    opening: decimal(opening ?? "0"),
    places: placesOf(currency),
  });
  const actual = values as Record<string, Figure>;
  return Object.entries(line.figures).flatMap(([name, expected]) =>
    isAlike(expected, actual[name] ?? null)
      ? []
      : [`${name}: ${JSON.stringify(actual[name] ?? null)} instead of ${JSON.stringify(expected)}`],
  );
}

/** Compares figures: money may differ by the rounding of its last place, ratios by the precision of a double. */
function isAlike(expected: Figure, actual: Figure): boolean {
  if (expected === null || actual === null) return expected === actual;
  if (typeof expected === "object")
    return (
      typeof actual === "object" &&
      Object.entries(expected).every(([part, value]) => isAlike(value, actual[part] ?? null))
    );
  if (typeof actual === "object") return false;
  const [right, value] = [Number(expected), Number(actual)];
  const lastPlace = typeof actual === "string" ? 10 ** -(actual.split(".")[1]?.length ?? 0) : 0;
  return Math.abs(right - value) <= lastPlace * 0.500001 + 1e-9 * Math.max(1, Math.abs(right));
}
