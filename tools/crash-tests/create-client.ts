import { sql } from "drizzle-orm";
import { openSession } from "#api/auth/sessions";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { accountOf, companyAccount, post } from "#api/ledger/ledger";
import type { TestClient } from "./client";

/**
 * Creates a confirmed client with a balance in cents and a session whose token does not expire. Without a hash no
 * password works.
 */
export async function createClient(
  deps: Deps,
  { cents, passwordHash = "none" }: { cents: number; passwordHash?: string },
): Promise<TestClient> {
  const now = deps.clock.now();
  return transaction(deps.db, async (tx) => {
    const id = deps.ids.id();
    const email = `${id}@example.test`;
    await tx.insert(users).values({
      id,
      email,
      name: "Client",
      passwordHash,
      referralCode: id,
      createdAt: now,
      emailVerifiedAt: now,
    });
    const { token } = await openSession(deps, tx, { userId: id, userAgent: "proof", address: "127.0.0.1" });
    await tx.execute(sql`update sessions set access_ends_at = ends_at where user_id = ${id}`);
    await post(tx, {
      kind: "adjustment",
      reference: { type: "proof", id },
      at: now,
      entries: [
        { account: await companyAccount(tx, "adjustments"), amountCents: -cents },
        { account: await accountOf(tx, id, "main"), amountCents: cents },
      ],
    });
    return { id, email, token };
  });
}
