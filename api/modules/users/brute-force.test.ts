import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { securityEvents } from "#api/db/schema/security";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import * as contract from "#contract/users/index";
import { loginLimits } from "./login";

let api: TestApi;
let client: { id: string; email: string; token: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
  // a new minute, so that the global rate limit is reset
  api.pass({ minutes: 2 });
});

let hosts = 0;
const anotherAddress = () => `10.${(++hosts >> 16) & 255}.${(hosts >> 8) & 255}.${hosts & 255}`;
const login = (options: { password?: string; address?: string; browser?: string; email?: string } = {}) => {
  const { password = testPassword, email = client.email, address = anotherAddress(), browser } = options;
  return api.call(contract.login, { email, password }, { address, browser });
};
const statusesOf = async (answers: Promise<{ status: number }>[]) => {
  const counted: Record<number, number> = {};
  for (const { status } of await Promise.all(answers)) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};
const guesses = (count: number, options: Parameters<typeof login>[0] = {}) =>
  statusesOf(Array.from({ length: count }, () => login({ password: "a guess", ...options })));

test("of 150 concurrent guesses on one account from as many addresses, ten are checked", async () => {
  expect(await guesses(150)).toEqual({ 401: 10, 429: 140 });
  const failed = and(eq(securityEvents.userId, client.id), eq(securityEvents.kind, "loginFailed"));
  expect(await api.db.$count(securityEvents, failed)).toBe(10);
  expect((await login()).status).toBe(429);
});

test("of 60 concurrent guesses from one address on as many accounts, ten are checked", async () => {
  const address = anotherAddress();
  const answers = Array.from({ length: 60 }, (_, n) => login({ address, email: `nobody-${n}@example.test` }));
  expect(await statusesOf(answers)).toEqual({ 401: 10, 429: 50 });
});

test("correct passwords use up no attempts, however many come at once", async () => {
  const address = anotherAddress();
  for (let n = 0; n < 3; n++) {
    const answers = Array.from({ length: 8 }, () => login({ address }));
    expect(await statusesOf(answers)).toEqual({ 200: 8 });
  }
});

test("a browser that has logged in to the account before is not locked out by others, and has ten attempts of its own", async () => {
  const address = anotherAddress();
  const { browser } = (await login({ address })).body;
  await guesses(15, { address });
  expect((await login({ address })).status).toBe(429);
  expect((await login({ address, browser })).status).toBe(200);
  expect(await guesses(20, { browser })).toEqual({ 401: 10, 429: 10 });
  api.pass({ minutes: 1 });
  expect((await login({ browser })).body.browser).toBe(browser);
});

test("a browser known to one account is unknown to another", async () => {
  const { browser } = (await login()).body;
  const other = await api.newClient();
  expect(await guesses(15, { browser, email: other.email })).toEqual({ 401: 10, 429: 5 });
});

test("attempts used up by one known browser do not affect the next, of this account and of others", async () => {
  const otherClient = await api.newClient();
  const [browser, second] = [(await login()).body.browser, (await login()).body.browser];
  const otherBrowser = (await login({ email: otherClient.email })).body.browser;
  expect(await guesses(12, { browser })).toEqual({ 401: 10, 429: 2 });
  expect((await login({ browser: second })).status).toBe(200);
  expect((await login({ browser: otherBrowser, email: otherClient.email })).status).toBe(200);
  expect((await login({ browser })).status).toBe(429);
});

test("an account has a hundred wrong passwords a day", async () => {
  let checked = 0;
  for (let n = 0; n < 12; n++) {
    checked += (await guesses(11))[401] ?? 0;
    api.pass({ minutes: 1 });
  }
  expect(checked).toBe(100);
  api.pass({ days: 1 });
  expect((await login()).status).toBe(200);
});

test("during an attack on all accounts, unknown browsers have three attempts a minute; known ones are unaffected", async () => {
  const { browser } = (await login()).body;
  const someone = { isKnown: false, who: "someone" } as const;
  for (let n = 0; n < 300; n++)
    await loginLimits({ ...api.deps, network: anotherAddress() }, `nobody-${n}@example.test`, someone);
  expect(await guesses(10)).toEqual({ 401: 3, 429: 7 });
  expect((await login({ browser })).status).toBe(200);
  const stranger = await api.newClient();
  expect((await login({ email: stranger.email })).status).toBe(200);
});

test("three hundred attempts a minute are not yet an attack on all accounts", async () => {
  const someone = { isKnown: false, who: "someone" } as const;
  for (let n = 0; n < 296; n++)
    await loginLimits({ ...api.deps, network: anotherAddress() }, `nobody-${n}@example.test`, someone);
  const statuses = [];
  for (let n = 297; n <= 301; n++) statuses.push((await login({ password: "a guess" })).status);
  expect(statuses).toEqual([401, 401, 401, 401, 429]);
});

test("at most 50 reset codes of an account are checked a day, some of them reserved for browsers known to it", async () => {
  const { browser } = (await login()).body;
  const wrongCodes = async (options: { browser?: string }) => {
    let checked = 0;
    for (let n = 0; n < 14; n++) {
      api.pass({ seconds: 61 });
      const input = { email: client.email };
      await api.call(contract.forgotPasswordCode, input, { address: anotherAddress(), ...options });
      const answers = Array.from({ length: 8 }, () =>
        api.call(
          contract.checkForgotOtp,
          { ...input, code: "000000" },
          { address: anotherAddress(), ...options },
        ),
      );
      checked += (await statusesOf(answers))[400] ?? 0;
    }
    return checked;
  };
  expect([await wrongCodes({}), await wrongCodes({ browser })]).toEqual([40, 10]);
  api.pass({ days: 1 });
  const input = { email: client.email };
  await api.call(contract.forgotPasswordCode, input);
  const code = /\b(\d{6})\b/.exec(api.sentEmails.at(-1)?.text ?? "")?.[1] ?? "";
  expect((await api.call(contract.checkForgotOtp, { ...input, code })).ok).toBe(true);
});
