import { createHash } from "node:crypto";

/**
 * Returns the SHA-256 of a secret in hex. The database stores it instead of tokens and keys, so that reading it does
 * not reveal them.
 */
export const sha256Hex = (token: string) => createHash("sha256").update(token).digest("hex");
