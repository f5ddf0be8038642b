import { eq } from "drizzle-orm";
import { authenticator as app } from "otplib";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createNotMeLink } from "#api/auth/not-me-link";
import { telegramChats } from "#api/db/schema/monitoring-notices";
import { partnerWallets } from "#api/db/schema/partners";
import { recoveryCodes } from "#api/db/schema/security";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
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
/** Returns the secret of a newly created link. */
const notMeEmail = async (userId = client.id) =>
  (await transaction(api.db, (tx) => createNotMeLink(api.deps, tx, userId))).replace("/it-was-not-me/", "");
const notMe = (token: string) => api.call(contract.notMe, { token });
const isOpen = (token: string) => api.call(contract.readNotMe, { token });
const login = (browser?: string) => api.call(user.login, { email: client.email, password }, { browser });
async function turnOnTwoStep() {
  const { body } = await api.call(contract.prepareTwoStep, { password }, client);
  const code = () => app.clone({ epoch: api.deps.clock.now().getTime() }).generate(body.secret);
  expect((await api.call(contract.turnOnTwoStep, { code: code() }, client)).ok).toBe(true);
  return code;
}
const codesLeft = () => api.db.$count(recoveryCodes, eq(recoveryCodes.userId, client.id));
async function resetCode() {
  await api.call(user.forgotPasswordCode, { email: client.email });
  const sent = api.sentEmails.filter((one) => one.to === client.email && one.template === "resetCode").at(-1);
  return /\b(\d{6})\b/.exec(sent?.text ?? "")?.[1] ?? expect.unreachable("no code");
}
async function newPassword(code: string) {
  const { body } = await api.call(user.checkForgotOtp, { email: client.email, code });
  return api.call(user.resetPassword, { resetTicket: body.resetTicket, password: "a new password" });
}
const missing = { status: 404, error: { code: "notFound" } };

it("two-step login turned on since is turned off, with its recovery codes", async () => {
  const token = await notMeEmail();
  api.pass({ minutes: 2 });
  await turnOnTwoStep();
  expect(await codesLeft()).toBe(10);
  await notMe(token);
  expect(await codesLeft()).toBe(0);
  expect((await newPassword(await resetCode())).ok).toBe(true);
  expect((await api.call(user.login, { email: client.email, password: "a new password" })).ok).toBe(true);
});

it("two-step login that was on before stays, with its recovery codes", async () => {
  const code = await turnOnTwoStep();
  api.pass({ minutes: 2 });
  await notMe(await notMeEmail());
  expect(await codesLeft()).toBe(10);
  await newPassword(await resetCode());
  const { error } = await api.call(user.login, { email: client.email, password: "a new password" });
  expect(error.code).toBe("secondStepNeeded");
  const ticket = String(error.details?.ticket);
  expect((await api.call(contract.secondStep, { ticket, code: code() })).ok).toBe(true);
});

it("a pending password reset is void, by its code and by its ticket; one begun later is not", async () => {
  const begun = await resetCode();
  await notMe(await notMeEmail());
  const late = await api.call(user.checkForgotOtp, { email: client.email, code: begun });
  expect([late.status, late.error.code]).toEqual([400, "codeInvalid"]);
  api.pass({ minutes: 2 });
  const { body } = await api.call(user.checkForgotOtp, { email: client.email, code: await resetCode() });
  await notMe(await notMeEmail());
  const spent = { resetTicket: body.resetTicket, password: "a thief's password" };
  expect((await api.call(user.resetPassword, spent)).status).toBe(400);
  api.pass({ minutes: 2 });
  expect((await newPassword(await resetCode())).ok).toBe(true);
});

it("a login that waits for its second step ends", async () => {
  const code = await turnOnTwoStep();
  api.pass({ minutes: 2 });
  const ticket = String((await login()).error.details?.ticket);
  await notMe(await notMeEmail());
  const { status, error } = await api.call(contract.secondStep, { ticket, code: code() });
  expect([status, error.code]).toEqual([400, "secondStepOver"]);
});

it("wallets and chats added since are removed; earlier ones stay", async () => {
  const add = async (label: string, purpose: "account" | "monitoring") => {
    const at = api.deps.clock.now();
    const wallet = { id: `${client.id}-${label}`, method: "usdt_trc20", wallet: label, createdAt: at };
    await api.db.insert(partnerWallets).values({ ...wallet, userId: client.id, confirmedAt: at });
    await api.db.insert(telegramChats).values({ userId: client.id, purpose, chatId: label, linkedAt: at });
  };
  await add("own", "account");
  api.pass({ minutes: 2 });
  const token = await notMeEmail();
  api.pass({ minutes: 2 });
  await add("thief", "monitoring");
  await notMe(token);
  const wallets = await api.db.select().from(partnerWallets).where(eq(partnerWallets.userId, client.id));
  expect(Object.fromEntries(wallets.map((row) => [row.wallet, row.confirmedAt !== null]))).toEqual({
    own: true,
    thief: false,
  });
  const chats = await api.db.select().from(telegramChats).where(eq(telegramChats.userId, client.id));
  expect(Object.fromEntries(chats.map((row) => [row.purpose, [row.chatId, row.linkedAt !== null]]))).toEqual({
    account: ["own", true],
    monitoring: [null, false],
  });
});

it("all known browsers and sessions are forgotten; other clients are unaffected", async () => {
  const otherClient = await api.newClient();
  const { token, browser } = (await login()).body;
  const link = await notMeEmail();
  await notMe(link);
  for (const one of [token, client.token])
    expect((await api.call(user.currentUser, {}, { token: one })).status).toBe(401);
  expect((await api.call(user.currentUser, {}, otherClient)).ok).toBe(true);
  await newPassword(await resetCode());
  const guess = () => api.call(user.login, { email: client.email, password: "a guess" }, { browser });
  const guesses = [];
  for (let n = 0; n < 10; n++) guesses.push((await guess()).status);
  // a known browser has a separate limit; this one shares the limit of unknown browsers
  expect(guesses).toEqual(Array(10).fill(401));
  const stranger = await api.call(user.login, { email: client.email, password: "a new password" });
  expect(stranger.status).toBe(429);
  api.pass({ minutes: 1 });
  expect((await api.call(user.login, { email: otherClient.email, password })).ok).toBe(true);
});

it("it is recorded in the activity, and runs once, even if the link is opened many times at once", async () => {
  const token = await notMeEmail();
  const answers = await Promise.all(Array.from({ length: 4 }, () => notMe(token)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await isOpen(token)).body).toEqual({ isOpen: false });
  await newPassword(await resetCode());
  const opened = (await api.call(user.login, { email: client.email, password: "a new password" })).body;
  const { events } = (await api.call(contract.activity, { page: 1 }, opened)).body;
  expect(events.map(({ kind }) => kind).sort()).toEqual(["login", "notMe", "passwordReset"]);
});

it("a link works until it is used or two weeks old; an unknown link is not found", async () => {
  const [used, unused] = [await notMeEmail(), await notMeEmail()];
  await notMe(used);
  expect([(await isOpen(used)).body, (await isOpen(unused)).body]).toEqual([
    { isOpen: false },
    { isOpen: true },
  ]);
  api.pass({ days: 14 });
  for (const token of ["made-up", used, unused]) {
    expect(await isOpen(token)).toMatchObject(missing);
    expect(await notMe(token)).toMatchObject(missing);
  }
});
