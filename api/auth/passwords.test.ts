import { verify } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { hashPassword, isPassword, nobodysHash, owaspPasswordCost } from "./passwords";

const cheap = { passwordCost: { memoryKib: 8, passes: 1 } };
const production = { passwordCost: owaspPasswordCost };

test("a password matches only in full and exactly as it was typed", async () => {
  const password = "Пароль с пробелом, longer than the 72 bytes that some hashes look at: 0123456789";
  const hash = await hashPassword(cheap, password);
  expect(await isPassword(cheap, hash, password)).toBe(true);
  for (const wrong of ["", password.slice(0, -1), `${password} `, password.toLowerCase()])
    expect([wrong, await isPassword(cheap, hash, wrong)]).toEqual([wrong, false]);
});

test("production hashes with argon2id at OWASP's cost, salted: two hashes of one password differ", async () => {
  const [hash, otherHash] = [
    await hashPassword(production, "the same"),
    await hashPassword(production, "the same"),
  ];
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(nobodysHash(production)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(hash).not.toContain("the same");
  expect(hash).not.toBe(otherHash);
});

test("no password matches an unknown account, not even the one behind the dummy hash", async () => {
  for (const password of ["", "a guess", "nobody's password"])
    expect(await isPassword(cheap, undefined, password)).toBe(false);
});

test("a password check of an unknown account costs as much as a client's: argon2 runs on a dummy hash", async () => {
  const parametersOf = (hash: string) => hash.split("$").slice(0, 4);
  expect(parametersOf(nobodysHash(cheap))).toEqual(parametersOf(await hashPassword(cheap, "a password")));
  expect(await verify(nobodysHash(cheap), "a guess")).toBe(false);
  await expect(verify(`${nobodysHash(cheap)}!`, "a guess")).rejects.toThrow();
});

test("no password matches a value that is not a hash, such as that of an account without a password", async () => {
  for (const hash of ["", "!", "closed", "$argon2id$v=19$m=19456,t=2,p=1$"])
    for (const password of ["", hash, "a guess"]) expect(await isPassword(cheap, hash, password)).toBe(false);
});

test("password checks beyond what can finish in time are rejected as busy; those in the queue are answered", async () => {
  // an invalid hash waits in the queue like others, and costs no time
  const answers = await Promise.allSettled(
    Array.from({ length: 90 }, () => isPassword(cheap, "!", "a guess")),
  );
  const answered = answers.filter((one) => one.status === "fulfilled");
  const rejectedCodes = answers.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(new Set(rejectedCodes)).toEqual(new Set(["busy"]));
  expect(answered.length).toBeGreaterThanOrEqual(65);
  expect(answered.length + rejectedCodes.length).toBe(90);
  expect(await isPassword(cheap, await hashPassword(cheap, "right"), "right")).toBe(true);
});
