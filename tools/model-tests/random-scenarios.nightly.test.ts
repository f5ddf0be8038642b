import { expect, test } from "vitest";
import { proveRules } from "./run";

const minutes = 60_000;

test.each([1, 2, 3, 4])(
  "every invariant holds in random sequences of seed %d",
  async (seed) => {
    const { broken, counts } = await proveRules({ seed, scenarios: 2, steps: 60, shrinkSeconds: 10 });
    expect(broken).toBeNull();
    expect(counts["looks at all laws"]).toBeGreaterThan(0);
    // deposits by every method must succeed: orders rejected by the contract would leave the rest untested
    expect(counts["/payments/deposits refused: invalidInput"]).toBeUndefined();
  },
  2 * minutes,
);
