import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { fuzzRequests } from "#api/testing/fuzz-run";

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test(`2,000 broken requests against the calls of the contract, FUZZ_SEED=${seed}: no 5xx, nothing left`, async () => {
  const { statuses, faults, left, held } = await fuzzRequests(api, seed, 2_000);
  process.stdout.write(`FUZZ_SEED=${seed} ${JSON.stringify(statuses)}\n`);
  expect({ seed, faults, left, held }).toEqual({ seed, faults: [], left: [], held: 0 });
}, 600_000);
