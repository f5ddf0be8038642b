import { eq } from "drizzle-orm";
import { authenticator as app } from "otplib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "#api/auth/sessions";
import { passkeys } from "#api/db/schema/security";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import { changePassword } from "#contract/profile/index";
import * as security from "#contract/security/index";
import * as contract from "#contract/users/index";

type Options = { address?: string; browser?: string };
let api: TestApi;
let client: { id: string; email: string; token: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  // a new minute, so that the rate limits of the address are reset
  api.pass({ minutes: 2 });
  client = await api.newClient();
});

const password = "a new password";
let hosts = 0;
const anotherAddress = () => `10.0.${hosts >> 8}.${hosts++ & 255}`;
const forgot = (email = client.email, options: Options = {}) =>
  api.call(contract.forgotPasswordCode, { email }, { address: anotherAddress(), ...options });
const check = (code: string, email = client.email, options: Options = {}) =>
  api.call(contract.checkForgotOtp, { email, code }, { address: anotherAddress(), ...options });
const reset = (resetTicket: string) => api.call(contract.resetPassword, { resetTicket, password });
const login = (loginPassword = password) =>
  api.call(contract.login, { email: client.email, password: loginPassword });
const emailsOf = (template: string) =>
  api.sentEmails.filter((one) => one.to === client.email && one.template === template);
const sentCode = () =>
  /\b(\d{6})\b/.exec(emailsOf("resetCode").at(-1)?.text ?? "")?.[1] ?? expect.unreachable("no code");
async function ticket() {
  await forgot();
  return (await check(sentCode())).body.resetTicket;
}
const activity = async (token: string) =>
  (await api.call(security.activity, { page: 1 }, { token })).body.events.map(({ kind }) => kind).sort();
/** Inserts a passkey as if it had been added. */
const addPasskey = (name: string) =>
  api.db.insert(passkeys).values({
    id: `${client.id}-${name}`,
    userId: client.id,
    name,
    publicKey: "",
    counter: 0,
    transports: [],
    createdAt: api.deps.clock.now(),
  });

it("changing the password in the profile ends a pending reset: its code and its ticket", async () => {
  const begun = await ticket();
  api.pass({ minutes: 2 });
  await forgot();
  const code = sentCode();
  const change = { oldPassword: testPassword, newPassword: "another password" };
  expect((await api.call(changePassword, change, client)).ok).toBe(true);
  expect((await check(code)).error.code).toBe("codeInvalid");
  expect((await reset(begun)).error.code).toBe("resetTicketInvalid");
  expect((await login("another password")).ok).toBe(true);
});

describe("password reset by email", () => {
  it("ends every session, is recorded and reported; the old password stops working", async () => {
    const from = { userId: client.id, userAgent: "test", address: "127.0.0.1" };
    const other = await transaction(api.db, (tx) => openSession(api.deps, tx, from));
    const answer = await reset(await ticket());
    expect(answer.body).toEqual({ passkeysHeld: [], passkeysRemoved: [] });
    for (const token of [client.token, other.token])
      expect((await api.call(contract.currentUser, {}, { token })).error.code).toBe("sessionOver");
    expect((await login(testPassword)).error.code).toBe("loginNotFound");
    const { token } = (await login()).body;
    expect(await activity(token)).toEqual(["login", "loginFailed", "passwordReset"]);
    expect(emailsOf("passwordChanged")).toHaveLength(1);
    expect(emailsOf("passwordChanged")[0]?.text).toContain("/it-was-not-me/");
  });

  it("works once per ticket, and with no forged one", async () => {
    const over = { status: 400, error: { code: "resetTicketInvalid" } };
    const resetTicket = await ticket();
    const answers = await Promise.all([reset(resetTicket), reset(resetTicket)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await reset(resetTicket)).toMatchObject(over);
    expect(await reset("made-up")).toMatchObject(over);
    expect(emailsOf("passwordChanged")).toHaveLength(1);
  });

  it("must follow within ten minutes of the code", async () => {
    const resetTicket = await ticket();
    api.pass({ minutes: 10 });
    expect((await reset(resetTicket)).error.code).toBe("resetTicketInvalid");
    expect((await login(testPassword)).ok).toBe(true);
  });

  it("confirms the email address, since the code was read there", async () => {
    await api.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, client.id));
    await reset(await ticket());
    expect((await login()).ok).toBe(true);
  });

  it("removes passkeys if the account has no second step, and names them", async () => {
    await addPasskey("Phone");
    await addPasskey("Laptop");
    const stranger = await api.newClient();
    const id = `${stranger.id}-own`;
    await api.db.update(passkeys).set({ id, userId: stranger.id }).where(eq(passkeys.name, "Laptop"));
    expect((await reset(await ticket())).body).toEqual({ passkeysHeld: [], passkeysRemoved: ["Phone"] });
    expect(await api.db.$count(passkeys, eq(passkeys.userId, stranger.id))).toBe(1);
    await api.db.delete(passkeys);
  });

  it("holds passkeys if the account has a second step, names them, and leaves it on", async () => {
    await addPasskey("Phone");
    const { body } = await api.call(security.prepareTwoStep, { password: testPassword }, client);
    const code = () => app.clone({ epoch: api.deps.clock.now().getTime() }).generate(body.secret);
    await api.call(security.turnOnTwoStep, { code: code() }, client);
    // a login waiting for its second step, started with the old password
    const waiting = String((await login(testPassword)).error.details?.ticket);
    expect((await reset(await ticket())).body).toEqual({ passkeysHeld: ["Phone"], passkeysRemoved: [] });
    api.pass({ seconds: 30 });
    const late = await api.call(security.secondStep, { ticket: waiting, code: code() });
    expect(late.error.code).toBe("secondStepOver");
    const { status, error } = await login();
    expect([status, error.code]).toEqual([403, "secondStepNeeded"]);
    const now = String(error.details?.ticket);
    const opened = await api.call(security.secondStep, { ticket: now, code: code() });
    const { passkeys: shown } = (await api.call(security.securityState, {}, opened.body)).body;
    expect(shown).toMatchObject([{ name: "Phone", isHeld: true }]);
  });
});

