import { afterAll, beforeAll, expect, test } from "vitest";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { walk } from "#api/testing/openapi-walk";

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

test(`1,500 steps along the document's links, FUZZ_SEED=${seed}: each is answered as it says`, async () => {
  const { faults, statuses, visited, accepted } = await walk(api, seed, 1_500);
  process.stdout.write(
    `FUZZ_SEED=${seed} ${JSON.stringify(statuses)}; of ${visited.length} operations never done: ${visited.filter((id) => !accepted.has(id)).join(", ")}\n`,
  );
  expect({ seed, faults }).toEqual({ seed, faults: [] });
}, 600_000);
