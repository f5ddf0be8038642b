import { nextAttempt } from "#app/lib/idempotency-key";

/**
 * The key that a form goes on with once it was answered with its page. A page that was left by Back has the same key as the one that
 * followed it, so that both are one payment; what was refused under it may be tried anew under the key's next attempt.
 */
export function keyOfForm(sent: string) {
  let isAsked = false;
  return {
    get: () => {
      isAsked = true;
      return sent;
    },
    whenLeftAlone: () => (isAsked || !sent ? undefined : sent),
    // what was done under it stays done, and what is asked for now is something else
    whenRefused: (code: string | undefined) =>
      !sent || code === "idempotencyKeyReused" ? undefined : isAsked ? nextAttempt(sent) : sent,
  };
}
