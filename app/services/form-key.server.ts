import { nextAttempt } from "#app/lib/idempotency-key";

/**
 * The key that a form goes on with once it was answered with its page. A page that was left by Back has the same key as the one that
 * followed it, so that both are one payment; what was refused under it may be tried anew under the key's next attempt.
 */
export function keyOfForm(sent: string) {
  let isTaken = false;
  return {
    /** The key, for a call that is now asked under it. */
    taken: () => {
      isTaken = true;
      return sent;
    },
    whenLeftAlone: () => (isTaken || !sent ? undefined : sent),
    // what was done under it stays done, and what is asked for now is something else
    whenRefused: (code: string | undefined) =>
      !sent || code === "idempotencyKeyReused" ? undefined : isTaken ? nextAttempt(sent) : sent,
  };
}
