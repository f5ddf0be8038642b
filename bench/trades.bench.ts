import { bench, describe } from "vitest";
import { joinCloseBys } from "#api/areas/monitoring/import/formats/mt4-close-by";
import type { ClosedPosition, ListedDeal } from "#api/areas/monitoring/import/formats/mt5-assign";
import { assignPositions, noPositions } from "#api/areas/monitoring/import/formats/mt5-assign";
import type { Entry } from "#api/areas/monitoring/import/match";
import { matchEntries } from "#api/areas/monitoring/import/match";
import { emptyStatement } from "#api/areas/monitoring/import/statement";
import type { Deal, Trade } from "#api/areas/monitoring/statistics/history";
import { tradesOf } from "#api/areas/monitoring/statistics/trades";

/**
 * What making trades of deals costs with 1,000 and with 100,000 rows, in the histories that invite walks through all of them: the
 * second may cost a hundred times the first and a little more, never ten thousand times.
 */
const sizes = [1_000, 100_000] as const;
const options = { time: 1_000, iterations: 3, warmupIterations: 1, warmupTime: 0 };
const nothing = { commission: 0n, fee: 0n, swap: 0n, profit: 0n };
const lot = 1_000_000n;
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** One position opened once and closed bit by bit, every tenth row without lots. */
const onePosition = (rows: number): Deal[] => [
  deal({ ticket: "0", time: 0, entry: "in", type: "buy", volume: lot * BigInt(rows) }),
  ...times(rows - 1).map((index) =>
    deal({
      ticket: String(index + 1),
      time: index + 1,
      entry: "out",
      type: "sell",
      volume: index % 10 ? lot : 0n,
    }),
  ),
];

function deal(facts: Pick<Deal, "ticket" | "time" | "entry" | "type" | "volume">): Deal {
  return { ...nothing, ...facts, position: "1", symbol: "EURUSD", price: 110_000_000n };
}

/** A grid: half of the rows open a position each, then the other half closes them, at once or one by one. */
function grid(rows: number, isAtOnce: boolean, hasTable: boolean): [ListedDeal[], ClosedPosition[]] {
  const half = rows / 2;
  const base = { ...nothing, symbol: "EURUSD", price: 110_000_000n, volume: lot };
  const closeTime = (index: number) => (isAtOnce ? half : half + index);
  const listed = [
    ...times(half).map((index): ListedDeal => {
      const order = String(1_000_000 + index);
      return { ...base, ticket: order, order, time: index, type: "buy", entry: "in" };
    }),
    ...times(half).map((index): ListedDeal => {
      const order = String(2_000_000 + index);
      return {
        ...base,
        ticket: order,
        order,
        time: closeTime(index),
        type: "sell",
        entry: "out",
        profit: BigInt(index % 7),
      };
    }),
  ];
  const closed = times(hasTable ? half : 0).map(
    (index): ClosedPosition => ({
      position: String(1_000_000 + index),
      symbol: "EURUSD",
      side: "long",
      openTime: index,
      openPrice: 110_000_000n,
      closeTime: closeTime(index),
      profit: BigInt(index % 7),
      stopLoss: null,
      takeProfit: null,
    }),
  );
  return [listed, closed];
}

/** Orders of MetaTrader 4 that closed each other: every second has no lots. */
const closeBys = (rows: number): Trade[] =>
  times(rows).map((index) => ({
    ...{ ...nothing, taxes: 0n, symbol: "EURUSD", openPrice: null, closePrice: null, final: true },
    ticket: String(1_000_000 + index),
    position: String(1_000_000 + index),
    side: index % 2 ? "short" : "long",
    volume: index % 2 ? 0n : lot,
    openTime: index,
    closeTime: index,
    comment: index % 2 ? "" : `close hedge by #${1_000_001 + index}`,
  }));

/** Equal trades ten minutes apart, known under other tickets. */
const equals = (rows: number, prefix: string): Entry[] =>
  times(rows).map((index) => ({
    ticket: prefix + index,
    time: index * 600_000,
    facts: "eurusd|long|1|0.00",
  }));

for (const [name, run] of Object.entries<(rows: number) => () => unknown>({
  "one position closed bit by bit": (rows) => {
    const deals = onePosition(rows);
    return () => tradesOf(deals);
  },
  "a grid closed in one second, with the table of positions": (rows) => {
    const [listed, closed] = grid(rows, true, true);
    return () => assignPositions(listed, { ...noPositions, closed });
  },
  "a grid closed one by one, deals alone": (rows) => {
    const [listed] = grid(rows, false, false);
    return () => assignPositions(listed, noPositions);
  },
  "orders that closed each other": (rows) => () => {
    const statement = { ...emptyStatement("mt4-statement"), trades: closeBys(rows) };
    joinCloseBys(statement);
  },
  "equal trades known under other tickets": (rows) => {
    const [file, known] = [equals(rows, "f"), equals(rows, "k")];
    return () => matchEntries(file, known);
  },
})) {
  describe(name, () => {
    for (const rows of sizes) bench(`${rows} rows`, run(rows) as () => void, options);
  });
}
