/**
 * Count, mean and squared deviations of a list of ratios; can be combined (Chan's formula), so that nothing is summed
 * twice.
 */
export type Moments = { n: number; mean: number; m2: number };

export const noMoments: Moments = { n: 0, mean: 0, m2: 0 };

export const momentOf = (value: number): Moments => ({ n: 1, mean: value, m2: 0 });

export function joinMoments(a: Moments, b: Moments): Moments {
  if (a.n === 0) return b;
  if (b.n === 0) return a;
  const n = a.n + b.n;
  const delta = b.mean - a.mean;
  return { n, mean: a.mean + (delta * b.n) / n, m2: a.m2 + b.m2 + (delta * delta * a.n * b.n) / n };
}

/** Returns the sample standard deviation (N - 1); null for fewer than two values. */
export function sampleDeviation({ n, m2 }: Moments): number | null {
  return n < 2 ? null : Math.sqrt(m2 / (n - 1));
}
