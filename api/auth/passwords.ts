import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import type { Deps } from "#api/deps";
import { partOfMachine } from "#api/lib/processes";
import { semaphore } from "#api/lib/semaphore";

type Costs = Pick<Deps, "passwordCost">;

/** OWASP's second recommended setting for argon2id: 19 MiB, two passes. */
export const owaspPasswordCost: Costs["passwordCost"] = { memoryKib: 19_456, passes: 2 };

/**
 * One core is left to whoever serves pages meanwhile; and hashes share libuv's four threads with files and name look-ups.
 * Hash before a connection is taken: who waits here must hold nothing that others need.
 */
const hashing = semaphore({
  concurrency: partOfMachine(Math.min(availableParallelism() - 1, 3)),
  maxWaiting: 64,
});

/** Hashes a password; 429 `busy` where too many wait already. */
export const hashPassword = ({ passwordCost }: Costs, password: string): Promise<string> =>
  hashing.run(() =>
    hash(password, { memoryCost: passwordCost.memoryKib, timeCost: passwordCost.passes, parallelism: 1 }),
  );

/** A hash of this cost that no password has: 16 bytes of salt and 32 of digest, all of them zero. */
export const nobodysHash = ({ passwordCost: { memoryKib, passes } }: Costs): string =>
  `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Compares a password with a hash; without a hash it takes as long and says no, so that time does not tell who is registered.
 * 429 `busy` where too many wait already.
 */
export async function isPassword(
  costs: Costs,
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const known = passwordHash ?? nobodysHash(costs);
  const matches = await hashing.run(() => verify(known, password).catch(() => false));
  return matches && passwordHash !== undefined;
}
