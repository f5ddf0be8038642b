import { expect, test } from "vitest";
import { readBrand } from "#contract/branding/brand";
import { decrypt, decryptField, encrypt, encryptField } from "./encryption";

const deps = { settings: { publicOrigin: "", dataDir: "", brand: readBrand({}), secret: "a secret" } };

test("an encrypted password decrypts for its server only, and only with the same secret", () => {
  const ciphertext = encryptField(deps, "server-1", "пароль-1");
  expect(ciphertext).not.toContain("пароль-1");
  expect(decryptField(deps, "server-1", ciphertext)).toBe("пароль-1");
  expect(() => decryptField(deps, "server-2", ciphertext)).toThrow();
  expect(() =>
    decryptField({ settings: { ...deps.settings, secret: "another" } }, "server-1", ciphertext),
  ).toThrow();
});

test("the same password encrypts differently each time", () => {
  expect(encryptField(deps, "server-1", "x")).not.toBe(encryptField(deps, "server-1", "x"));
});

test("ciphertexts of earlier releases still decrypt, in databases and in cookies", () => {
  const inDatabase = "ebrN6uus9Nor3KvJVSO7yfXtBsnj9jaZJcQLYh-IyOcCfGD9vXPUzevv";
  expect(decryptField(deps, "server-1", inDatabase)).toBe("пароль-1");
  const inCookie = "94cRjqcaZXRLksWLzdxc4EQLIj9SRaZd-NRMM2pKGkqQM2hBa_CL";
  const secret = "a secret of thirty-two characters";
  expect(decrypt({ secret }, { purpose: "sealed cookies" }, inCookie)).toBe("refresh=abc");
  const bound = "wuf4jT6p-swoNFyS12Dfd3CXJucoPSqexBPg6aNIeKeyQ2RgxA-e";
  const use = { purpose: "sealed cookies", boundTo: "x" } as const;
  expect(decrypt({ secret: "a secret" }, use, bound)).toBe("refresh=abc");
});

test("a ciphertext of one purpose decrypts for no other, and also with the previous secret", () => {
  const cookies = { purpose: "sealed cookies" } as const;
  const ciphertext = encrypt({ secret: "old" }, cookies, "refresh=abc");
  expect(decrypt({ secret: "new", previousSecret: "old" }, cookies, ciphertext)).toBe("refresh=abc");
  expect(() => decrypt({ secret: "new", previousSecret: "older" }, cookies, ciphertext)).toThrow();
  expect(() => decrypt({ secret: "old" }, { purpose: "server passwords" }, ciphertext)).toThrow();
});

test("a ciphertext with a shortened tag does not decrypt", () => {
  const use = { purpose: "sealed cookies" } as const;
  const whole = Buffer.from(encrypt({ secret: "a secret" }, use, ""), "base64url");
  const cut = whole.subarray(0, 12 + 8).toString("base64url");
  expect(() => decrypt({ secret: "a secret" }, use, cut)).toThrow();
});
