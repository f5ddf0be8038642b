/**
 * A form's key contains its attempt number: `<key>`, then `<key>--2`. All attempts are one key to the API, so a
 * request is executed once, however the client returns to the page (Back, a second window, a page rejected before).
 */
const attempted = /^(.+)--([1-9]\d{0,2})$/;

/** Splits a form's key into the key for the API and the attempt number, starting at 1. */
export function attemptOf(idempotencyKey: string): { key: string; attempt: number } {
  const [, key, attempt] = attempted.exec(idempotencyKey) ?? [];
  return key ? { key, attempt: Number(attempt) } : { key: idempotencyKey, attempt: 1 };
}

/** Returns the key for the next attempt, after this one was rejected. */
export function nextAttempt(idempotencyKey: string): string {
  const { key, attempt } = attemptOf(idempotencyKey);
  return `${key}--${attempt + 1}`;
}
