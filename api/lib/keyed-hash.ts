import { createHmac } from "node:crypto";
import type { Settings } from "./settings";

type Secrets = Pick<Settings, "secret" | "previousSecret">;

const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text);

/** Returns the HMAC-SHA256 of a text under the service's secret, in hex. */
export const keyedHash = ({ secret }: Secrets, text: string): string => hmac(secret, text).digest("hex");

/**
 * Returns the hashes that verify a text: under the current secret, and during a key rotation under the previous one.
 */
export const provingHashes = ({ secret, previousSecret }: Secrets, text: string): string[] =>
  [secret, previousSecret].flatMap((one) => (one === undefined ? [] : [hmac(one, text).digest("hex")]));

/** Returns the HMAC in base64url, for use in URLs. */
export const keyedMark = ({ secret }: Secrets, text: string): string =>
  hmac(secret, text).digest("base64url");

export const provingMarks = ({ secret, previousSecret }: Secrets, text: string): string[] =>
  [secret, previousSecret].flatMap((one) => (one === undefined ? [] : [hmac(one, text).digest("base64url")]));
