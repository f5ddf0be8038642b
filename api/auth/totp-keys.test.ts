import { eq } from "drizzle-orm";
import { authenticator } from "otplib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { totpKeys } from "#api/db/schema/security";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { createTotpKey, hasTwoStep, spendTotp, totpAddress } from "./totp";

let api: TestApi;
let client: { id: string; email: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const createKey = (userId = client.id) => transaction(api.db, (tx) => createTotpKey(api.deps, tx, userId));
const spend = (code: string, confirmed?: boolean, userId = client.id) =>
  transaction(api.db, (tx) => spendTotp(api.deps, tx, userId, code, confirmed));
/** Returns the code that the app shows after this many seconds. */
const codeOf = (secret: string, seconds = 0) =>
  authenticator.clone({ epoch: api.deps.clock.now().getTime() + seconds * 1000 }).generate(secret);
const rowOf = async (userId = client.id) =>
  (await api.db.select().from(totpKeys).where(eq(totpKeys.userId, userId)))[0] ??
  expect.unreachable("no key");
/** Creates a key in use, confirmed by a code half a minute ago. */
async function confirmed(): Promise<string> {
  const secret = await createKey();
  expect(await spend(codeOf(secret), false)).toBe(true);
  api.pass({ seconds: 30 });
  return secret;
}

test("two-step login is on from the first correct code of the app, not from showing the QR code", async () => {
  const otherClient = await api.newClient();
  expect(await hasTwoStep(api.db, client.id)).toBe(false);
  const secret = await createKey();
  expect(await hasTwoStep(api.db, client.id)).toBe(false);
  expect(await spend(codeOf(secret, 120), false)).toBe(false);
  expect(await hasTwoStep(api.db, client.id)).toBe(false);
  expect(await spend(codeOf(secret), false)).toBe(true);
  expect(await hasTwoStep(api.db, client.id)).toBe(true);
  expect(await hasTwoStep(api.db, otherClient.id)).toBe(false);
  expect((await rowOf()).confirmedAt).toEqual(api.deps.clock.now());
});

test("a prepared key stays the same for an hour, then is replaced and the hour starts again", async () => {
  const first = await createKey();
  expect(first).toMatch(/^[A-Z2-7]{32}$/);
  api.pass({ minutes: 60 });
  expect(await createKey()).toBe(first);
  api.pass({ seconds: 1 });
  const second = await createKey();
  expect(second).not.toBe(first);
  expect((await rowOf()).createdAt).toEqual(api.deps.clock.now());
  api.pass({ minutes: 59 });
  expect(await createKey()).toBe(second);
  expect(await spend(codeOf(first), false)).toBe(false);
  expect(await spend(codeOf(second), false)).toBe(true);
});

test("a key in use stays, however old, even if another is prepared", async () => {
  const secret = await confirmed();
  api.pass({ days: 400 });
  expect(await createKey()).toBe(secret);
  expect(await hasTwoStep(api.db, client.id)).toBe(true);
  expect(await spend(codeOf(secret))).toBe(true);
});

test("keys of two clients differ, and neither accepts the other's code", async () => {
  const otherClient = await api.newClient();
  const [own, otherSecret] = [await createKey(), await createKey(otherClient.id)];
  expect(own).not.toBe(otherSecret);
  expect(await spend(codeOf(otherSecret), false)).toBe(false);
  expect(await spend(codeOf(own), false, otherClient.id)).toBe(false);
});

test("a key is stored encrypted and decrypts for its own account only", async () => {
  const otherClient = await api.newClient();
  const [secret] = [await createKey(), await createKey(otherClient.id)];
  const { encryptedSecret } = await rowOf();
  expect(encryptedSecret).not.toContain(secret);
  await api.db.update(totpKeys).set({ encryptedSecret }).where(eq(totpKeys.userId, otherClient.id));
  await expect(spend(codeOf(secret), false, otherClient.id)).rejects.toThrow();
});

test("a key that is being set up does not authenticate, and a key in use can't be set up again", async () => {
  const prepared = await createKey();
  expect(await spend(codeOf(prepared))).toBe(false);
  expect(await hasTwoStep(api.db, client.id)).toBe(false);
  await spend(codeOf(prepared), false);
  api.pass({ seconds: 30 });
  expect(await spend(codeOf(prepared), false)).toBe(false);
  expect(await spend(codeOf(prepared))).toBe(true);
});

test("a code counts once, and codes older than the last accepted one are rejected", async () => {
  const secret = await confirmed();
  const [before, now, after] = [codeOf(secret, -30), codeOf(secret), codeOf(secret, 30)];
  expect(await spend(now)).toBe(true);
  expect([await spend(now), await spend(before)]).toEqual([false, false]);
  // the app's clock may be half a minute fast
  expect(await spend(after)).toBe(true);
  expect([await spend(after), await spend(now)]).toEqual([false, false]);
  api.pass({ seconds: 60 });
  expect(await spend(codeOf(secret))).toBe(true);
});

test("the code that confirmed the key can't be used to log in", async () => {
  const secret = await createKey();
  const code = codeOf(secret);
  await spend(code, false);
  expect(await spend(code)).toBe(false);
});

test("of concurrent uses of one code only one succeeds", async () => {
  const code = codeOf(await confirmed());
  const answers = await Promise.all(Array.from({ length: 6 }, () => spend(code)));
  expect(answers.filter(Boolean)).toHaveLength(1);
});

test("later codes leave the confirmation time of the key unchanged", async () => {
  const secret = await confirmed();
  const { confirmedAt } = await rowOf();
  await spend(codeOf(secret));
  expect((await rowOf()).confirmedAt).toEqual(confirmedAt);
});

test("anything but six digits is wrong, also around a correct code; without a key every code is wrong", async () => {
  const secret = await confirmed();
  const code = codeOf(secret);
  const wrong = [
    "",
    "1",
    code.slice(1),
    `0${code}`,
    `${code}0`,
    `x${code}`,
    `${code}x`,
    `${code}\n`,
    "abcdef",
  ];
  for (const one of wrong) expect([one, await spend(one)]).toEqual([one, false]);
  expect(await spend(code, true, (await api.newClient()).id)).toBe(false);
  expect(await spend(code)).toBe(true);
});

test("the QR code names product and account, and contains the key", () => {
  const address = new URL(totpAddress("GEZDGNBVGY3TQOJQ", "ann@example.test", "Tradehost"));
  expect(address.protocol).toBe("otpauth:");
  expect(decodeURIComponent(address.pathname)).toContain("Tradehost:ann@example.test");
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    secret: "GEZDGNBVGY3TQOJQ",
    issuer: "Tradehost",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});
