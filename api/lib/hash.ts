import { createHash } from "node:crypto";

/** The SHA-256 of a secret in hex: what the database keeps of tokens and keys, so that nobody who reads it can use them. */
export const sha256Hex = (token: string) => createHash("sha256").update(token).digest("hex");
