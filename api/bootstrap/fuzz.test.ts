import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { fuzzRequests } from "#api/testing/fuzz-run";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

// fuzz.nightly.test.ts sends many more, with a new seed every time
test("400 malformed requests to the contract's endpoints cause no 5xx and leave nothing behind", async () => {
  const { faults, left, held } = await fuzzRequests(api, 1, 400);
  expect({ faults, left, held }).toEqual({ faults: [], left: [], held: 0 });
}, 120_000);
