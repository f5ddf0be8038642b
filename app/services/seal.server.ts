import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { sessionSecret } from "./env.server";

const algorithm = "aes-256-gcm";

const key = () => Buffer.from(hkdfSync("sha256", sessionSecret(), "", "sealed cookies", 32));

/** Closes a text that a browser keeps for us and must not read: AES-256-GCM under a key that follows from `SESSION_SECRET`. */
export function sealed(text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, key(), iv);
  const closed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), closed]).toString("base64url");
}

/** Opens what `sealed` made; undefined where it was made under another secret. */
export function unsealed(closed: string): string | undefined {
  const bytes = Buffer.from(closed, "base64url");
  try {
    const decipher = createDecipheriv(algorithm, key(), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
