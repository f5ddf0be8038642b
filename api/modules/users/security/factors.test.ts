import { authenticator as app } from "otplib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import { authenticator } from "#api/testing/authenticator";
import { allEndpoints } from "#contract/index";
import * as profile from "#contract/profile/index";
import { passkeysMax } from "#contract/rules";
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

const password = testPassword;
const login = (changed = password) => api.call(user.login, { email: client.email, password: changed });
const emailsOf = (template: string) =>
  api.sentEmails.filter((one) => one.to === client.email && one.template === template);
const state = async (token = client.token) => (await api.call(contract.securityState, {}, { token })).body;
const codeOf = (secret: string) => app.clone({ epoch: api.deps.clock.now().getTime() }).generate(secret);

async function addPasskey(name = "Phone", token = client.token) {
  const device = authenticator();
  const { body } = await api.call(contract.passkeyRegistration, { password }, { token });
  const response = device.make(body.options);
  const answer = await api.call(contract.addPasskey, { name, ticket: body.ticket, response }, { token });
  return { device, answer };
}
async function logInBy(device: ReturnType<typeof authenticator>) {
  const { body } = await api.call(contract.passkeyLoginOptions, {});
  return api.call(contract.passkeyLogin, { ticket: body.ticket, response: device.use(body.options) });
}
async function turnOnTwoStep() {
  const { body } = await api.call(contract.prepareTwoStep, { password }, client);
  await api.call(contract.turnOnTwoStep, { code: codeOf(body.secret) }, client);
  api.pass({ minutes: 6 });
  return body.secret;
}
async function reset(newPassword: string) {
  await api.call(user.forgotPasswordCode, { email: client.email });
  const code = /\b(\d{6})\b/.exec(emailsOf("resetCode").at(-1)?.text ?? "")?.[1] ?? "";
  const { body } = await api.call(user.checkForgotOtp, { email: client.email, code });
  return api.call(user.resetPassword, { resetTicket: body.resetTicket, password: newPassword });
}
const notMeLink = (template: string) =>
  /\/it-was-not-me\/([\w-]+)/.exec(emailsOf(template).at(-1)?.text ?? "")?.[1] ?? "";

