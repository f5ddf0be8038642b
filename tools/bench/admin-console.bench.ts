import { afterAll, beforeAll, bench, describe } from "vitest";
import { benchOptions } from "./bench-options";
import type { Console } from "./console-rows";
import { openConsole, views } from "./console-rows";

/**
 * Cost of the console's lists and of its search with 10 clients and with many: the whole request, including session
 * and contract. `CLIENTS=1000000` sets the number; a tenth as many items wait.
 */
const sizes = [10, Number(process.env.CLIENTS ?? 100_000)] as const;
const consoles = new Map<number, Console>();

beforeAll(async () => {
  for (const size of sizes) consoles.set(size, await openConsole(size, Math.max(80, size / 10)));
}, 3_600_000);
afterAll(async () => {
  for (const { api } of consoles.values()) await api.close();
});

for (const [name, view] of Object.entries(views))
  describe(name, () => {
    for (const size of sizes)
      bench(`${size} clients`, () => view(consoles.get(size) as Console), benchOptions);
  });
