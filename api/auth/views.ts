import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { sessions } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { ApiError } from "#api/lib/api-error";
import { sha256Hex } from "#api/lib/hash";
import type { Endpoint } from "#contract/endpoint";
import { viewMinutes } from "#contract/rules";

const minute = 60_000;

/**
 * Creates a read-only session in which a staff member sees the pages of a client. Returns the code that opens it,
 * once, within a minute.
 */
export async function createView(
  deps: Deps,
  tx: Tx,
  { userId, viewedBy }: { userId: string; viewedBy: string },
): Promise<string> {
  const now = deps.clock.now();
  const code = deps.ids.secret();
  await tx.insert(sessions).values({
    id: deps.ids.id(),
    userId,
    createdAt: now,
    lastSeenAt: now,
    endsAt: new Date(now.getTime() + minute),
    accessHash: sha256Hex(deps.ids.secret()),
    accessEndsAt: now,
    refreshHash: sha256Hex(code),
    userAgent: "",
    address: "",
    viewedBy,
  });
  return code;
}

/** Exchanges the code for the token of the view. @throws {ApiError} 404 if it was used, or is too old */
export async function openView(deps: Deps, code: string) {
  const now = deps.clock.now();
  const endsAt = new Date(now.getTime() + viewMinutes * minute);
  const token = deps.ids.secret();
  const [opened] = await deps.db
    .update(sessions)
    .set({
      accessHash: sha256Hex(token),
      accessEndsAt: endsAt,
      // a view is not continued
      refreshHash: sha256Hex(deps.ids.secret()),
      endsAt,
    })
    .where(
      and(eq(sessions.refreshHash, sha256Hex(code)), isNotNull(sessions.viewedBy), gt(sessions.endsAt, now)),
    )
    .returning({ userId: sessions.userId });
  if (!opened) throw new ApiError(404, "notFound");
  return { token, endsAt, userId: opened.userId };
}

/** Ends all views of a staff member. */
export async function endViews(db: Database | Tx, viewedBy: string): Promise<void> {
  await db.delete(sessions).where(eq(sql`lower(${sessions.viewedBy})`, viewedBy.toLowerCase()));
}

/** Rejects what a view may not do: everything but reading, and the client's keys. @throws {ApiError} 403 */
export function requireViewable({ method, recentAuth, inView }: Endpoint): void {
  const isRead = method === "GET" && !recentAuth && inView !== "refused";
  if (!isRead && inView !== "allowed") throw new ApiError(403, "viewIsReadOnly");
}
