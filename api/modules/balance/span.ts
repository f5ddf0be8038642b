import { eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { users } from "#api/db/schema/users";
import type { Deps } from "#api/deps";
import { ApiError } from "#api/lib/api-error";
import type { Period } from "#contract/period";
import { spanOf } from "#contract/period";
import type { Span } from "./ledger-rows";

export type Owner = { name: string; email: string; createdAt: Date };

export async function ownerOf(db: Database, userId: string): Promise<Owner> {
  const [owner] = await db
    .select({ name: users.name, email: users.email, createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!owner) throw new ApiError(401, "sessionOver");
  return owner;
}

/**
 * Returns the span of a period; undefined for all time, so that nothing from before the client's first day is lost.
 */
export const spanFor = (period: Period, { clock }: Pick<Deps, "clock">): Span | undefined =>
  period.period === "all" ? undefined : spanOf(period, clock.now(), new Date(0));
