import { afterAll, beforeAll, expect, test } from "vitest";
import { consumeInMemory } from "#api/http/rate-limit";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { userReadsPerMinute } from "#contract/rules";
import * as contract from "#contract/users/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("the account's language is returned with the client, in capitals", async () => {
  const client = await api.newClient();
  expect((await api.call(contract.currentUser, {}, client)).body.language).toBe("en");
  await api.call(contract.changeLanguage, { language: "RU" }, client);
  const raw = await api.fetch("/user/auth", { headers: { authorization: `Bearer ${client.token}` } });
  expect(await raw.json()).toEqual({
    id: client.id,
    created_at: expect.any(String),
    email: client.email,
    name: "Test Client",
    photo_path: null,
    telegram_link: null,
    telegram_mon_link: null,
    balance: 0,
    balance_partner: 0,
    language: "RU",
    time_zone: null,
    unread_tickets: [],
  });
});

test("reading the client too often is rate-limited", async () => {
  const client = await api.newClient();
  const fetchUser = () => api.fetch("/user/auth", { headers: { authorization: `Bearer ${client.token}` } });
  for (let read = 0; read < userReadsPerMinute; read++)
    consumeInMemory(api.deps, { key: `user-read:${client.id}`, limit: userReadsPerMinute });
  const rejected = await fetchUser();
  expect([rejected.status, (await rejected.json()).message]).toEqual([
    429,
    expect.stringMatching(/^Too much requests - try later/),
  ]);
  api.pass({ minutes: 1 });
  expect((await fetchUser()).status).toBe(200);
});
