import { expect, test } from "vitest";
import { proveRules } from "./run";

const minutes = 60_000;

test.each([1, 2, 3, 4])(
  "every law holds through random stories of seed %d",
  async (seed) => {
    const { broken, counts } = await proveRules({ seed, stories: 2, steps: 60, shrinkSeconds: 10 });
    expect(broken).toBeNull();
    expect(counts["looks at all laws"]).toBeGreaterThan(0);
    // money comes in by every method: an order that the contract refuses would say nothing about the rest
    expect(counts["/payments/deposits refused: invalidInput"]).toBeUndefined();
  },
  2 * minutes,
);
