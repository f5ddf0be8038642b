import { hashPassword } from "#api/auth/passwords";
import { users } from "#api/db/schema/users";
import type { Deps } from "#api/deps";
import { dayMilliseconds } from "#contract/day";

/** The demo clients. Their password is in the README and is printed at startup. */
export const demoPassword = "demo-password";

export const demoClients = [
  {
    key: "anna",
    name: "Anna Weber",
    email: "anna@demo.test",
    language: "en",
    referralCode: "ANNA2026",
    referrer: null,
  },
  {
    key: "boris",
    name: "Борис Орлов",
    email: "boris@demo.test",
    language: "ru",
    referralCode: "BORIS2026",
    referrer: "anna",
  },
  {
    key: "clara",
    name: "Clara Mendes",
    email: "clara@demo.test",
    language: "en",
    referralCode: "CLARA2026",
    referrer: "boris",
  },
  {
    key: "denis",
    name: "Денис Ким",
    email: "denis@demo.test",
    language: "ru",
    referralCode: "DENIS2026",
    referrer: "clara",
  },
] as const;

/** Returns when a demo client signed up: Anna first, then those whom she referred. */
export const memberSince = (key: string, now: Date): Date =>
  new Date(now.getTime() - (key === "anna" ? 340 : 155) * dayMilliseconds);

export const demoId = (key: string) => `demo-${key}`;

export async function seedClients(deps: Deps): Promise<void> {
  const passwordHash = await hashPassword(deps, demoPassword);
  const now = deps.clock.now();
  const created = await deps.db
    .insert(users)
    .values(
      demoClients.map(({ key, name, email, language, referralCode, referrer }) => ({
        id: demoId(key),
        createdAt: memberSince(key, now),
        email,
        emailVerifiedAt: memberSince(key, now),
        name,
        language,
        passwordHash,
        referralCode,
        referrerId: referrer && demoId(referrer),
      })),
    )
    .onConflictDoNothing()
    .returning({ email: users.email });
  deps.log.info(
    { people: demoClients.map(({ email }) => email), password: demoPassword, created: created.length },
    "demo people",
  );
}
