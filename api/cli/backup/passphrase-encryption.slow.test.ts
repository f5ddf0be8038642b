import { describe, expect, it } from "vitest";
import { encryptWithPassphrase, openByPassphrase } from "./passphrase-encryption";

const passphrase = "correct horse battery";
const secrets = '{"APP_SECRET":"пароль"}';
/** Taken from a backup of version 2.0.0. */
const stored = {
  salt: "140X5Rh2UbHK4dVDN4r7fg==",
  iv: "Gk4reEdB3Og8aUvf",
  tag: "2gKr6OR9s7SbmKGt/hcqzQ==",
  sealed: "eYwXiJaodj9chH0zKJyU0Sr8ImVQqd/Vq6v2VWc=",
};
const notOpened = "The pass phrase does not open the secrets of this backup";

/** Returns the stored ciphertext with only the first bytes of a field. */
function shortened(field: keyof typeof stored, length: number): string {
  const bytes = Buffer.from(stored[field], "base64").subarray(0, length);
  return JSON.stringify({ ...stored, [field]: bytes.toString("base64") });
}

describe("openByPassphrase", () => {
  it("opens a ciphertext of an earlier release", () => {
    expect(openByPassphrase(passphrase, JSON.stringify(stored))).toBe(secrets);
  });

  it("opens what encryptWithPassphrase returned, which differs each time in the same format", () => {
    const text = encryptWithPassphrase(passphrase, secrets);
    expect(openByPassphrase(passphrase, text)).toBe(secrets);
    const fields = JSON.parse(text);
    expect(Object.keys(fields)).toEqual(Object.keys(stored));
    for (const [name, value] of Object.entries(stored)) expect(fields[name]).not.toBe(value);
  });

  it("throws for another pass phrase and for a changed or shortened ciphertext", () => {
    expect(() => openByPassphrase("correct horse bakery", JSON.stringify(stored))).toThrow(notOpened);
    for (const changed of [shortened("sealed", 20), shortened("tag", 8)])
      expect(() => openByPassphrase(passphrase, changed)).toThrow(notOpened);
  });
});

describe("encryptWithPassphrase", () => {
  it("requires twelve characters", () => {
    expect(() => encryptWithPassphrase("eleven char", secrets)).toThrow("at least 12 characters");
  });
});
