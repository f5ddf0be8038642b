import { test } from "vitest";
import { asCommand } from "./model-event";
import { regressionScenarios } from "./regression-scenarios";
import { live } from "./scenario";

test.each(Object.entries(regressionScenarios))(
  "no invariant is broken any more if %s",
  async (_name, events) => {
    await live(
      events.map((one) => asCommand([one])),
      {},
    );
  },
);
