import { eq, like } from "drizzle-orm";
import { authenticator } from "otplib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clientOf } from "#api/auth/sessions";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { securityEvents } from "#api/db/schema/security";
import { rateLimitCounters } from "#api/db/schema/users";
import { mailJob } from "#api/email/send";
import type { TestApi } from "#api/testing";
import { testPassword as password, testApi } from "#api/testing";
import { prepareTwoStep, turnOnTwoStep } from "#contract/security/index";
import { login } from "#contract/users/index";
import { hasRecentAuth, requireRecentAuth } from "./recent-auth";

let api: TestApi;
let client: Awaited<ReturnType<TestApi["newClient"]>>;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

type RecentAuthInput = Parameters<typeof requireRecentAuth>[1];
const from = { address: "10.1.2.3", userAgent: "Firefox" };
/** Returns the session as a request finds it. */
async function session(token = client.token) {
  const headers = { authorization: `Bearer ${token}` };
  const found = await clientOf(api.deps, new Request("http://api.invalid/", { headers }));
  if (!found) throw new Error("There is no such session");
  return found;
}
const authenticate = async (
  input: RecentAuthInput,
  authField: "password" | "oldPassword" | "passwordIfTwoStep" = "password",
  token?: string,
) => requireRecentAuth({ ...api.deps, ...from, client: await session(token) }, input, authField);
const errorOf = (input: Promise<unknown>) =>
  input.then(
    () => null,
    ({ status, code, extra }) => [status, code, extra.fields],
  );
const tooMany = [429, "tooManyTries", undefined];
const otherSession = async () =>
  (await api.call(login, { email: client.email, password })).body.token as string;
const codeOf = (secret: string) =>
  authenticator.clone({ epoch: api.deps.clock.now().getTime() }).generate(secret);

test("authentication is recent for five minutes, and never without any", () => {
  const provenAt = new Date("2026-03-02T10:00:00Z");
  expect(hasRecentAuth({ provenAt }, new Date("2026-03-02T10:04:59.999Z"))).toBe(true);
  expect(hasRecentAuth({ provenAt }, new Date("2026-03-02T10:05:00Z"))).toBe(false);
  expect(hasRecentAuth({ provenAt: null }, provenAt)).toBe(false);
});

describe("password as recent authentication", () => {
  test("is required under the field name of the endpoint", async () => {
    expect(await errorOf(authenticate({}))).toEqual([
      403,
      "freshProofNeeded",
      { password: "specifyPassword" },
    ]);
    const rejected = [403, "freshProofNeeded", { oldPassword: "specifyPassword" }];
    expect(await errorOf(authenticate({ password }, "oldPassword"))).toEqual(rejected);
  });

  test("is rejected under that name if it is wrong, and authenticates nothing", async () => {
    const wrong = [422, "passwordWrong", { password: "passwordWrong" }];
    expect(await errorOf(authenticate({ password: "a guess" }))).toEqual(wrong);
    const wrongOld = [422, "oldPasswordWrong", { oldPassword: "oldPasswordWrong" }];
    expect(await errorOf(authenticate({ oldPassword: "a guess" }, "oldPassword"))).toEqual(wrongOld);
    expect((await session()).provenAt).toBeNull();
  });

  test("authenticates its own session for five minutes from the first entry; entering it again does not extend them", async () => {
    const other = await otherSession();
    const authenticatedAt = api.deps.clock.now();
    await authenticate({ password });
    expect([(await session()).provenAt, (await session(other)).provenAt]).toEqual([authenticatedAt, null]);
    api.pass({ minutes: 4 });
    expect(await errorOf(authenticate({}))).toBeNull();
    await authenticate({ password });
    expect((await session()).provenAt).toEqual(authenticatedAt);
    // a given password is always checked, even if none is needed
    expect((await errorOf(authenticate({ password: "a guess" })))?.[0]).toBe(422);
    api.pass({ minutes: 1 });
    expect((await errorOf(authenticate({})))?.[0]).toBe(403);
    await authenticate({ oldPassword: password }, "oldPassword");
    expect((await session()).provenAt).toEqual(api.deps.clock.now());
  });

  test("is limited to ten guesses a minute per session; a correct one costs nothing", async () => {
    const otherToken = await otherSession();
    for (let right = 0; right < 11; right++) await authenticate({ password });
    const guesses = [];
    for (let guess = 0; guess < 11; guess++)
      guesses.push(await errorOf(authenticate({ password: "a guess" })));
    expect(guesses.map((error) => error?.[0])).toEqual([...Array(10).fill(422), 429]);
    expect(guesses.at(-1)).toEqual(tooMany);
    expect(await errorOf(authenticate({ password }))).toEqual(tooMany);
    expect(await errorOf(authenticate({ password }, "password", otherToken))).toBeNull();
    api.pass({ minutes: 1 });
    expect(await errorOf(authenticate({ password }))).toBeNull();
  });

  test("is limited to a hundred guesses a day", async () => {
    await errorOf(authenticate({ password: "a guess" }));
    api.pass({ minutes: 1 });
    // ninety-eight more failed attempts, which would take a minute per ten
    const { sessionId } = await session();
    await api.db
      .update(rateLimitCounters)
      .set({ count: 99 })
      .where(eq(rateLimitCounters.key, `password-day:${sessionId}`));
    await authenticate({ password });
    expect((await errorOf(authenticate({ password: "a guess" })))?.[0]).toBe(422);
    const rejection = await authenticate({ password: "a guess" }).catch((error) => error);
    expect([rejection.status, rejection.extra.details]).toEqual([429, { count: 24 * 60 * 60 - 60 }]);
  });
});

