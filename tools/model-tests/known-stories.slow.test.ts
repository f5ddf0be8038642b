import { test } from "vitest";
import { regressionScenarios } from "./known-stories";
import { asCommand } from "./step";
import { live } from "./story";

test.each(Object.entries(regressionScenarios))(
  "no invariant is broken any more if %s",
  async (_name, events) => {
    await live(
      events.map((one) => asCommand([one])),
      {},
    );
  },
);