describe("recent authentication", () => {
  it("is required by every endpoint that declares it", async () => {
    // endpoints that require it only with two-step login have separate tests
    const declared = allEndpoints.filter(
      ({ endpoint }) => endpoint.recentAuth && !endpoint.recentAuth.endsWith("fTwoStep"),
    );
    expect(declared.length).toBeGreaterThan(7);
    for (const { name, endpoint } of declared) {
      const input = {
        oldPassword: "a guess",
        newPassword: "another password",
        email: "new@example.test",
        newEmail: "new@example.test",
        passkeyId: "x",
        code: "123456",
        name: "x",
        ticket: "x",
        response: "{}",
        method: "x",
        wallet: "x",
        amountCents: 1000,
      };
      const { error } = await api.call(endpoint, input, { token: client.token });
      const expected = endpoint.recentAuth === "oldPassword" ? "oldPasswordWrong" : "freshProofNeeded";
      expect([name, error.code]).toEqual([name, expected]);
    }
  });

  it("is valid for five minutes, and for its session only", async () => {
    const otherToken = (await login()).body.token;
    await api.call(contract.prove, { password }, client);
    expect([(await state()).hasFreshProof, (await state(otherToken)).hasFreshProof]).toEqual([true, false]);
    expect((await api.call(contract.prepareTwoStep, {}, client)).ok).toBe(true);
    expect((await api.call(contract.prepareTwoStep, {}, { token: otherToken })).status).toBe(403);
    api.pass({ minutes: 5 });
    expect((await state()).hasFreshProof).toBe(false);
    expect((await api.call(contract.prepareTwoStep, {}, client)).status).toBe(403);
  });

  it("requires the second step as well if it is on", async () => {
    const secret = await turnOnTwoStep();
    expect((await api.call(contract.prove, { password }, client)).error.code).toBe("secondFactorNeeded");
    const wrong = { password, secondFactorCode: "000000" };
    expect((await api.call(contract.prove, wrong, client)).error.code).toBe("secondFactorWrong");
    expect((await state()).hasFreshProof).toBe(false);
    const right = { password, secondFactorCode: codeOf(secret) };
    expect((await api.call(contract.prove, right, client)).ok).toBe(true);
    expect((await state()).hasFreshProof).toBe(true);
  });

  it("is rate-limited: of 40 concurrent passwords ten are checked, of 40 codes five", async () => {
    const secret = await turnOnTwoStep();
    const countRejected = async (input: object) => {
      const requests = Array.from({ length: 40 }, () => api.call(contract.prove, input, client));
      const answers = await Promise.all(requests);
      return answers.filter(({ status }) => status === 422).length;
    };
    expect(await countRejected({ password: "a guess" })).toBe(10);
    api.pass({ minutes: 2 });
    expect(await countRejected({ password, secondFactorCode: "000000" })).toBeLessThanOrEqual(5);
    api.pass({ minutes: 2 });
    expect((await api.call(contract.prove, { password, secondFactorCode: codeOf(secret) }, client)).ok).toBe(
      true,
    );
  });

  it("ten concurrent wrong passwords leave connections for other clients", async () => {
    const otherClient = await api.newClient();
    await turnOnTwoStep();
    const wrong = Array.from({ length: 10 }, () =>
      api.call(contract.turnOffTwoStep, { password: "a guess", secondFactorCode: "000000" }, client),
    );
    const neighbours = Array.from({ length: 10 }, () => api.call(user.currentUser, {}, otherClient));
    const statuses = (await Promise.all([...wrong, ...neighbours])).map(({ status }) => status);
    expect(statuses).toEqual([...Array(10).fill(422), ...Array(10).fill(200)]);
  });
});

