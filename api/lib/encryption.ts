import { hkdfSync } from "node:crypto";
import { decryptBytes, encryptBytes, joinEncrypted, splitEncrypted } from "./aes-gcm";
import type { Settings } from "./settings";

/** The current secret, and the previous one, which still decrypts older values. */
type Secrets = { secret: string; previousSecret?: string | undefined };

/** The purpose of the derived key, and what a ciphertext is bound to: it can't be decrypted anywhere else. */
type Use = { purpose: "server passwords" | "sealed cookies"; boundTo?: string };

const keyOf = (secret: string, { purpose }: Use) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));

/** Encrypts a text: AES-256-GCM under a key that HKDF derives from the secret for this purpose. */
export function encrypt({ secret }: Secrets, use: Use, text: string): string {
  const encrypted = encryptBytes(keyOf(secret, use), Buffer.from(text, "utf8"), use.boundTo);
  return joinEncrypted(encrypted).toString("base64url");
}

/**
 * Decrypts what `encrypt` returned, under the current secret or the previous one.
 * @throws if it was encrypted under another secret, for another use, or was changed
 */
export function decrypt({ secret, previousSecret }: Secrets, use: Use, ciphertext: string): string {
  const encrypted = splitEncrypted(Buffer.from(ciphertext, "base64url"));
  try {
    return decryptBytes(keyOf(secret, use), encrypted, use.boundTo).toString("utf8");
  } catch (error) {
    if (previousSecret === undefined) throw error;
    return decrypt({ secret: previousSecret }, use, ciphertext);
  }
}

const inDatabase = (boundTo: string): Use => ({ purpose: "server passwords", boundTo });

/** Encrypts a text for the database, bound to its place, such as the id of its server. */
export const encryptField = ({ settings }: { settings: Settings }, context: string, text: string): string =>
  encrypt(settings, inDatabase(context), text);

/** Decrypts what `encryptField` returned; throws as `decrypt` does. */
export const decryptField = (
  { settings }: { settings: Settings },
  context: string,
  ciphertext: string,
): string => decrypt(settings, inDatabase(context), ciphertext);

/** Encrypts a value of the previous secret under the current one; returns null if it already is. */
export function reencrypted(
  deps: { settings: Settings },
  context: string,
  ciphertext: string,
): string | null {
  try {
    decrypt({ secret: deps.settings.secret }, inDatabase(context), ciphertext);
    return null;
  } catch {
    return encryptField(deps, context, decryptField(deps, context, ciphertext));
  }
}
