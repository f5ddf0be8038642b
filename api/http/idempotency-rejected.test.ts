import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { idempotencyKeys } from "#api/db/schema/balance";
import { ApiError } from "#api/lib/api-error";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { withIdempotencyKey } from "./idempotency";

let api: TestApi;
let context: TestApi["deps"] & { client: { id: string }; idempotencyKey: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  const { id } = await api.newClient();
  context = { ...api.deps, client: { id }, idempotencyKey: "the-only-key" };
});

/** Runs work with the given outcome; `tried` counts how often it really ran. */
let tried = 0;
const attempt = async (outcome: object | Error, parameters: object = {}, endpoint = "test") => {
  tried = 0;
  return withIdempotencyKey(context, endpoint, parameters, async () => {
    tried += 1;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }).catch((error: unknown) => error);
};
const rows = () => api.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, context.client.id));

test("a repeat gets the first response and does nothing; another endpoint or other parameters are rejected", async () => {
  const createdAt = api.deps.clock.now();
  expect(await attempt({ number: 1 }, { amount: 5 })).toEqual({ number: 1 });
  expect(await rows()).toEqual([
    {
      key: `${context.client.id}:the-only-key`,
      userId: context.client.id,
      endpoint: "test",
      parametersHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      answer: { number: 1 },
      error: null,
      createdAt,
    },
  ]);
  api.pass({ days: 1 });
  expect([await attempt({ number: 2 }, { amount: 5 }), tried]).toEqual([{ number: 1 }, 0]);
  const reused = { status: 409, code: "idempotencyKeyReused" };
  expect(await attempt({}, { amount: 6 })).toMatchObject(reused);
  expect(await attempt({}, { amount: 5 }, "another")).toMatchObject(reused);
  expect(tried).toBe(0);
});

test("a rejection is repeated unchanged for a minute without running the handler", async () => {
  const extra = { fields: { amount: "tooMuch" }, details: { max: 5 }, headers: { "retry-after": "9" } };
  const apiError = new ApiError(409, "previousProcessing", extra);
  expect(await attempt(apiError)).toBe(apiError);
  api.pass({ seconds: 59.999 });
  const again = await attempt({ done: true });
  expect(again).toBeInstanceOf(ApiError);
  expect(again).toMatchObject({ status: 409, code: "previousProcessing", extra });
  expect(tried).toBe(0);
  api.pass({ seconds: 0.001 });
  expect(await attempt({ done: true })).toEqual({ done: true });
  // the response is stored from now on
  api.pass({ seconds: 1 });
  expect([await attempt({ done: false }), tried]).toEqual([{ done: true }, 0]);
  expect(await rows()).toMatchObject([{ answer: { done: true }, error: null }]);
});

test("a key that was rejected may be used for another endpoint", async () => {
  await attempt(new ApiError(422, "insufficientFunds"));
  expect(await attempt({ done: true }, {}, "another")).toEqual({ done: true });
  expect(await rows()).toMatchObject([{ endpoint: "another" }]);
});

test.each([new ApiError(429, "busy"), new ApiError(503, "unavailable"), new Error("the plug was pulled")])(
  "a failure that may pass in a moment is not stored: %s",
  async (failure) => {
    expect(await attempt(failure)).toBe(failure);
    expect(await rows()).toEqual([]);
    expect(await attempt({ done: true })).toEqual({ done: true });
  },
);
