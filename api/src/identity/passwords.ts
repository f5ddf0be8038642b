import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { partOfMachine } from "#api/values/processes";
import { turnstile } from "#api/values/turnstile";

/** OWASP's second recommended setting for argon2id: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * One core is left to whoever serves pages meanwhile; and hashes share libuv's four threads with files and name look-ups.
 * Hash before a connection is taken: who waits here must hold nothing that others need.
 */
const atWork = turnstile({ at: partOfMachine(Math.min(availableParallelism() - 1, 3)), waiting: 64 });

/** Hashes a password; 429 `busy` where too many wait already. */
export const hashPassword = (password: string): Promise<string> => atWork(() => hash(password, cost));

const nobodysHash = hash("nobody's password", cost);

/**
 * Compares a password with a hash; without a hash it takes as long and says no, so that time does not tell who is registered.
 * 429 `busy` where too many wait already.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const known = passwordHash ?? (await nobodysHash);
  const matches = await atWork(() => verify(known, password).catch(() => false));
  return matches && passwordHash !== undefined;
}
