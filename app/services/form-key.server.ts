import { nextAttempt } from "#app/lib/idempotency-key";

/**
 * Returns the key for the next submit of a form that is shown again. A page restored by Back has the same key as the
 * page after it, so both together are one payment. What was rejected under a key can be retried under its next
 * attempt.
 */
export function keyOfForm(sent: string) {
  let isUsed = false;
  return {
    /** Returns the key for a request that is now sent with it. */
    taken: () => {
      isUsed = true;
      return sent;
    },
    whenLeftAlone: () => (isUsed || !sent ? undefined : sent),
    // what was done with this key stays done, and this is a different request; another key can't be used at all
    whenRefused: (code: string | undefined) =>
      !sent || code === "idempotencyKeyReused" || code === "idempotencyKeyMalformed"
        ? undefined
        : isUsed
          ? nextAttempt(sent)
          : sent,
  };
}
