import { eq } from "drizzle-orm";
import { authenticator } from "otplib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { recoveryCodes } from "#api/db/schema/security";
import { transaction } from "#api/db/transaction";
import { encryptField } from "#api/lib/encryption";
import { sha256Hex } from "#api/lib/hash";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { countRecoveryCodes, createRecoveryCodes, spendRecoveryCode } from "./recovery-codes";
import { spendSecondFactor } from "./second-factor";
import { createTotpKey, spendTotp } from "./totp";

let api: TestApi;
let client: { id: string };
let codes: string[];
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
  codes = await createCodes();
});

const createCodes = (userId = client.id) =>
  transaction(api.db, (tx) => createRecoveryCodes(api.deps, tx, userId));
const spend = (code: string | undefined, userId = client.id) =>
  transaction(api.db, (tx) => spendRecoveryCode(api.deps, tx, userId, code ?? ""));
const countUnused = async (userId = client.id) => (await countRecoveryCodes(api.db, userId))[0]?.left;
const rows = () => api.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, client.id));

test("there are ten codes of two groups of five characters, none of which look alike", async () => {
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-z]{5}-[2-9a-hjkmnp-z]{5}$/);
  expect(await countUnused()).toBe(10);
});

test("each code works once, and uses up no other", async () => {
  for (const [n, code] of codes.entries()) {
    expect([await spend(code), await spend(code), await countUnused()]).toEqual([true, false, 9 - n]);
  }
  expect((await rows()).map(({ usedAt }) => usedAt)).toEqual(Array(10).fill(api.deps.clock.now()));
});

test("a code works as typed from paper: in capitals, without the hyphen, with spaces", async () => {
  const [a = "", b = "", c = "", d = ""] = codes;
  const typed = [a.toUpperCase(), b.replace("-", ""), ` ${c.replace("-", " - ")} `, [...d].join(" ")];
  for (const code of typed) expect([code, await spend(code)]).toEqual([code, true]);
});

test("an incomplete code is wrong and uses up no code", async () => {
  const [code = ""] = codes;
  const guesses = [
    "",
    "-",
    code.slice(0, 5),
    code.slice(6),
    `${code}2`,
    code.replace("-", "!"),
    "aaaaa-aaaaa",
  ];
  for (const guess of guesses) expect([guess, await spend(guess)]).toEqual([guess, false]);
  expect(await countUnused()).toBe(10);
});

test("new codes invalidate the earlier ones, used or not", async () => {
  await spend(codes[0]);
  const fresh = await createCodes();
  expect(await countUnused()).toBe(10);
  for (const code of codes) expect(await spend(code)).toBe(false);
  expect(await spend(fresh[0])).toBe(true);
});

test("codes of one client do not work for another", async () => {
  const otherClient = await api.newClient();
  expect([await spend(codes[0], otherClient.id), await countUnused(otherClient.id)]).toEqual([false, 0]);
  const otherCodes = await createCodes(otherClient.id);
  expect([await spend(codes[0], otherClient.id), await spend(otherCodes[0])]).toEqual([false, false]);
  expect(await spend(codes[0])).toBe(true);
  expect([await countUnused(), await countUnused(otherClient.id)]).toEqual([9, 10]);
});

test("codes are stored encrypted: one copied to another account does not work there", async () => {
  const otherClient = await api.newClient();
  const [row] = await rows();
  expect(JSON.stringify(await rows())).not.toContain((codes[0] ?? "").replace("-", ""));
  await api.db
    .insert(recoveryCodes)
    .values({ id: "copied", userId: otherClient.id, encryptedHash: row?.encryptedHash ?? "" });
  for (const code of codes) await expect(spend(code, otherClient.id)).rejects.toThrow();
});

test("codes of an earlier version still work", async () => {
  // the hash of the bare code in lower case, encrypted for its account
  const encryptedHash = encryptField(api.deps, `recovery:${client.id}`, sha256Hex("abcde23456"));
  await api.db.insert(recoveryCodes).values({ id: client.id, userId: client.id, encryptedHash });
  expect([await spend("ABCDE-23456"), await countUnused()]).toEqual([true, 10]);
});

test("of concurrent uses of one code only one succeeds", async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => spend(codes[0])));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await countUnused()).toBe(9);
});

test("the second step accepts a code of the app or a recovery code and reports which one it was", async () => {
  const spendEither = (code: string | undefined) =>
    transaction(api.db, (tx) => spendSecondFactor(api.deps, tx, client.id, code ?? ""));
  const appCode = (secret: string) =>
    authenticator.clone({ epoch: api.deps.clock.now().getTime() }).generate(secret);
  const secret = await transaction(api.db, (tx) => createTotpKey(api.deps, tx, client.id));
  await transaction(api.db, (tx) => spendTotp(api.deps, tx, client.id, appCode(secret), false));
  api.pass({ seconds: 30 });
  const code = appCode(secret);
  // with a space, as apps show it
  expect(await spendEither(`${code.slice(0, 3)} ${code.slice(3)}`)).toBe("totp");
  expect([await spendEither(code), await countUnused()]).toEqual([null, 10]);
  expect(await spendEither(codes[3])).toBe("recovery");
  expect([await spendEither(codes[3]), await countUnused()]).toEqual([null, 9]);
  expect(await spendEither("")).toBeNull();
});
