import { randomBytes, scryptSync } from "node:crypto";
import * as z from "zod/mini";
import { decryptBytes, encryptBytes } from "#api/lib/aes-gcm";

/** RFC 7914 with 128 MB of memory: about half a second per guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 };
export const shortestPassphrase = 12;

const envelopeSchema = z.object({ salt: z.string(), iv: z.string(), tag: z.string(), sealed: z.string() });

const keyOf = (passphrase: string, salt: Buffer) => scryptSync(passphrase, salt, 32, cost);

/** Encrypts a text with a pass phrase: scrypt, AES-256-GCM; the result is JSON of base64. */
export function encryptWithPassphrase(passphrase: string, text: string): string {
  if (passphrase.length < shortestPassphrase)
    throw new Error(`The pass phrase of a backup has at least ${shortestPassphrase} characters`);
  const salt = randomBytes(16);
  const { iv, tag, ciphertext } = encryptBytes(keyOf(passphrase, salt), Buffer.from(text, "utf8"));
  const fields = { salt, iv, tag, sealed: ciphertext };
  return JSON.stringify(
    Object.fromEntries(Object.entries(fields).map(([name, bytes]) => [name, bytes.toString("base64")])),
  );
}

/**
 * Decrypts what `encryptWithPassphrase` returned; throws if the pass phrase is wrong or the ciphertext was changed.
 */
export function openByPassphrase(passphrase: string, text: string): string {
  const fields = envelopeSchema.parse(JSON.parse(text));
  const bytesOf = (field: keyof typeof fields) => Buffer.from(fields[field], "base64");
  const encrypted = { iv: bytesOf("iv"), tag: bytesOf("tag"), ciphertext: bytesOf("sealed") };
  try {
    return decryptBytes(keyOf(passphrase, bytesOf("salt")), encrypted).toString("utf8");
  } catch {
    throw new Error("The pass phrase does not open the secrets of this backup");
  }
}
