import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import type { Deps } from "#api/deps";
import { partOfMachine } from "#api/lib/processes";
import { semaphore } from "#api/lib/semaphore";

type Costs = Pick<Deps, "passwordCost">;

/** OWASP's second recommended setting for argon2id: 19 MiB, two passes. */
export const owaspPasswordCost: Costs["passwordCost"] = { memoryKib: 19_456, passes: 2 };

/**
 * Leaves one core for serving pages. Hashes also share libuv's four threads with files and DNS lookups. Hash before
 * taking a connection: code that waits here must not hold a resource that others need.
 */
const hashing = semaphore({
  concurrency: partOfMachine(Math.min(availableParallelism() - 1, 3)),
  maxWaiting: 64,
});

/** Hashes a password. Throws 429 `busy` if too many are waiting already. */
export const hashPassword = ({ passwordCost }: Costs, password: string): Promise<string> =>
  hashing.run(() =>
    hash(password, { memoryCost: passwordCost.memoryKib, timeCost: passwordCost.passes, parallelism: 1 }),
  );

/** Returns a hash of this cost that no password matches: 16 bytes of salt and 32 of digest, all of them zero. */
export const nobodysHash = ({ passwordCost: { memoryKib, passes } }: Costs): string =>
  `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Compares a password with a hash. Without a hash it takes the same time and returns false, so that timing does not
 * reveal who is registered. Throws 429 `busy` if too many are waiting already.
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
