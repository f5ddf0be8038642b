import type { Decimal } from "#statements/decimal";
import { ratio } from "#statements/decimal";

/**
 * Exact sums for a linear regression over (number, running sum of results), both starting at 0 within the interval.
 */
export type Regression = { n: number; y: bigint; xy: bigint; yy: bigint };

export const noRegression: Regression = { n: 0, y: 0n, xy: 0n, yy: 0n };

export const regressionPoint = (sum: Decimal): Regression => ({ n: 1, y: sum, xy: 0n, yy: sum * sum });

/**
 * Combines the sums of `a` with those of the following `b`, whose numbers continue those of `a`, and whose running
 * sums continue from `result` of `a`.
 */
export function joinRegressions(a: Regression, b: Regression, result: Decimal): Regression {
  const n = BigInt(b.n);
  const y = b.y + n * result;
  const xy = b.xy + ((n * (n - 1n)) / 2n) * result;
  return {
    n: a.n + b.n,
    y: a.y + y,
    xy: a.xy + xy + BigInt(a.n) * y,
    yy: a.yy + b.yy + 2n * result * b.y + n * result * result,
  };
}

/**
 * Returns Pearson's r of (number, running sum of results), and the standard error sqrt(SSD / (n - 2)) as a double in
 * `Decimal` units. Null if undefined: fewer than 2 (3) points, or a constant sum (no correlation, error 0).
 */
export function line(sums: Regression): { correlation: number | null; error: number | null } {
  const n = BigInt(sums.n);
  // all three are n times the centered sums, exact integers
  const sxx = (n * n * (n * n - 1n)) / 12n;
  const sxy = n * sums.xy - ((n * (n - 1n)) / 2n) * sums.y;
  const syy = n * sums.yy - sums.y * sums.y;
  if (n < 2n) return { correlation: null, error: null };
  const correlation = syy === 0n ? null : Number(sxy) / Math.sqrt(Number(sxx) * Number(syy));
  // SSD = (syy - sxy² / sxx) / n; the difference is computed exactly
  const error = n < 3n ? null : Math.sqrt(ratio(syy * sxx - sxy * sxy, sxx * n * (n - 2n)));
  return { correlation: correlation === null ? null : Math.max(-1, Math.min(1, correlation)), error };
}
