import { authenticator } from "otplib";
import { expect, test } from "vitest";
import { totpKeys } from "#api/db/schema/security";
import { servers } from "#api/db/schema/vps";
import { decryptField } from "#api/lib/encryption";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import * as security from "#contract/security/index";
import * as user from "#contract/users/index";
import { rotateKeys } from "./rotate-keys";
import { runDueJobs } from "./run-due-jobs";
import { seedClients } from "./seed/demo-clients";
import { seedDemoPartners } from "./seed/demo-partners";
import { seedDemoServers } from "./seed/demo-servers";
import { seedTariffs } from "./seed/tariffs";

/** The same installation with other secrets: its own API on the same database. */
const withSecrets = (api: TestApi, secret: string, previousSecret?: string) =>
  testApi({
    db: api.db,
    clock: api.deps.clock,
    settings: { ...api.deps.settings, secret, previousSecret },
  });

test("key rotation re-encrypts passwords, authenticator apps and recovery codes, so that the old secret can be removed", async () => {
  const api = await testApi();
  for (const fill of [seedTariffs, seedClients, seedDemoPartners, seedDemoServers]) await fill(api.deps);
  const client = await api.newClient();
  const { secret } = (await api.call(security.prepareTwoStep, { password: testPassword }, client)).body;
  const code = () => authenticator.clone({ epoch: api.deps.clock.now().getTime() }).generate(secret);
  const { recoveryCodes } = (await api.call(security.turnOnTwoStep, { code: code() }, client)).body;
  const refreshed = (await api.call(user.login, { email: client.email, password: testPassword })).error;
  expect(refreshed.code).toBe("secondStepNeeded");

  const logIn = async (target: TestApi, secondFactorCode: string) => {
    const answer = await target.call(user.login, { email: client.email, password: testPassword });
    const ticket = String(answer.error.details?.ticket);
    return (await target.call(security.secondStep, { ticket, code: secondFactorCode })).status;
  };
  // both secrets are set: everything opens before anything was encrypted again
  const during = await withSecrets(api, "another secret", api.deps.settings.secret);
  api.pass({ minutes: 1 });
  expect(await logIn(during, code())).toBe(200);
  expect(await logIn(during, recoveryCodes[0] ?? "")).toBe(200);
  await rotateKeys.run({}, during.deps);

  const after = await withSecrets(api, "another secret");
  api.pass({ minutes: 1 });
  expect(await logIn(after, code())).toBe(200);
  expect(await logIn(after, recoveryCodes[1] ?? "")).toBe(200);
  const encryptedRows = (await api.db.select().from(servers)).filter(
    ({ encryptedPassword }) => encryptedPassword,
  );
  expect(encryptedRows.length).toBeGreaterThan(0);
  for (const { id, encryptedPassword } of encryptedRows)
    expect(decryptField(after.deps, id, encryptedPassword ?? "")).toMatch(/\S/);
  expect(await api.db.select().from(totpKeys)).toHaveLength(1);
  await runDueJobs(after.deps);
  for (const running of [during, after, api]) await running.close();
}, 120_000);

test("codes and links of emails sent before the rotation still work", async () => {
  const api = await testApi();
  const client = await api.newClient();
  await api.call(user.forgotPasswordCode, { email: client.email });
  const code = api.sentEmails.find(({ to }) => to === client.email)?.code ?? "";
  const during = await withSecrets(api, "another secret", api.deps.settings.secret);
  const after = await withSecrets(api, "another secret");
  expect((await after.call(user.checkForgotOtp, { email: client.email, code })).ok).toBe(false);
  expect((await during.call(user.checkForgotOtp, { email: client.email, code })).ok).toBe(true);
  for (const running of [during, after, api]) await running.close();
}, 60_000);
