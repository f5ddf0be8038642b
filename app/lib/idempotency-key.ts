/**
 * The key of a form says of itself which attempt it is of: `<key>`, then `<key>--2`. However a client comes back to a page (Back, a
 * second window, a page that was refused first) what it asks for is done once, for all of its attempts are one key to the API.
 */
const attempted = /^(.+)--([1-9]\d{0,2})$/;

/** The key as the API takes it, and the attempt that it is of, from 1. */
export function attemptOf(idempotencyKey: string): { key: string; attempt: number } {
  const [, key, attempt] = attempted.exec(idempotencyKey) ?? [];
  return key ? { key, attempt: Number(attempt) } : { key: idempotencyKey, attempt: 1 };
}

/** The key of the next attempt, of who has seen this one refused. */
export function nextAttempt(idempotencyKey: string): string {
  const { key, attempt } = attemptOf(idempotencyKey);
  return `${key}--${attempt + 1}`;
}
