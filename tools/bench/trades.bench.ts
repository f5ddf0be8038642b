import { bench, describe } from "vitest";
import { longHistories } from "#statements/long-histories.testing";

/**
 * What making trades of deals costs with 1,000 and with 100,000 rows, in the histories that invite walks through all of them: the
 * second may cost a hundred times the first and a little more, never ten thousand times.
 */
const sizes = [1_000, 100_000] as const;
const options = { time: 1_000, iterations: 3, warmupIterations: 1, warmupTime: 0 };

for (const [name, ofRows] of Object.entries(longHistories)) {
  describe(name, () => {
    for (const rows of sizes) bench(`${rows} rows`, ofRows(rows) as () => void, options);
  });
}
