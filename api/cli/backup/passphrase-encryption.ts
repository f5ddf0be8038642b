import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import * as z from "zod/mini";

/** RFC 7914 with 128 MB of memory: about half a second per guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 };
const algorithm = "aes-256-gcm";
export const shortestPassphrase = 12;

const envelopeSchema = z.object({ salt: z.string(), iv: z.string(), tag: z.string(), sealed: z.string() });

const keyOf = (passphrase: string, salt: Buffer) => scryptSync(passphrase, salt, 32, cost);

/** Encrypts a text with a pass phrase: scrypt, AES-256-GCM; the result is JSON of base64. */
export function encryptWithPassphrase(passphrase: string, text: string): string {
  if (passphrase.length < shortestPassphrase)
    throw new Error(`The pass phrase of a backup has at least ${shortestPassphrase} characters`);
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(algorithm, keyOf(passphrase, salt), iv);
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const fields = { salt, iv, tag: cipher.getAuthTag(), sealed: ciphertext };
  return JSON.stringify(
    Object.fromEntries(Object.entries(fields).map(([name, bytes]) => [name, bytes.toString("base64")])),
  );
}

/**
 * Decrypts what `encryptWithPassphrase` returned; throws if the pass phrase is wrong or the ciphertext was changed.
 */
export function openByPassphrase(passphrase: string, text: string): string {
  const fields = envelopeSchema.parse(JSON.parse(text));
  const [salt, iv, tag, ciphertext] = [fields.salt, fields.iv, fields.tag, fields.sealed].map((part) =>
    Buffer.from(part, "base64"),
  ) as [Buffer, Buffer, Buffer, Buffer];
  const decipher = createDecipheriv(algorithm, keyOf(passphrase, salt), iv).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8");
  } catch {
    throw new Error("The pass phrase does not open the secrets of this backup");
  }
}
