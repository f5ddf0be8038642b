import { authenticator } from "otplib";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import { changePassword } from "#contract/profile/index";
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
const codeOf = (secret: string) =>
  authenticator.clone({ epoch: api.deps.clock.now().getTime() }).generate(secret);
const prepare = async (token = client.token) =>
  (await api.call(contract.prepareTwoStep, { password }, { token })).body.secret;
const confirm = (code: string, token = client.token) => api.call(contract.turnOnTwoStep, { code }, { token });
async function turnOn() {
  const secret = await prepare();
  const { body } = await confirm(codeOf(secret));
  api.pass({ seconds: 30 });
  return { secret, recoveryCodes: body.recoveryCodes };
}
const ticketOfLogin = async () =>
  String((await api.call(user.login, { email: client.email, password })).error.details?.ticket);
const secondStep = (ticket: string, code = "") => api.call(contract.secondStep, { ticket, code });
const state = async () => (await api.call(contract.securityState, {}, client)).body;
const kinds = async () =>
  (await api.call(contract.activity, { page: 1 }, client)).body.events.map(({ kind }) => kind).sort();
const lastEmail = () =>
  api.sentEmails.filter((one) => one.to === client.email && one.template === "securityChanged").at(-1)?.text;
const wrongCode = {
  code: "secondFactorWrong",
  fields: { code: "The code is wrong or already used" },
};

it("turning on, new recovery codes, a wrong code, a recovery code and turning off: each appears in the activity and in an email", async () => {
  const { secret, recoveryCodes } = await turnOn();
  expect(lastEmail()).toContain("Two-step login was turned on");
  expect(await kinds()).toEqual(["totpOn"]);
  expect(await state()).toMatchObject({ hasTwoStep: true, recoveryCodesLeft: 10 });
  const ticket = await ticketOfLogin();
  expect((await secondStep(ticket, "000000")).error).toMatchObject(wrongCode);
  expect(await kinds()).toEqual(["secondStepFailed", "totpOn"]);
  expect((await secondStep(ticket, recoveryCodes[0])).ok).toBe(true);
  expect(await kinds()).toEqual(["login", "recoveryUsed", "secondStepFailed", "totpOn"]);
  api.pass({ minutes: 5 });
  const authFields = { password, secondFactorCode: codeOf(secret) };
  expect((await api.call(contract.newRecoveryCodes, authFields, client)).ok).toBe(true);
  expect(lastEmail()).toContain("New recovery codes were created");
  expect(await kinds()).toContain("recoveryMade");
  expect((await api.call(contract.turnOffTwoStep, {}, client)).ok).toBe(true);
  expect(lastEmail()).toContain("Two-step login was turned off");
  expect(await kinds()).toContain("totpOff");
  expect(await state()).toMatchObject({ hasTwoStep: false, recoveryCodesLeft: 0 });
});

it("two-step login that is on can't be turned on again, and its key and recovery codes stay", async () => {
  const { secret, recoveryCodes } = await turnOn();
  const again = await confirm(codeOf(secret));
  expect([again.status, again.error.code]).toEqual([409, "twoStepAlreadyOn"]);
  expect((await secondStep(await ticketOfLogin(), recoveryCodes[0])).ok).toBe(true);
  expect((await secondStep(await ticketOfLogin(), codeOf(secret))).ok).toBe(true);
});

it("two-step login that is off can't be turned off, and has no recovery codes", async () => {
  for (const endpoint of [contract.turnOffTwoStep, contract.newRecoveryCodes]) {
    const { status, error } = await api.call(endpoint, { password }, client);
    expect([status, error.code]).toEqual([409, "twoStepOff"]);
  }
  expect([await kinds(), lastEmail(), (await state()).recoveryCodesLeft]).toEqual([[], undefined, 0]);
});

it("the code that confirms a key is limited to ten attempts a minute per client", async () => {
  const secret = await prepare();
  const answers = [];
  for (let n = 0; n < 11; n++) answers.push(await confirm("000000"));
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429]);
  expect(answers[0]?.error).toMatchObject(wrongCode);
  expect((await confirm(codeOf(secret))).status).toBe(429);
  const other = await api.newClient();
  expect((await confirm(codeOf(await prepare(other.token)), other.token)).ok).toBe(true);
  api.pass({ minutes: 1 });
  expect((await confirm(codeOf(secret))).ok).toBe(true);
});

it("a login succeeds once: of two concurrent correct codes the later is not used up", async () => {
  const { recoveryCodes } = await turnOn();
  const ticket = await ticketOfLogin();
  const answers = await Promise.all([
    secondStep(ticket, recoveryCodes[0]),
    secondStep(ticket, recoveryCodes[1]),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(answers.map(({ error }) => error.code).filter(Boolean)).toEqual(["secondStepOver"]);
  expect((await state()).recoveryCodesLeft).toBe(9);
});

it("a login that waits for its second step ends when the password changes", async () => {
  const { secret, recoveryCodes } = await turnOn();
  const ticket = await ticketOfLogin();
  const change = { oldPassword: password, newPassword: "a new password", secondFactorCode: codeOf(secret) };
  expect((await api.call(changePassword, change, client)).ok).toBe(true);
  expect((await secondStep(ticket, recoveryCodes[0])).error.code).toBe("secondStepOver");
});

it("an unknown ticket does not work, whatever the code", async () => {
  const { recoveryCodes } = await turnOn();
  const { status, error } = await secondStep("made-up", recoveryCodes[0]);
  expect([status, error.code]).toEqual([400, "secondStepOver"]);
  expect((await state()).recoveryCodesLeft).toBe(10);
});

it("correct codes use up no attempts", async () => {
  const { recoveryCodes } = await turnOn();
  const statuses = [];
  for (const code of recoveryCodes.slice(0, 7))
    statuses.push((await secondStep(await ticketOfLogin(), code)).status);
  expect(statuses).toEqual(Array(7).fill(200));
});

it("a new device is reported by email also without a user agent", async () => {
  const login = (agent: string) =>
    api.fetch("/user/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": agent, "x-client-address": "203.0.113.7" },
      body: JSON.stringify({ email: client.email, password }),
    });
  await login("Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0");
  await login("");
  // emails are sent with the next request
  await api.call(user.currentUser, {}, client);
  const emails = api.sentEmails.filter((one) => one.to === client.email && one.template === "newDevice");
  expect(emails).toHaveLength(1);
  expect(emails[0]?.text).toMatch(/: –$/m);
});
