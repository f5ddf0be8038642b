import type { Decimal } from "#statements/decimal";
import { one, parseDecimal } from "#statements/decimal";
import type { Side } from "#statements/types";

/** Value of a point of a futures contract in dollars; source: CME Group's contract specifications. */
const pointValues: Record<string, string> = {
  ES: "50",
  MES: "5",
  NQ: "20",
  MNQ: "2",
  RTY: "50",
  M2K: "5",
  YM: "5",
  MYM: "0.5",
  CL: "1000",
  MCL: "100",
  GC: "100",
  MGC: "10",
  SI: "5000",
  SIL: "1000",
  HG: "25000",
  NG: "10000",
  ZB: "1000",
  ZN: "1000",
  ZF: "1000",
  "6E": "125000",
  "6B": "62500",
  "6A": "100000",
  "6C": "100000",
  "6J": "12500000",
  MBT: "0.1",
  BTC: "5",
};

/** Returns the root of a contract: `MES` for `MES 03-26`, `MESH6` and `MESH26`. */
const rootOf = (symbol: string): string =>
  /^([A-Z0-9]{2,3}?)(?: \d\d-\d\d|[FGHJKMNQUVXZ]\d{1,2})?$/.exec(symbol.toUpperCase())?.[1] ??
  symbol.toUpperCase();

type Filled = { symbol: string; side: Side; volume: Decimal; openPrice: Decimal; closePrice: Decimal };

/** Returns the profit of a trade before fees, by its prices; null for an unknown contract. */
export function grossOf({ symbol, side, volume, openPrice, closePrice }: Filled): Decimal | null {
  const value = parseDecimal(pointValues[rootOf(symbol)] ?? "");
  if (value === null) return null;
  const points = side === "long" ? closePrice - openPrice : openPrice - closePrice;
  return (points * volume * value) / one / one;
}