describe("recent authentication with two-step login on", () => {
  let secret: string;
  let recoveryCodes: readonly string[];
  beforeEach(async () => {
    ({ secret } = (await api.call(prepareTwoStep, { password }, client)).body);
    ({ recoveryCodes } = (await api.call(turnOnTwoStep, { code: codeOf(secret) }, client)).body);
    api.pass({ minutes: 5 });
  });
  const events = async () => {
    const rows = await api.db.select().from(securityEvents).where(eq(securityEvents.userId, client.id));
    return rows
      .filter(({ address }) => address === from.address)
      .map(({ kind, userAgent }) => [kind, userAgent]);
  };
  const emails = async () => {
    await runDueJobs(api.deps, [mailJob], { only: mailJob.name });
    return api.sentEmails.filter(
      ({ to, text }) => to === client.email && text.includes("recovery code was used"),
    );
  };
  const needed = [403, "secondFactorNeeded", { secondFactorCode: "secondFactorNeeded" }];
  const wrong = [422, "secondFactorWrong", { secondFactorCode: "secondFactorWrong" }];

  test("is also required by endpoints that need nothing without two-step login", async () => {
    const rejected = [403, "freshProofNeeded", { password: "specifyPassword" }];
    expect(await errorOf(authenticate({}, "passwordIfTwoStep"))).toEqual(rejected);
    const { token } = await api.newClient();
    expect(await errorOf(authenticate({}, "passwordIfTwoStep", token))).toBeNull();
    expect((await session(token)).provenAt).toBeNull();
    await authenticate({ password, secondFactorCode: codeOf(secret) }, "passwordIfTwoStep");
    expect((await session()).provenAt).toEqual(api.deps.clock.now());
  });

  test("requires more than a password, and a code works once", async () => {
    const { provenAt: before } = await session();
    for (const secondFactorCode of [undefined, ""])
      expect(await errorOf(authenticate({ password, secondFactorCode }))).toEqual(needed);
    expect(await errorOf(authenticate({ password, secondFactorCode: "000000" }))).toEqual(wrong);
    expect([(await session()).provenAt, await events()]).toEqual([before, [["secondStepFailed", "Firefox"]]]);
    const sessionBefore = await session(client.token);
    const code = { password, secondFactorCode: codeOf(secret) };
    expect(await errorOf(authenticate(code))).toBeNull();
    expect((await session()).provenAt).toEqual(api.deps.clock.now());
    expect((await events()).length).toBe(1);
    const again = requireRecentAuth({ ...api.deps, ...from, client: sessionBefore }, code, "password");
    expect(await errorOf(again)).toEqual(wrong);
  });

  test("requires a code only if the session has no recent authentication", async () => {
    await authenticate({ password, secondFactorCode: codeOf(secret) });
    expect(await errorOf(authenticate({ password }))).toBeNull();
  });

  test("accepts a recovery code, records it and notifies the client by email", async () => {
    await authenticate({ password, secondFactorCode: recoveryCodes[0] });
    expect((await session()).provenAt).toEqual(api.deps.clock.now());
    expect(await events()).toEqual([["recoveryUsed", "Firefox"]]);
    expect(await emails()).toHaveLength(1);
  });

  test("a code of the app causes no notification", async () => {
    await authenticate({ password, secondFactorCode: codeOf(secret) });
    expect([await events(), await emails()]).toEqual([[], []]);
  });

  test("is limited to five code guesses a minute and fifty a day per session; a correct one costs nothing", async () => {
    const unproven = await session();
    const secondSession = await session(
      await api.newClient({ email: `second-${client.email}` }).then(({ token }) => token),
    );
    const guess = (secondFactorCode: string, who = unproven) =>
      errorOf(
        requireRecentAuth({ ...api.deps, ...from, client: who }, { password, secondFactorCode }, "password"),
      );
    for (let tried = 0; tried < 4; tried++) expect(await guess("000000")).toEqual(wrong);
    expect(await guess(codeOf(secret))).toBeNull();
    expect(await guess("000000")).toEqual(wrong);
    expect(await guess("000000")).toEqual(tooMany);
    // another session of the same client
    expect(await guess("000000", { ...unproven, sessionId: secondSession.sessionId })).toEqual(wrong);
    api.pass({ minutes: 1 });
    await api.db
      .update(rateLimitCounters)
      .set({ count: 49 })
      .where(like(rateLimitCounters.key, `second-factor-day:${unproven.sessionId}:%`));
    expect(await guess("000000")).toEqual(wrong);
    expect(await guess("000000")).toEqual(tooMany);
    expect(await guess(codeOf(secret))).toEqual(tooMany);
  });
});
