import { afterAll, beforeAll, bench, describe } from "vitest";
import type { TestApi } from "#api/service/testing";
import { testApi } from "#api/service/testing";
import { asNeighbour } from "#api/service/testing/neighbour";
import { worstThings } from "#api/service/testing/worst-things";

/** What another client's calls take while one does the worst things known: the goal is three times the quiet value. */
const goal = 3;
const asks = 200;

let api: TestApi;
const lines: string[] = [];

beforeAll(async () => {
  api = await testApi();
});
afterAll(async () => {
  process.stdout.write(`${lines.join("\n")}\n`);
  await api.close();
});

describe("another client's 99th percentile while one client does the worst things known", () => {
  let quiet = 0;
  const once = { iterations: 1, warmupIterations: 0, warmupTime: 0, time: 0 };
  bench(
    "quiet",
    async () => {
      quiet = (await asNeighbour(api, null, asks)).p99;
    },
    once,
  );
  for (const thing of worstThings)
    bench(
      thing.name,
      async () => {
        const { p99, longestStop } = await asNeighbour(api, thing, asks);
        const times = p99 / quiet;
        const mark = times <= goal ? "" : "  over the goal";
        lines.push(
          `${times.toFixed(1).padStart(6)}x  p99 ${p99.toFixed(0)} ms (quiet ${quiet.toFixed(0)}), longest stop ${longestStop.toFixed(0)} ms  ${thing.name}${mark}`,
        );
      },
      once,
    );
});
