import { hash, verify } from "@node-rs/argon2";

/** OWASP's second recommended setting for argon2id: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

const nobodysHash = hash("nobody's password", cost);

/** Compares a password with a hash; without a hash it takes as long and says no, so that time does not tell who is registered. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash), password).catch(() => false);
  return matches && passwordHash !== undefined;
}