describe("reset code", () => {
  const wrong = {
    status: 400,
    error: { code: "codeInvalid", fields: { code: "Code is invalid or expired" } },
  };

  it("is sent to the address as stored, in the account's language, and names the client", async () => {
    await api.db.update(users).set({ language: "ru" }).where(eq(users.id, client.id));
    expect((await forgot(client.email.toUpperCase())).body).toEqual({ ok: true });
    expect(emailsOf("resetCode")).toHaveLength(1);
    expect(emailsOf("resetCode")[0]?.subject).toMatch(/^\d{6}.*[а-я]/);
    expect(emailsOf("resetCode")[0]?.text).toContain("Test Client");
    expect((await check(sentCode(), client.email.toUpperCase())).ok).toBe(true);
  });

  it("is rejected under its field if it is wrong, used, another client's or unknown", async () => {
    const stranger = await api.newClient();
    await forgot();
    const code = sentCode();
    expect(await check(code, stranger.email)).toMatchObject(wrong);
    expect(await check(code, "nobody@example.test")).toMatchObject(wrong);
    expect(await check(code === "000000" ? "111111" : "000000")).toMatchObject(wrong);
    expect((await check(code)).ok).toBe(true);
    expect(await check(code)).toMatchObject(wrong);
  });

  it("is not sent twice within a minute, however many concurrent requests", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => forgot()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429]);
    expect(emailsOf("resetCode")).toHaveLength(1);
    const again = await forgot();
    expect([again.error.code, again.response.headers.get("retry-after")]).toEqual(["codePause", "60"]);
  });

  it("is not sent to an unknown address, which is reported under the field", async () => {
    const { status, error } = await forgot("nobody@example.test");
    expect([status, error.code, error.fields]).toEqual([422, "emailNotFound", { email: "Email not found" }]);
  });
});

describe("rate limits of the password reset", () => {
  const statuses = async (count: number, send: (n: number) => Promise<{ status: number }>) => {
    const answers = [];
    for (let n = 0; n < count; n++) answers.push((await send(n)).status);
    return answers;
  };

  it("allow ten a minute from one address, for any account; other addresses are unaffected", async () => {
    const address = anotherAddress();
    const responses = await statuses(6, (n) => forgot(`nobody-${n}@example.test`, { address }));
    const tried = await statuses(5, (n) => check("000000", `no-one-${n}@example.test`, { address }));
    expect([...responses, ...tried]).toEqual([...Array(6).fill(422), ...Array(4).fill(400), 429]);
    expect((await forgot()).ok).toBe(true);
  });

  it("allow ten a minute for one account, from any addresses; other accounts are unaffected", async () => {
    expect(await statuses(11, () => check("000000"))).toEqual([...Array(10).fill(400), 429]);
    const other = await api.newClient();
    expect((await forgot(other.email)).ok).toBe(true);
    // a browser that opened the account before has a separate rate limit, even from an address that has used its own
    // up
    api.pass({ minutes: 1 });
    const { browser } = (await login(testPassword)).body;
    const address = anotherAddress();
    expect(await statuses(11, () => check("000000", client.email, { address }))).toContain(429);
    expect((await forgot(client.email, { address, browser })).ok).toBe(true);
    expect((await check(sentCode(), client.email, { address, browser })).ok).toBe(true);
  });

  it("allow forty a day for one email address, also an unknown one, and ten from a browser known to it", async () => {
    const { browser } = (await login(testPassword)).body;
    const countAccepted = async (times: number, email: string, options: Options = {}) => {
      let count = 0;
      for (let n = 0; n < times; n++) {
        api.pass({ seconds: 61 });
        if ((await forgot(email, options)).status !== 429) count += 1;
      }
      return count;
    };
    expect(await countAccepted(42, "never-seen@example.test")).toBe(40);
    expect(await countAccepted(12, client.email, { browser })).toBe(10);
    expect((await forgot()).ok).toBe(true);
    // checking codes has a separate daily limit
    expect((await check("000000")).status).toBe(400);
    api.pass({ days: 1 });
    expect((await forgot()).ok).toBe(true);
  });
});
