import type { Profiler } from "node:inspector/promises";
import { Session } from "node:inspector/promises";
import { afterAll, expect, it } from "vitest";

/**
 * Execution counts of our code's blocks, from the engine's coverage: a measure that does not depend on the machine's
 * load.
 */
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
// only code compiled from now on has block counts, so this test runs first in a separate process (vitest.config.ts)
const { longHistories } = await import("./long-histories.testing");

afterAll(async () => {
  await session.post("Profiler.disable");
  session.disconnect();
});

async function stepsOf(run: () => unknown): Promise<number> {
  await session.post("Profiler.takePreciseCoverage");
  run();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  return result.filter(({ url }) => url.includes("/statements/")).reduce((sum, one) => sum + countOf(one), 0);
}

const countOf = ({ functions }: Profiler.ScriptCoverage): number =>
  functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);

it.each(Object.entries(longHistories))("a row costs the same in a long history: %s", async (_, history) => {
  const [few, many] = [500, 4_000];
  const costOf = async (rows: number) => (await stepsOf(history(rows))) / rows;
  const costOfFew = await costOf(few);
  expect(costOfFew).toBeGreaterThan(5);
  expect((await costOf(many)) / costOfFew).toBeLessThan(1.5);
});
