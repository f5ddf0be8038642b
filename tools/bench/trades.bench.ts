import { bench, describe } from "vitest";
import { longHistories } from "#api/modules/monitoring/import/long-histories.testing";

/**
 * Cost of converting deals to trades with 1,000 and with 100,000 rows, in histories that would make a naive algorithm
 * quadratic: the second may cost slightly more than a hundred times the first, not ten thousand times.
 */
const sizes = [1_000, 100_000] as const;
const options = { time: 1_000, iterations: 3, warmupIterations: 1, warmupTime: 0 };

for (const [name, ofRows] of Object.entries(longHistories)) {
  describe(name, () => {
    for (const rows of sizes) bench(`${rows} rows`, ofRows(rows) as () => void, options);
  });
}
