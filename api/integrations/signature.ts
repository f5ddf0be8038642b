import { createHmac, timingSafeEqual } from "node:crypto";

/** A signed message is believed for this long, either way: clocks differ, old messages must not come back. */
const toleranceSeconds = 300;

/** HMAC-SHA256 in hex. */
export const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");

/** Compares two texts in a time that says nothing of where they differ. */
export function isSame(actual: string, expected: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const signatureOf = (secret: string, timestamp: string, body: string) =>
  `sha256=${hmac(secret, `${timestamp}.${body}`)}`;

/** Headers that prove who sends a body, and when: HMAC-SHA256 over `<unix seconds>.<body>`. */
export function signedHeaders(secret: string, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { "x-timestamp": timestamp, "x-signature": signatureOf(secret, timestamp, body) };
}

/** Whether a body was signed with the secret, within the last (or next) five minutes; compared in constant time. */
export function isSigned(secret: string, headers: Headers, body: string, now: Date): boolean {
  const timestamp = headers.get("x-timestamp") ?? "";
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  return isSame(headers.get("x-signature") ?? "", signatureOf(secret, timestamp, body));
}
