import { authenticator } from "otplib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import { createWithdrawal } from "#contract/partners/index";
import * as profile from "#contract/profile/index";
import * as contract from "#contract/security/index";
import * as user from "#contract/users/index";

let api: TestApi;
let client: { id: string; email: string; token: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const codeOf = (secret: string) =>
  authenticator.clone({ epoch: api.deps.clock.now().getTime() }).generate(secret);
const login = (options: object = {}) =>
  api.call(user.login, { email: client.email, password: testPassword }, options);
const emailsOf = (template: string) =>
  api.sentEmails.filter((one) => one.to === client.email && one.template === template);

async function turnOn() {
  await api.call(contract.prove, { password: testPassword }, client);
  const { body } = await api.call(contract.prepareTwoStep, {}, client);
  const answer = await api.call(contract.turnOnTwoStep, { code: codeOf(body.secret) }, client);
  // passes to another code and past the recent authentication that turning it on needed
  api.pass({ minutes: 5 });
  return { secret: body.secret, recoveryCodes: answer.body.recoveryCodes };
}

async function ticketOfLogin() {
  const { status, error } = await login();
  expect([status, error.code]).toEqual([403, "secondStepNeeded"]);
  return String(error.details?.ticket);
}
const secondStep = (ticket: string, code: string) => api.call(contract.secondStep, { ticket, code });

describe("two-step login", () => {
  it("shows the same key until it is confirmed, then never again", async () => {
    await api.call(contract.prove, { password: testPassword }, client);
    const first = await api.call(contract.prepareTwoStep, {}, client);
    const second = await api.call(contract.prepareTwoStep, {}, client);
    expect(second.body.secret).toBe(first.body.secret);
    expect(first.body.address).toMatch(/^otpauth:\/\/totp\/Tradehost:.*secret=/);
    await api.call(contract.turnOnTwoStep, { code: codeOf(first.body.secret) }, client);
    expect((await api.call(contract.prepareTwoStep, {}, client)).error.code).toBe("twoStepAlreadyOn");
  });

  it("is off until a correct code is entered", async () => {
    await api.call(contract.prepareTwoStep, { password: testPassword }, client);
    const wrong = await api.call(contract.turnOnTwoStep, { code: "000000" }, client);
    expect([wrong.status, wrong.error.fields]).toEqual([422, { code: "The code is wrong or already used" }]);
    expect((await login()).ok).toBe(true);
  });

  it("requires a code at login, and a code works once", async () => {
    const { secret } = await turnOn();
    const ticket = await ticketOfLogin();
    const code = codeOf(secret);
    const done = await secondStep(ticket, code);
    expect(done.ok).toBe(true);
    expect((await api.call(user.currentUser, {}, { token: done.body.token })).body.email).toBe(client.email);
    expect((await secondStep(ticket, code)).status).toBe(400);
    expect((await secondStep(await ticketOfLogin(), code)).status).toBe(422);
    expect(emailsOf("securityChanged")).toHaveLength(1);
  });

  it("accepts a recovery code once, however it is written, and reports it by email", async () => {
    const { recoveryCodes } = await turnOn();
    expect(recoveryCodes).toHaveLength(10);
    const [code = ""] = recoveryCodes;
    expect((await secondStep(await ticketOfLogin(), code.toUpperCase().replace("-", " "))).ok).toBe(true);
    expect((await secondStep(await ticketOfLogin(), code)).status).toBe(422);
    expect((await api.call(contract.securityState, {}, client)).body.recoveryCodesLeft).toBe(9);
    expect(emailsOf("securityChanged").at(-1)?.text).toContain("A recovery code was used");
  });

  it("limits guesses: five attempts a ticket, five a minute", async () => {
    const { secret } = await turnOn();
    const ticket = await ticketOfLogin();
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push((await secondStep(ticket, "000000")).status);
    expect(answers).toEqual([422, 422, 422, 422, 422, 400]);
    expect((await secondStep(await ticketOfLogin(), codeOf(secret))).status).toBe(429);
    api.pass({ minutes: 1 });
    expect((await secondStep(await ticketOfLogin(), codeOf(secret))).ok).toBe(true);
  });

  it("allows ten minutes for the second step", async () => {
    const { secret } = await turnOn();
    const ticket = await ticketOfLogin();
    api.pass({ minutes: 11 });
    const late = await secondStep(ticket, codeOf(secret));
    expect([late.status, late.error.code]).toEqual([400, "secondStepOver"]);
  });

  it("is required for a withdrawal", async () => {
    const { secret } = await turnOn();
    const input = {
      method: "usdt_trc20",
      wallet: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
      amount: 1_000,
    };
    const withdraw = (values: object = {}) => api.call(createWithdrawal, { ...input, ...values }, client);
    const password = testPassword;
    expect((await withdraw()).error.code).toBe("freshProofNeeded");
    expect((await withdraw({ password })).error.code).toBe("secondFactorNeeded");
    expect((await withdraw({ password, secondFactorCode: "000000" })).error.code).toBe("secondFactorWrong");
    // with the code it gets as far as the balance, which is empty
    expect((await withdraw({ password, secondFactorCode: codeOf(secret) })).status).toBe(409);
  });

  it("can be turned off with password and code only", async () => {
    const { secret } = await turnOn();
    const off = (values: object) =>
      api.call(contract.turnOffTwoStep, { password: testPassword, ...values }, client);
    expect((await off({ password: "wrong password" })).error.fields).toEqual({
      password: "The password is wrong",
    });
    expect((await off({})).status).toBe(403);
    expect((await off({ secondFactorCode: codeOf(secret) })).ok).toBe(true);
    expect((await login()).ok).toBe(true);
  });

  it("new recovery codes invalidate the old ones", async () => {
    const { secret, recoveryCodes } = await turnOn();
    const input = { password: testPassword, secondFactorCode: codeOf(secret) };
    const fresh = await api.call(contract.newRecoveryCodes, input, client);
    expect(fresh.body.recoveryCodes).toHaveLength(10);
    expect((await secondStep(await ticketOfLogin(), recoveryCodes[1] ?? "")).status).toBe(422);
    expect((await secondStep(await ticketOfLogin(), fresh.body.recoveryCodes[1] ?? "")).ok).toBe(true);
  });
});

describe("changing the password", () => {
  const change = (values: object = {}) =>
    api.call(
      profile.changePassword,
      { oldPassword: testPassword, newPassword: "another password", ...values },
      client,
    );

  it("ends the other sessions, keeps this one, and notifies the owner", async () => {
    const other = await login();
    expect((await change()).ok).toBe(true);
    expect((await api.call(user.currentUser, {}, { token: other.body.token })).status).toBe(401);
    expect((await api.call(user.currentUser, {}, client)).ok).toBe(true);
    expect((await login()).status).toBe(401);
    expect(emailsOf("passwordChanged")).toHaveLength(1);
  });

  it("is rejected if the old password is wrong or the code of two-step login is missing", async () => {
    expect((await change({ oldPassword: "wrong" })).error.fields).toEqual({
      oldPassword: "The old password is wrong",
    });
    expect((await change({ newPassword: "short" })).error.fields).toEqual({
      newPassword: "Password minimum 8 symbols",
    });
    const { secret } = await turnOn();
    expect((await change()).error.code).toBe("secondFactorNeeded");
    expect((await change({ secondFactorCode: codeOf(secret) })).ok).toBe(true);
  });

  it("is rate-limited, so that an open session can't guess the password", async () => {
    const answers = [];
    for (let i = 0; i < 11; i++) answers.push((await change({ oldPassword: `guess ${i}` })).status);
    expect(answers).toEqual([...Array(10).fill(422), 429]);
  });
});

describe("sessions", () => {
  const list = async (token = client.token) =>
    (await api.call(contract.sessions, {}, { token })).body.sessions;

  it("are listed with the current one first, and can be ended one by one or all others at once", async () => {
    const [a, b] = [await login(), await login()];
    const open = await list();
    expect(open.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
    await api.call(contract.endSession, { sessionId: open[1]?.id ?? "" }, client);
    expect(await list()).toHaveLength(2);
    await api.call(contract.endOtherSessions, {}, client);
    expect(await list()).toHaveLength(1);
    for (const { body } of [a, b])
      expect((await api.call(user.currentUser, {}, { token: body.token })).status).toBe(401);
  });

  it("are listed up to the ten latest, the current one among them", async () => {
    api.pass({ seconds: 1 });
    for (let index = 0; index < 22; index++) {
      await login();
      api.pass({ seconds: 10 });
    }
    const open = await list();
    expect(open.map(({ isCurrent }) => isCurrent)).toEqual([true, ...Array(9).fill(false)]);
  });

  it("of other clients can't be ended", async () => {
    const other = await api.newClient();
    const otherSessionId = (await list(other.token))[0]?.id ?? "";
    await api.call(contract.endSession, { sessionId: otherSessionId }, client);
    expect(await list(other.token)).toHaveLength(1);
  });
});

describe("a new device", () => {
  const agents = {
    firefox: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0",
    newerFirefox: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
    iphone:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  };
  const from = (agent: string) => {
    api.pass({ seconds: 1 });
    return api.fetch("/user/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": agent, "x-client-address": "203.0.113.7" },
      body: JSON.stringify({ email: client.email, password: testPassword }),
    });
  };

  it("is reported by email; the first one, a known one and its update are not", async () => {
    await from(agents.firefox);
    await from(agents.firefox);
    await from(agents.newerFirefox);
    await from(agents.iphone);
    await from(agents.iphone);
    const events = (await api.call(contract.activity, {}, client)).body.events;
    expect(emailsOf("newDevice")).toHaveLength(1);
    expect(emailsOf("newDevice")[0]?.text).toContain("Mobile Safari 18, iOS 18.1");
    expect(emailsOf("newDevice")[0]?.text).toContain("203.0.113.7");
    expect(events.filter(({ kind }) => kind === "login")).toHaveLength(5);
    expect(events[0]).toMatchObject({ device: "Mobile Safari 18, iOS 18.1", address: "203.0.113.7" });
  });
});

