import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** What AES-GCM makes of bytes: the random nonce (12 bytes), the authentication tag (16 bytes), the ciphertext. */
type Encrypted = { iv: Buffer; tag: Buffer; ciphertext: Buffer };

/**
 * Encrypts bytes with AES-256-GCM.
 * @param key 32 bytes
 * @param boundTo text that has to be given again to decrypt; it is not part of the result
 */
export function encryptBytes(key: Buffer, bytes: Buffer, boundTo = ""): Encrypted {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(boundTo));
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return { iv, tag: cipher.getAuthTag(), ciphertext };
}

/**
 * Decrypts what `encryptBytes` returned.
 * @throws if it was encrypted under another key or bound to something else, or was changed or shortened
 */
export function decryptBytes(key: Buffer, { iv, tag, ciphertext }: Encrypted, boundTo = ""): Buffer {
  // without the length, a tag of four bytes would be accepted, which can be guessed
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(tag);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

/** Returns the parts as one piece: nonce, tag, ciphertext. */
export const joinEncrypted = ({ iv, tag, ciphertext }: Encrypted): Buffer =>
  Buffer.concat([iv, tag, ciphertext]);

/** Returns the parts of what `joinEncrypted` joined. */
export const splitEncrypted = (bytes: Buffer): Encrypted => ({
  iv: bytes.subarray(0, ivBytes),
  tag: bytes.subarray(ivBytes, ivBytes + tagBytes),
  ciphertext: bytes.subarray(ivBytes + tagBytes),
});
