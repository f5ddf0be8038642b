import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { ApiError } from "#api/lib/api-error";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { clientOf, continueSession, endSessions, openSession } from "./sessions";

let api: TestApi;
let first: Awaited<ReturnType<typeof openSession>>;
let userId: string;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  userId = (await api.newClient()).id;
  const from = { userId, userAgent: "test", address: "127.0.0.1" };
  first = await transaction(api.db, (tx) => openSession(api.deps, tx, from));
});

const refresh = (refreshToken: string, deps: Deps = api.deps) =>
  transaction(api.db, (tx) => continueSession(deps, tx, refreshToken));
/** Returns status and code of a rejected refresh. */
const rejectionOf = (refreshToken: string, deps?: Deps) =>
  refresh(refreshToken, deps).then(
    () => "not refused",
    (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.code}` : String(error)),
  );
const opens = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await clientOf(api.deps, new Request("http://api.invalid/", { headers })))?.sessionId ?? null;
};
const over = "401 sessionOver";
const under = (secret: string, previousSecret?: string): Deps => ({
  ...api.deps,
  settings: { ...api.deps.settings, secret, previousSecret },
});

test("a refresh replaces both tokens; the session stays the same", async () => {
  const next = await refresh(first.refreshToken);
  expect(new Set([first.token, first.refreshToken, next.token, next.refreshToken]).size).toBe(4);
  expect([await opens(first.token), await opens(next.token)]).toEqual([null, first.sessionId]);
  expect([await opens(next.refreshToken), await rejectionOf(next.token)]).toEqual([null, over]);
});

test("no two sessions get the same tokens", async () => {
  const from = { userId, userAgent: "test", address: "127.0.0.1" };
  const other = await transaction(api.db, (tx) => openSession(api.deps, tx, from));
  const refreshed = [await refresh(first.refreshToken), await refresh(other.refreshToken)];
  expect(new Set(refreshed.flatMap(({ token, refreshToken }) => [token, refreshToken])).size).toBe(4);
});

test("the access token of a refresh works for a quarter of an hour from then", async () => {
  api.pass({ minutes: 20 });
  const { token, expires } = await refresh(first.refreshToken);
  expect(Date.parse(expires)).toBe(api.deps.clock.now().getTime() + 15 * 60_000);
  api.pass({ seconds: 15 * 60 - 1 });
  expect(await opens(token)).toBe(first.sessionId);
  api.pass({ seconds: 1 });
  expect(await opens(token)).toBeNull();
});

test("a refresh repeated within half a minute gets the same response", async () => {
  const next = await refresh(first.refreshToken);
  api.pass({ seconds: 30 });
  expect(await refresh(first.refreshToken)).toEqual(next);
  expect(await opens(next.token)).toBe(first.sessionId);
});

test("several tabs that refresh at once each get the same tokens", async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(first.refreshToken)));
  expect(new Set(answers.map(({ token, refreshToken }) => `${token} ${refreshToken}`)).size).toBe(1);
  expect(await opens(answers[0]?.token ?? "")).toBe(first.sessionId);
});

test("a used refresh token is rejected after half a minute; the session continues with its successor", async () => {
  const next = await refresh(first.refreshToken);
  api.pass({ seconds: 31 });
  expect(await rejectionOf(first.refreshToken)).toBe(over);
  expect(await opens(next.token)).toBe(first.sessionId);
  expect(await opens((await refresh(next.refreshToken)).token)).toBe(first.sessionId);
});

test("a used refresh token is rejected at any time once its successor was used", async () => {
  const next = await refresh(first.refreshToken);
  await refresh(next.refreshToken);
  expect(await rejectionOf(first.refreshToken)).toBe(over);
});

test("an unknown token and a token of an ended session are rejected", async () => {
  expect(await rejectionOf("a guess")).toBe(over);
  expect(await rejectionOf("")).toBe(over);
  const next = await refresh(first.refreshToken);
  await endSessions(api.db, userId, {});
  expect([await rejectionOf(next.refreshToken), await rejectionOf(first.refreshToken)]).toEqual([over, over]);
});

test("a repeat after a key rotation gets the tokens of the previous secret while that secret is known", async () => {
  const next = await refresh(first.refreshToken);
  expect(await rejectionOf(first.refreshToken, under("a new secret"))).toBe(over);
  const exchanged = under("a new secret", api.deps.settings.secret);
  expect(await refresh(first.refreshToken, exchanged)).toEqual(next);
  const later = await refresh(next.refreshToken, exchanged);
  expect(await rejectionOf(next.refreshToken)).toBe(over);
  expect(await refresh(next.refreshToken, exchanged)).toEqual(later);
});
