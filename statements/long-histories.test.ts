import type { Profiler } from "node:inspector/promises";
import { Session } from "node:inspector/promises";
import { afterAll, expect, it } from "vitest";

/** How often the blocks of our code are run, as the engine counts them for coverage: a measure that a busy machine does not change. */
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
// only what a process compiles from now on is counted by the block: this test is the first in its own (vitest.config.ts)
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
