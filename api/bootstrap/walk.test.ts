import { afterAll, beforeAll, expect, test } from "vitest";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "../testing";
import { walk } from "../testing/walk";
import type { Document } from "../testing/walk-document";
import { readDocument } from "../testing/walk-document";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

// walk.nightly.test.ts goes ten times as far, by another seed every time
test("whoever follows the document's links from a login is answered as it says", async () => {
  const { faults, accepted } = await walk(api, 1, 150);
  expect(faults).toEqual([]);
  expect(accepted.size).toBeGreaterThan(40);
}, 120_000);

/** What no answer of the API leads to, and what does. */
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

test("links lead from a log-in to all operations with a body or a part of a path, but those that something else leads to", async () => {
  const { places, reachedFrom } = readDocument((await (await api.fetch("/openapi.json")).json()) as Document);
  const reached = reachedFrom("user.login");
  const asking = [...places.values()].filter(
    ({ path, operation }) => operation.requestBody || path.includes("{"),
  );
  const missed = asking.map(({ operation }) => operation.operationId).filter((id) => !reached.has(id));
  expect(missed.toSorted()).toEqual(Object.keys(elsewhere).toSorted());
  expect(missed.length / asking.length).toBeLessThan(0.2);
});

test("every pattern of our own in the document is one that clients of all languages know: none looks ahead or behind", async () => {
  const patterns: string[] = [];
  JSON.parse(await (await api.fetch("/openapi.json")).text(), (_name, one) => {
    // what has a format too, such as an address of a letter, is known by that
    if (typeof one?.pattern === "string" && !one.format) patterns.push(one.pattern);
    return one;
  });
  expect(patterns.length).toBeGreaterThan(5);
  expect(patterns.filter((pattern) => /\(\?<?[=!]/.test(pattern))).toEqual([]);
});
