import type { Decimal } from "#statements/decimal";
import { formatDecimal, ratio } from "#statements/decimal";
import type { Fall } from "./drawdown-path";
import type { Run } from "./runs";

/**
 * Returns functions that format figures in money for responses: decimal strings with the decimals of the account's
 * currency.
 */
export function moneyTexts(places: number) {
  function text(money: Decimal): string;
  function text(money: Decimal | null): string | null;
  function text(money: Decimal | null) {
    return money === null ? null : formatDecimal(money, places);
  }
  return {
    text,
    /** A mean has at least hundredths, even for a currency without a minor unit. */
    mean: (sum: Decimal, n: number) =>
      n === 0 ? null : formatDecimal(rounded(sum, BigInt(n)), Math.max(places, 2)),
    /** Formats a double in `Decimal` units. */
    fromDouble: (value: number | null) => (value === null ? null : text(BigInt(Math.round(value)))),
    below: (start: Decimal | null, lowest: Decimal | null) =>
      start === null || lowest === null ? null : text(lowest < start ? start - lowest : 0n),
    fallValue: ({ money, peak }: Fall) => ({
      money: text(money),
      percent: money === 0n ? 0 : peak > 0n ? ratio(money, peak) : null,
    }),
    runValue: (run: Run | null | undefined) => (run ? { count: run.count, money: text(run.money) } : null),
  };
}

const rounded = (sum: bigint, n: bigint) =>
  sum >= 0n ? (2n * sum + n) / (2n * n) : -((-2n * sum + n) / (2n * n));
