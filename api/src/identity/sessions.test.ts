import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApi } from "#api/service/testing";
import { testApi, testPassword } from "#api/service/testing";
import * as contract from "#contract/user/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const minute = 60;
const day = 24 * 60 * minute;

async function logIn() {
  const { email } = await api.newClient();
  return (await api.call(contract.login, { email, password: testPassword })).body;
}

test("an access token works a quarter of an hour, and not a second longer", async () => {
  const { token } = await logIn();
  api.pass({ seconds: 15 * minute - 1 });
  expect((await api.call(contract.currentUser, {}, { token })).status).toBe(200);
  api.pass({ seconds: 2 });
  expect((await api.call(contract.currentUser, {}, { token })).refusal.code).toBe("sessionOver");
});

test("a session that nobody uses ends after thirty days; one that is used goes on", async () => {
  const { refreshToken } = await logIn();
  api.pass({ seconds: 30 * day - 1 });
  const { body, status } = await api.call(contract.refreshToken, { refreshToken });
  expect(status).toBe(200);
  api.pass({ seconds: 30 * day + 1 });
  const late = await api.call(contract.refreshToken, { refreshToken: body.refreshToken });
  expect([late.status, late.refusal.code]).toEqual([401, "sessionOver"]);
});
