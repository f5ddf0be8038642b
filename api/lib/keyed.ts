import { createHmac } from "node:crypto";
import type { Settings } from "./settings";

type Secrets = Pick<Settings, "secret" | "previousSecret">;

const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text);

/** HMAC-SHA256 of a text under the service's secret, in hex. */
export const keyedHash = ({ secret }: Secrets, text: string): string => hmac(secret, text).digest("hex");

/** The hashes that prove a text: under the secret, and while secrets are exchanged under the one before. */
export const provingHashes = ({ secret, previousSecret }: Secrets, text: string): string[] =>
  [secret, previousSecret].flatMap((one) => (one === undefined ? [] : [hmac(one, text).digest("hex")]));

/** The same for marks that stand in addresses: base64url. */
export const keyedMark = ({ secret }: Secrets, text: string): string =>
  hmac(secret, text).digest("base64url");

export const provingMarks = ({ secret, previousSecret }: Secrets, text: string): string[] =>
  [secret, previousSecret].flatMap((one) => (one === undefined ? [] : [hmac(one, text).digest("base64url")]));
