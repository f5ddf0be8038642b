import { afterAll, beforeAll, expect, test } from "vitest";
import { mailReturns } from "#api/db/schema/email";
import { isStopped } from "#api/email/bounces";
import { signedHeaders } from "#api/integrations/signature";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";

const bounceSecret = "a secret of bounces";
let api: TestApi;
beforeAll(async () => {
  api = await testApi({
    mail: { check: async () => "answers", deliver: async () => undefined, bounceSecret },
  });
});
afterAll(() => api.close());

/** Sends a signed report; returns the status and, on failure, the code. */
async function report(body: string, headers = signedHeaders(bounceSecret, body, api.deps.clock.now())) {
  const response = await api.fetch("/mail/returns", { method: "POST", headers, body });
  const { code } = await response.json();
  return code === undefined ? response.status : [response.status, code];
}
const bounceBody = (...addresses: string[]) =>
  JSON.stringify({ returns: addresses.map((address) => ({ address, kind: "gone", reason: "550" })) });

test("all addresses of a bounce report are recorded, and no others", async () => {
  expect(await report(bounceBody("one@example.test", "Two@example.test"))).toBe(200);
  const stopped = ["one", "two", "three"].map((name) => isStopped(api.db, `${name}@example.test`));
  expect(await Promise.all(stopped)).toEqual([true, true, false]);
  expect(await report(JSON.stringify({ returns: [] }))).toBe(200);
});

test("a bounce report that is unsigned, signed for something else or too old changes nothing", async () => {
  const body = bounceBody("victim@example.test");
  const now = api.deps.clock.now();
  const wrong = [
    {},
    signedHeaders("a guess", body, now),
    signedHeaders(bounceSecret, bounceBody("other@example.test"), now),
    signedHeaders(bounceSecret, body, new Date(now.getTime() - 301_000)),
  ];
  for (const headers of wrong) expect(await report(body, headers)).toEqual([401, "signatureInvalid"]);
  expect(await isStopped(api.db, "victim@example.test")).toBe(false);
});

test("an unreadable bounce report is rejected as a whole, stating whether it is not JSON or not a report", async () => {
  for (const body of ["no json", "", '{"returns":'])
    expect([body, await report(body)]).toEqual([body, [400, "bodyUnreadable"]]);
  const before = await api.db.$count(mailReturns);
  const one = { address: "half@example.test", kind: "gone", reason: "550" };
  const wrong = [null, [], {}, { returns: null }, { returns: [one, { ...one, kind: "lost" }] }];
  for (const payload of wrong) {
    const body = JSON.stringify(payload);
    expect([body, await report(body)]).toEqual([body, [422, "invalidInput"]]);
  }
  expect(await api.db.$count(mailReturns)).toBe(before);
});

test("a bounce report may have 256 KiB", async () => {
  const padded = (bytes: number) => bounceBody("large@example.test").padEnd(bytes, " ");
  expect(await report(padded(256 * 1024))).toBe(200);
  expect(await report(padded(256 * 1024 + 1))).toEqual([413, expect.any(String)]);
});

test("without bounce reports in the settings, their endpoint answers 404", async () => {
  const plain = await testApi();
  const body = bounceBody("victim@example.test");
  const headers = signedHeaders("", body, plain.deps.clock.now());
  const answer = await plain.fetch("/mail/returns", { method: "POST", headers, body });
  expect([answer.status, (await answer.json()).code]).toEqual([404, "notFound"]);
  await plain.close();
});
