import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import * as contract from "#contract/users/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const signupInput = {
  name: "Ann",
  email: "ann@example.test",
  password: testPassword,
  consent: true as const,
};
const linkCode = (email: { text: string } | undefined) =>
  /login\?code=([\w-]+)/.exec(email?.text ?? "")?.[1] ?? "";
const digits = (email: { text: string } | undefined) => /\b(\d{6})\b/.exec(email?.text ?? "")?.[1] ?? "";
const lastEmail = () => api.sentEmails.at(-1);

test("an account is confirmed by the emailed code, then logs in and out", async () => {
  expect((await api.call(contract.signup, signupInput)).status).toBe(200);
  const early = await api.call(contract.login, signupInput);
  expect([early.status, early.error.message]).toEqual([403, "Email not verified"]);
  const code = linkCode(lastEmail());
  expect((await api.call(contract.verifyEmail, { code })).ok).toBe(true);
  const { body: session } = await api.call(contract.login, {
    email: "ANN@example.test",
    password: signupInput.password,
  });
  const me = await api.call(contract.currentUser, {}, { token: session.token });
  expect(me.body).toMatchObject({ name: "Ann", email: "ann@example.test", balanceCents: 0 });
  await api.call(contract.logout, {}, { token: session.token });
  expect((await api.call(contract.currentUser, {}, { token: session.token })).error.code).toBe("sessionOver");
});

test("a second link can be requested after a pause, whose message does not mention a code", async () => {
  const { email } = { email: "again@example.test" };
  await api.call(contract.signup, { ...signupInput, email });
  api.pass({ seconds: 20 });
  const early = await api.call(contract.resendConfirmation, { email });
  expect([early.status, early.error.message]).toEqual([429, "You can send the e-mail again in 40 seconds"]);
});

test("a confirmation code works once", async () => {
  await api.call(contract.signup, { ...signupInput, email: "once@example.test" });
  const code = linkCode(lastEmail());
  await api.call(contract.verifyEmail, { code });
  api.pass({ minutes: 1 });
  const again = await api.call(contract.verifyEmail, { code });
  expect([again.status, again.error.message]).toEqual([422, "The link is invalid or expired"]);
});

test("a used email and an unknown partner code are reported under their fields, in the viewer's language", async () => {
  const duplicate = await api.call(
    contract.signup,
    { ...signupInput, password: "another password" },
    { language: "ru" },
  );
  expect([duplicate.status, duplicate.error.fields]).toEqual([
    422,
    { email: "Этот e-mail уже используется" },
  ]);
  const partner = await api.call(contract.signup, {
    ...signupInput,
    email: "new@example.test",
    partnerCode: "NOBODY",
  });
  expect(partner.error.fields).toEqual({ partnerCode: "Invalid partner code" });
});

test("a double click on Sign up creates one account and sends one email", async () => {
  const input = { ...signupInput, email: "double@example.test" };
  const answers = await Promise.all([api.call(contract.signup, input), api.call(contract.signup, input)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200]);
  expect(api.sentEmails.filter(({ to }) => to === input.email)).toHaveLength(1);
});

test("a wrong password and an unknown login get the same response, and the eleventh attempt is rate-limited", async () => {
  const wrong = { email: "ann@example.test", password: "wrong" };
  const first = await api.call(contract.login, wrong, { address: "10.1.1.1" });
  const unknown = await api.call(
    contract.login,
    { ...wrong, email: "x@example.test" },
    { address: "10.1.1.1" },
  );
  expect([first.status, first.error]).toEqual([unknown.status, unknown.error]);
  for (let n = 0; n < 8; n++) await api.call(contract.login, wrong, { address: "10.1.1.1" });
  const rejected = await api.call(
    contract.login,
    { email: "y@example.test", password: "wrong" },
    { address: "10.1.1.1" },
  );
  expect(rejected.status).toBe(429);
  expect(Number(rejected.response.headers.get("retry-after"))).toBeGreaterThan(0);
  api.pass({ seconds: 61 });
  expect((await api.call(contract.login, wrong, { address: "10.1.1.1" })).status).toBe(401);
});

test("a forgotten password is reset with six digits, which ends every session", async () => {
  const client = await api.newClient({ email: "forgot@example.test" });
  await api.call(contract.forgotPasswordCode, { email: client.email });
  const code = digits(lastEmail());
  const { body } = await api.call(contract.checkForgotOtp, { email: client.email, code });
  const reset = { resetTicket: body.resetTicket, password: "a new password" };
  expect((await api.call(contract.resetPassword, reset)).ok).toBe(true);
  expect((await api.call(contract.currentUser, {}, { token: client.token })).status).toBe(401);
  expect((await api.call(contract.login, { email: client.email, password: "a new password" })).ok).toBe(true);
  expect((await api.call(contract.resetPassword, reset)).status).toBe(400);
});

test("five wrong guesses invalidate the code, and so do ten minutes", async () => {
  const { email } = await api.newClient({ email: "guess@example.test" });
  await api.call(contract.forgotPasswordCode, { email });
  const code = digits(lastEmail());
  const wrong = code === "000000" ? "111111" : "000000";
  for (let n = 0; n < 5; n++) {
    const rejected = await api.call(contract.checkForgotOtp, { email, code: wrong });
    expect([rejected.status, rejected.error.message]).toEqual([400, "Code is invalid or expired"]);
  }
  expect((await api.call(contract.checkForgotOtp, { email, code })).status).toBe(400);
  const early = await api.call(contract.forgotPasswordCode, { email });
  expect([early.status, early.error.code]).toEqual([429, "codePause"]);
  api.pass({ minutes: 2 });
  await api.call(contract.forgotPasswordCode, { email });
  const next = digits(lastEmail());
  api.pass({ minutes: 11 });
  expect((await api.call(contract.checkForgotOtp, { email, code: next })).status).toBe(400);
});

test("an unknown email is reported", async () => {
  const answer = await api.call(
    contract.forgotPasswordCode,
    { email: "nobody@example.test" },
    { address: "10.9.9.9" },
  );
  expect([answer.status, answer.error.fields]).toEqual([422, { email: "Email not found" }]);
});

test("a refresh repeated within 30 seconds gets the same successor, later none", async () => {
  const { email } = await api.newClient();
  const { body: first } = await api.call(contract.login, { email, password: testPassword });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => api.call(contract.refreshToken, { refreshToken: first.refreshToken })),
  );
  expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1);
  expect((await api.call(contract.currentUser, {}, { token: answers[0]?.body.token })).ok).toBe(true);
  api.pass({ seconds: 31 });
  expect((await api.call(contract.refreshToken, { refreshToken: first.refreshToken })).error.code).toBe(
    "sessionOver",
  );
});
