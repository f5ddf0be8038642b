import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApi } from "./testing";
import { testApi } from "./testing";
import { fuzzCalls } from "./testing/fuzz-run";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test.each([1, 2])(
  "400 broken requests against the calls of the contract, seed %i: no 5xx, nothing left",
  async (seed) => {
    const { faults, left, held } = await fuzzCalls(api, seed, 400);
    expect({ seed, faults, left, held }).toEqual({ seed, faults: [], left: [], held: 0 });
  },
  120_000,
);
