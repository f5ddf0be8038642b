import { test } from "vitest";
import { knownStories } from "./known-stories";
import { asCommand } from "./step";
import { live } from "./story";

test.each(Object.entries(knownStories))(
  "no invariant is broken any more if %s",
  async (_name, happenings) => {
    await live(
      happenings.map((one) => asCommand([one])),
      {},
    );
  },
);
