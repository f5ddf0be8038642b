import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApi } from "../testing";
import { testApi } from "../testing";
import { fuzzCalls } from "../testing/fuzz-run";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

// fuzz.nightly.test.ts sends many more, by another seed every time
test("400 broken requests against the calls of the contract: no 5xx, nothing left", async () => {
  const { faults, left, held } = await fuzzCalls(api, 1, 400);
  expect({ faults, left, held }).toEqual({ faults: [], left: [], held: 0 });
}, 120_000);