it("the activity shows attempts and changes, to its owner only", async () => {
  await api.call(user.login, { email: client.email, password: "wrong password" });
  await login();
  await api.call(contract.endOtherSessions, {}, client);
  const kinds = async (token: string) =>
    (await api.call(contract.activity, {}, { token })).body.events.map(({ kind }) => kind).sort();
  expect(await kinds(client.token)).toEqual(["login", "loginFailed", "otherSessionsEnded"]);
  expect(await kinds((await api.newClient()).token)).toEqual([]);
});

it("a malformed passkey is rejected", async () => {
  const { body } = await api.call(contract.passkeyRegistration, { password: testPassword }, client);
  expect(JSON.parse(body.options)).toMatchObject({ rp: { id: "localhost", name: "Tradehost" } });
  for (const response of ["{}", "null", "no json", '{"id":"x","response":{}}']) {
    const answer = await api.call(
      contract.addPasskey,
      { name: "Phone", ticket: body.ticket, response },
      client,
    );
    expect([answer.status, answer.error.code]).toEqual([422, "passkeyRefused"]);
  }
  const options = await api.call(contract.passkeyLoginOptions, {});
  const login = await api.call(contract.passkeyLogin, {
    ticket: options.body.ticket,
    response: '{"id":"x"}',
  });
  expect(login.status).toBe(422);
});
