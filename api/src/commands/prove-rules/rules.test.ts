import { expect, test } from "vitest";
import { knownStories } from "./known-stories";
import { proveRules } from "./run";
import { asCommand } from "./step";
import { live } from "./story";

const minutes = 60_000;

test.each(Object.entries(knownStories))("no law is broken any more where %s", async (_name, happenings) => {
  await live(
    happenings.map((one) => asCommand([one])),
    {},
  );
});

test.each([1, 2])(
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
