import { verify } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { hashPassword, isPassword, nobodysHash, owaspPasswordCost } from "./passwords";

const cheap = { passwordCost: { memoryKib: 8, passes: 1 } };
const production = { passwordCost: owaspPasswordCost };

test("a password is right as a whole and as it was written, and nothing else is", async () => {
  const password = "Пароль с пробелом, longer than the 72 bytes that some hashes look at: 0123456789";
  const hash = await hashPassword(cheap, password);
  expect(await isPassword(cheap, hash, password)).toBe(true);
  for (const wrong of ["", password.slice(0, -1), `${password} `, password.toLowerCase()])
    expect([wrong, await isPassword(cheap, hash, wrong)]).toEqual([wrong, false]);
});

test("production hashes by argon2id of OWASP's cost, salted: two alike differ", async () => {
  const [one, other] = [
    await hashPassword(production, "the same"),
    await hashPassword(production, "the same"),
  ];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(nobodysHash(production)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toContain("the same");
  expect(one).not.toBe(other);
});

test("where nobody is registered no password is right, not even the one that is compared with", async () => {
  for (const password of ["", "a guess", "nobody's password"])
    expect(await isPassword(cheap, undefined, password)).toBe(false);
});

test("a password of nobody costs what a client's costs: argon2 works through the hash that it is compared with", async () => {
  const parametersOf = (hash: string) => hash.split("$").slice(0, 4);
  expect(parametersOf(nobodysHash(cheap))).toEqual(parametersOf(await hashPassword(cheap, "a password")));
  expect(await verify(nobodysHash(cheap), "a guess")).toBe(false);
  await expect(verify(`${nobodysHash(cheap)}!`, "a guess")).rejects.toThrow();
});

test("what is no hash, such as that of an account without a password, is opened by nothing", async () => {
  for (const hash of ["", "!", "closed", "$argon2id$v=19$m=19456,t=2,p=1$"])
    for (const password of ["", hash, "a guess"]) expect(await isPassword(cheap, hash, password)).toBe(false);
});

test("more passwords at once than can be looked at in good time are refused, and those that wait are answered", async () => {
  // what is no hash is looked at in its turn too, and costs no time
  const answers = await Promise.allSettled(
    Array.from({ length: 90 }, () => isPassword(cheap, "!", "a guess")),
  );
  const looked = answers.filter((one) => one.status === "fulfilled");
  const refused = answers.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(new Set(refused)).toEqual(new Set(["busy"]));
  expect(looked.length).toBeGreaterThanOrEqual(65);
  expect(looked.length + refused.length).toBe(90);
  expect(await isPassword(cheap, await hashPassword(cheap, "right"), "right")).toBe(true);
});
