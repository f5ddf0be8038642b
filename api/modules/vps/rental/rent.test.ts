import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLedger } from "#api/ledger/ledger";
import { finishOrders, giveMoney, order, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { currentUser } from "#contract/users/index";
import * as contract from "#contract/vps/index";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

async function clientWith(cents: number) {
  const client = await api.newClient();
  if (cents > 0) await giveMoney(api, client.id, cents);
  return client;
}

const balanceOf = async (token: string) => (await api.call(currentUser, {}, { token })).body.balanceCents;
const serversOf = async (token: string, query = {}) =>
  (await api.call(contract.servers, query as never, { token })).body;

test("plans show the price and the saving of each period", async () => {
  const { token } = await clientWith(0);
  const { body } = await api.call(contract.rates, {}, { token });
  expect(body.testServer).toBe("available");
  expect(body.rates.map(({ name }) => name)).toEqual(["Trader 1", "Trader 2", "Trader 4", "Trader 8"]);
  expect(body.rates[1]?.periods).toEqual([
    { months: 1, priceCents: 1900, savingCents: 0, savingPercent: 0 },
    { months: 3, priceCents: 5415, savingCents: 285, savingPercent: 5 },
    { months: 6, priceCents: 10260, savingCents: 1140, savingPercent: 10 },
    { months: 12, priceCents: 18240, savingCents: 4560, savingPercent: 20 },
  ]);
});

test("a rented server is charged once, set up, and its password is never in the list", async () => {
  const { token } = await clientWith(10_000);
  const { status, body } = await api.call(
    contract.rent,
    { ...order, months: 3, comment: " my EA ", autoRenewal: true },
    { token },
  );
  expect(status).toBe(200);
  expect(body.totalCents).toBe(5415);
  expect(await balanceOf(token)).toBe(10_000 - 5415);
  const [fresh] = (await serversOf(token)).servers;
  expect(fresh).toMatchObject({
    id: body.serverId,
    status: "settingUp",
    tariff: "Trader 2",
    comment: "my EA",
    autoRenewal: true,
  });
  expect((await api.call(contract.credentials, { serverId: body.serverId }, { token })).error.code).toBe(
    "serverNotReady",
  );

  await finishOrders(api);
  const list = await serversOf(token);
  expect(list.servers[0]).toMatchObject({ status: "active", paidUntil: body.paidUntil });
  const { body: credentials } = await api.call(contract.credentials, { serverId: body.serverId }, { token });
  expect(credentials.ip).toMatch(/^198\.1[89]\./);
  expect(list.servers[0]?.ip).toBe(credentials.ip);
  expect(fresh?.ip).toBeNull();
  expect(JSON.stringify(list)).not.toContain(credentials.login);
  const { body: revealed } = await api.call(contract.revealPassword, { serverId: body.serverId }, { token });
  expect(revealed.password.length).toBeGreaterThan(12);
  expect(JSON.stringify(credentials)).not.toContain(revealed.password);
  expect(api.sentEmails.at(-1)).toMatchObject({ template: "serverReady" });
  expect(JSON.stringify(api.sentEmails)).not.toContain(revealed.password);
});

test("one key has one effect and one response, also when posted a hundred times at once", async () => {
  const { token } = await clientWith(100_000);
  const key = "the-same-key-of-a-form";
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => api.call(contract.rent, order, { token, key })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.serverId)).size).toBe(1);
  expect(await balanceOf(token)).toBe(100_000 - 1900);
  expect((await serversOf(token)).total).toBe(1);
  const other = await api.call(contract.rent, { ...order, months: 3 }, { token, key });
  expect([other.status, other.error.code]).toEqual([409, "idempotencyKeyReused"]);
});

test("of many orders with money for one, one succeeds and nothing is left half done", async () => {
  const { token } = await clientWith(1900);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => api.call(contract.rent, order, { token })),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const rejected = answers.find(({ ok }) => !ok);
  expect(rejected?.error).toMatchObject({
    message: "Insufficient funds for payment",
    details: { missingCents: 1900 },
  });
  expect(await balanceOf(token)).toBe(0);
  expect((await serversOf(token)).total).toBe(1);
  expect(await checkLedger(api.db)).toEqual([]);
});

test.each([
  ["a rate that does not exist", { rateId: "trader-9" }, 404, "notFound"],
  ["a period that does not exist", { months: 2 }, 422, "invalidInput"],
  ["a period that is no number", { months: "soon" }, 422, "invalidInput"],
  ["an operating system that is not on offer", { operatingSystem: "TempleOS" }, 422, "invalidInput"],
  ["an unknown promo code", { promoCode: "NOPE2026" }, 422, "promoUnknown"],
])("%s is rejected and costs nothing", async (_what, change, status, code) => {
  const { token } = await clientWith(5_000);
  const answer = await api.call(contract.rent, { ...order, ...change } as never, { token });
  expect([answer.status, answer.error.code]).toEqual([status, code]);
  expect(await balanceOf(token)).toBe(5_000);
});

test("the quote returns the total, the missing sum, and the date it would be paid until", async () => {
  const { token } = await clientWith(1_000);
  const { body } = await api.call(contract.quoteRent, { rateId: "trader-2", months: 1 }, { token });
  expect(body).toMatchObject({
    priceCents: 1900,
    discountCents: 0,
    totalCents: 1900,
    balanceCents: 1000,
    missingCents: 900,
  });
  expect(Date.parse(body.paidUntil)).toBeGreaterThan(api.deps.clock.now().getTime());
});

test("a missing or malformed key is reported as such, and nothing is charged", async () => {
  const { token } = await clientWith(10_000);
  for (const [key, code] of [
    ["short", "idempotencyKeyMalformed"],
    ["with spaces in it", "idempotencyKeyMalformed"],
    ["x".repeat(101), "idempotencyKeyMalformed"],
    [null, "idempotencyKeyMissing"],
  ] as const) {
    const { status, error } = await api.call(contract.rent, order, { token, key });
    expect([status, error.code]).toEqual([400, code]);
  }
  expect(await balanceOf(token)).toBe(10_000);
});
