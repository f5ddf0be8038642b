import { joinCloseBys } from "#statements/formats/mt4-close-by";
import { assignPositions } from "#statements/formats/mt5-assign";
import type { ClosedPosition, ListedDeal } from "#statements/formats/mt5-positions";
import { noPositions } from "#statements/formats/mt5-positions";
import { emptyStatement } from "#statements/statement";
import { tradesOf } from "#statements/trades";
import type { Deal, Trade } from "#statements/types";
import type { Entry } from "./match";
import { matchEntries } from "./match";

const nothing = { commission: 0n, fee: 0n, swap: 0n, profit: 0n };
const lot = 1_000_000n;
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** One position opened once and closed in many parts; every tenth row has no lots. */
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

function deal(fields: Pick<Deal, "ticket" | "time" | "entry" | "type" | "volume">): Deal {
  return { ...nothing, ...fields, position: "1", symbol: "EURUSD", price: 110_000_000n };
}

type Grid = { isAtOnce?: boolean; hasTable?: boolean; opened?: (index: number) => bigint; closed?: bigint };

/** A grid: half of the rows open a position each, the other half closes them, all at once or one by one. */
function grid(
  rows: number,
  { isAtOnce = false, hasTable = false, opened = () => lot, closed: volume = lot }: Grid,
): [ListedDeal[], ClosedPosition[]] {
  const half = rows / 2;
  const base = { ...nothing, symbol: "EURUSD", price: 110_000_000n };
  const closeTime = (index: number) => (isAtOnce ? half : half + index);
  const listed = [
    ...times(half).map((index): ListedDeal => {
      const order = String(1_000_000 + index);
      return { ...base, volume: opened(index), ticket: order, order, time: index, type: "buy", entry: "in" };
    }),
    ...times(half).map((index): ListedDeal => {
      const order = String(2_000_000 + index);
      const profit = BigInt(index % 7);
      return {
        ...base,
        volume,
        profit,
        ticket: order,
        order,
        time: closeTime(index),
        type: "sell",
        entry: "out",
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
      volume: opened(index),
      opened: opened(index),
      profit: BigInt(index % 7),
      closePrice: 110_000_000n,
      commission: 0n,
      swap: 0n,
      stopLoss: null,
      takeProfit: null,
    }),
  );
  return [listed, closed];
}

/** Positions closed in two parts each, all first parts before all second ones, and the table that sums them up. */
function closedInParts(rows: number): [ListedDeal[], ClosedPosition[]] {
  const count = Math.floor(rows / 3);
  const base = { ...nothing, symbol: "EURUSD" };
  const priceOf = (index: number) => 110_000_000n + BigInt((index * 7919) % 997) * 1_000n;
  const closePrice = 111_500_000n;
  const profitOf = (index: number) => (closePrice - priceOf(index)) * 1_000n;
  const listed = times(count).flatMap((index): ListedDeal[] => {
    const order = String(1_000_000 + index);
    const closing = (part: number): ListedDeal => ({
      ...base,
      volume: lot,
      price: closePrice,
      profit: profitOf(index),
      type: "sell",
      entry: "out",
      ticket: `${part}${order}`,
      order: `${part}${order}`,
      time: part * count + index,
    });
    return [
      {
        ...base,
        volume: 2n * lot,
        price: priceOf(index),
        ticket: order,
        order,
        time: index,
        type: "buy",
        entry: "in",
      },
      closing(1),
      closing(2),
    ];
  });
  const closed = times(count).map(
    (index): ClosedPosition => ({
      position: String(1_000_000 + index),
      symbol: "EURUSD",
      side: "long",
      openTime: index,
      openPrice: priceOf(index),
      closeTime: 2 * count + index,
      closePrice,
      volume: 2n * lot,
      opened: 2n * lot,
      profit: 2n * profitOf(index),
      commission: 0n,
      swap: 0n,
      stopLoss: null,
      takeProfit: null,
    }),
  );
  return [listed, closed];
}

/** MetaTrader 4 orders that closed each other: every second one has no lots. */
const closeBys = (rows: number): Trade[] =>
  times(rows).map((index) => ({
    ...nothing,
    taxes: 0n,
    symbol: "EURUSD",
    openPrice: null,
    closePrice: null,
    final: true,
    ticket: String(1_000_000 + index),
    position: String(1_000_000 + index),
    side: index % 2 ? "short" : "long",
    volume: index % 2 ? 0n : lot,
    openTime: index,
    closeTime: index,
    comment: index % 2 ? "" : `close hedge by #${1_000_001 + index}`,
  }));

/** Equal trades with a fixed time between them; `prefix` gives each list different tickets. */
const equals = (rows: number, prefix: string, apart: number): Entry[] =>
  times(rows).map((index) => ({
    ticket: prefix + index,
    isPlatformTicket: false,
    time: index * apart,
    fingerprint: "eurusd|long|1|0.00",
  }));

const ofGrid = (shape: Grid) => (rows: number) => {
  const [listed, closed] = grid(rows, shape);
  return () => assignPositions(listed, { ...noPositions, closed });
};
/** Returns volumes that are almost all different. */
const many = (index: number) => lot + BigInt((index * 7919) % 99_991);
const ofEquals = (apart: number) => (rows: number) => {
  const [file, known] = [equals(rows, "f", apart), equals(rows, "k", apart)];
  return () => matchEntries(file, known);
};

/**
 * Histories that would be slow if the code walked through all rows for each row. Each function takes the number of
 * rows and returns the conversion to trades.
 */
export const longHistories: Record<string, (rows: number) => () => unknown> = {
  "one position closed bit by bit": (rows) => {
    const deals = onePosition(rows);
    return () => tradesOf(deals);
  },
  "a grid closed in one second, with the table of positions": ofGrid({ isAtOnce: true, hasTable: true }),
  "a grid closed one by one, deals alone": ofGrid({}),
  "a grid of many volumes, closed in parts": ofGrid({ opened: many, closed: 1_000n }),
  "a grid of many volumes, closed in parts in one second, with the table of positions": ofGrid({
    isAtOnce: true,
    hasTable: true,
    opened: many,
    closed: 1_000n,
  }),
  "a grid of many volumes, closed in one second by more than any has, with the table of positions": ofGrid({
    isAtOnce: true,
    hasTable: true,
    opened: many,
    closed: 2n * lot,
  }),
  "positions closed in two parts, with the table of positions": (rows) => {
    const [listed, closed] = closedInParts(rows);
    return () => assignPositions(listed, { ...noPositions, closed });
  },
  "orders that closed each other": (rows) => () => {
    const statement = { ...emptyStatement("mt4-statement"), trades: closeBys(rows) };
    joinCloseBys(statement);
  },
  "equal trades known under other tickets": ofEquals(600_000),
  "equal trades of one second known under other tickets": ofEquals(0),
};
