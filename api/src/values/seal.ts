import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Settings } from "./settings";

const algorithm = "aes-256-gcm";

const keyOf = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "", "server passwords", 32));

/** Seals a password for the database: AES-256-GCM under a key that follows from the service's secret, bound to its server. */
export function seal(parts: { settings: Settings }, serverId: string, password: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, keyOf(parts.settings.secret), iv).setAAD(Buffer.from(serverId));
  const sealed = Buffer.concat([cipher.update(password, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/**
 * Opens what `seal` made, under this secret or the one before it.
 * @throws where it was made for another server, under another secret, or was changed
 */
export function unseal({ settings }: { settings: Settings }, serverId: string, sealed: string): string {
  const { secret, previousSecret } = settings;
  try {
    return open(secret, serverId, sealed);
  } catch (error) {
    if (previousSecret === undefined) throw error;
    return open(previousSecret, serverId, sealed);
  }
}

/** What was sealed under the previous secret, sealed under the present one; null where it is already. */
export function resealed(parts: { settings: Settings }, serverId: string, sealed: string): string | null {
  try {
    open(parts.settings.secret, serverId, sealed);
    return null;
  } catch {
    return seal(parts, serverId, unseal(parts, serverId, sealed));
  }
}

function open(secret: string, serverId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(algorithm, keyOf(secret), bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(serverId)).setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}
