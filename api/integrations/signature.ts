import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * A signed message is accepted this long before and after its time: clocks differ, and old messages must not be
 * replayed.
 */
const toleranceSeconds = 300;

/** Returns the HMAC-SHA256 in hex. */
export const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");

/** Compares two texts in constant time. */
export function isSame(actual: string, expected: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const signatureOf = (secret: string, timestamp: string, body: string) =>
  `sha256=${hmac(secret, `${timestamp}.${body}`)}`;

/** Returns headers that prove the sender and the time of a body: HMAC-SHA256 over `<unix seconds>.<body>`. */
export function signedHeaders(secret: string, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { "x-timestamp": timestamp, "x-signature": signatureOf(secret, timestamp, body) };
}

/**
 * Returns whether a body was signed with the secret within five minutes before or after now; compares in constant
 * time.
 */
export function isSigned(secret: string, headers: Headers, body: string, now: Date): boolean {
  const timestamp = headers.get("x-timestamp") ?? "";
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  return isSame(headers.get("x-signature") ?? "", signatureOf(secret, timestamp, body));
}
