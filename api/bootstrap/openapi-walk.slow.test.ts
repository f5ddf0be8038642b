import { afterAll, beforeAll, expect, test } from "vitest";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import type { Document } from "#api/testing/openapi-document";
import { readDocument } from "#api/testing/openapi-document";
import { walk } from "#api/testing/openapi-walk";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

// openapi-walk.nightly.test.ts walks ten times as far, with a new seed every time
test("requests that follow the document's links from a login get the responses it describes", async () => {
  const { faults, accepted } = await walk(api, 1, 150);
  expect(faults).toEqual([]);
  expect(accepted.size).toBeGreaterThan(40);
}, 120_000);

/** Operations that no response of the API links to, and what leads to them instead. */
const elsewhere = {
  "user.signup": "where a walk begins",
  "user.verifyEmail": "a letter",
  "security.secondStep": "a log-in that two-step login stops",
  "security.readNotMe": "a letter",
  "security.notMe": "a letter",
  "profile.avatar": "an address in an answer, not an id",
  "payments.paymentCallback": "a payment system",
  "monitoring.ingest": "a terminal",
  "monitoring.readInvitation": "a letter",
  "monitoring.acceptInvitation": "a letter",
  "monitoring.readUnsubscribe": "a letter",
  "monitoring.openUnsubscribe": "a letter",
  "monitoring.unsubscribe": "a letter",
  "texts.readText": "a name that the contract lists",
  "profile.readEmailChange": "a letter",
  "profile.confirmEmailChange": "a letter",
};

test("links lead from a login to every operation with a body or a path parameter, except those reached in another way", async () => {
  const { places, reachedFrom } = readDocument((await (await api.fetch("/openapi.json")).json()) as Document);
  const reached = reachedFrom("user.login");
  const operationsWithInput = [...places.values()].filter(
    ({ path, operation }) => operation.requestBody || path.includes("{"),
  );
  const missed = operationsWithInput
    .map(({ operation }) => operation.operationId)
    .filter((id) => !reached.has(id));
  expect(missed.toSorted()).toEqual(Object.keys(elsewhere).toSorted());
  expect(missed.length / operationsWithInput.length).toBeLessThan(0.2);
});

test("every pattern in the document works in all languages: none uses lookahead or lookbehind", async () => {
  const patterns: string[] = [];
  JSON.parse(await (await api.fetch("/openapi.json")).text(), (_name, one) => {
    // a string with a format too, such as an e-mail address, is recognized by its format
    if (typeof one?.pattern === "string" && !one.format) patterns.push(one.pattern);
    return one;
  });
  expect(patterns.length).toBeGreaterThan(5);
  expect(patterns.filter((pattern) => /\(\?<?[=!]/.test(pattern))).toEqual([]);
});