describe("passkeys", () => {
  it("can't be added by a stolen session", async () => {
    const options = await api.call(contract.passkeyRegistration, {}, client);
    expect([options.status, options.error.code]).toEqual([403, "freshProofNeeded"]);
    const { device, answer } = await addPasskey();
    expect(answer.ok).toBe(true);
    expect((await logInBy(device)).ok).toBe(true);
  });

  it("are limited to ten, also under concurrent requests", async () => {
    const devices = Array.from({ length: passkeysMax + 4 }, () => authenticator());
    await api.call(contract.prove, { password }, client);
    const questions = [];
    for (const device of devices) {
      const { body } = await api.call(contract.passkeyRegistration, {}, client);
      questions.push({ name: "One of many", ticket: body.ticket, response: device.make(body.options) });
    }
    const answers = await Promise.all(questions.map((one) => api.call(contract.addPasskey, one, client)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(passkeysMax);
    expect((await state()).passkeys).toHaveLength(passkeysMax);
  });

  it("are removed by a password reset without a second step, and named", async () => {
    const { device } = await addPasskey("Thief's phone");
    const { body } = await reset("a new password");
    expect(body).toEqual({ passkeysHeld: [], passkeysRemoved: ["Thief's phone"] });
    expect((await logInBy(device)).error.code).toBe("passkeyRefused");
    expect((await api.call(user.currentUser, {}, client)).status).toBe(401);
  });

  it("can't be used after a reset until they are confirmed after the second step", async () => {
    const { device } = await addPasskey();
    const secret = await turnOnTwoStep();
    expect((await reset("a new password")).body.passkeysHeld).toEqual(["Phone"]);
    expect((await logInBy(device)).error.code).toBe("passkeyRefused");
    const ticket = String((await login("a new password")).error.details?.ticket);
    const { body } = await api.call(contract.secondStep, { ticket, code: codeOf(secret) });
    const [passkey] = (await state(body.token)).passkeys;
    expect(passkey).toMatchObject({ name: "Phone", isHeld: true });
    const release = (authFields: object) =>
      api.call(contract.keepPasskey, { passkeyId: passkey?.id ?? "", ...authFields }, { token: body.token });
    expect((await release({})).status).toBe(403);
    expect((await release({ password: "a new password" })).error.code).toBe("secondFactorNeeded");
    api.pass({ seconds: 30 });
    expect((await release({ password: "a new password", secondFactorCode: codeOf(secret) })).ok).toBe(true);
    expect((await logInBy(device)).ok).toBe(true);
  });
});

it("a prepared key is replaced after an hour without confirmation", async () => {
  const prepare = async () => {
    const token = (await login()).body.token;
    const { body } = await api.call(contract.prepareTwoStep, { password }, { token });
    return { token, secret: body.secret };
  };
  const first = await prepare();
  api.pass({ minutes: 59 });
  expect((await prepare()).secret).toBe(first.secret);
  api.pass({ minutes: 2 });
  const { token, secret } = await prepare();
  expect(secret).not.toBe(first.secret);
  const turnOn = (code: string) => api.call(contract.turnOnTwoStep, { code }, { token });
  expect((await turnOn(codeOf(first.secret))).status).toBe(422);
  expect((await turnOn(codeOf(secret))).ok).toBe(true);
});

describe("“It was not me”", () => {
  it("ends the sessions, removes what was added since, and invalidates the password", async () => {
    const { device: ownDevice } = await addPasskey("My own");
    api.pass({ minutes: 5 });
    const { device: foreign } = await addPasskey("Thief's phone");
    const token = notMeLink("securityChanged");
    expect((await api.call(contract.readNotMe, { token })).body).toEqual({ isOpen: true });
    const secret = await turnOnTwoStep();
    expect((await api.call(contract.notMe, { token })).ok).toBe(true);
    expect((await api.call(user.currentUser, {}, client)).status).toBe(401);
    expect((await login()).status).toBe(401);
    expect((await logInBy(foreign)).error.code).toBe("passkeyRefused");
    expect((await logInBy(ownDevice)).ok).toBe(true);
    expect(secret).toBeTruthy();
    await reset("a new password");
    expect((await login("a new password")).ok).toBe(true);
    // a repeat does nothing
    expect((await api.call(contract.readNotMe, { token })).body).toEqual({ isOpen: false });
    expect((await api.call(contract.notMe, { token })).ok).toBe(true);
    expect((await login("a new password")).ok).toBe(true);
  });

  it("deletes a prepared but unconfirmed key, as does a new password", async () => {
    const prepare = async (currentPassword: string, token: string) =>
      (await api.call(contract.prepareTwoStep, { password: currentPassword }, { token })).body.secret;
    await addPasskey();
    const secrets = [await prepare(password, client.token)];
    await api.call(contract.notMe, { token: notMeLink("securityChanged") });
    await reset("a new password");
    let { token } = (await login("a new password")).body;
    secrets.push(await prepare("a new password", token));
    api.pass({ minutes: 1 });
    await reset("a newer password");
    ({ token } = (await login("a newer password")).body);
    secrets.push(await prepare("a newer password", token));
    const change = { oldPassword: "a newer password", newPassword: "the newest password" };
    expect((await api.call(profile.changePassword, change, { token })).ok).toBe(true);
    secrets.push(await prepare("the newest password", token));
    expect(new Set(secrets).size).toBe(4);
  });

  it("is linked in every email about the account's protection", async () => {
    await turnOnTwoStep();
    expect(notMeLink("securityChanged")).not.toBe("");
    await reset("a new password");
    expect(notMeLink("passwordChanged")).not.toBe("");
  });

  it("works only with the link of the email, and for two weeks", async () => {
    await addPasskey();
    const token = notMeLink("securityChanged");
    expect((await api.call(contract.notMe, { token: "made-up" })).status).toBe(404);
    api.pass({ days: 15 });
    expect((await api.call(contract.notMe, { token })).status).toBe(404);
  });
});
