import type { Database } from "#api/db/connect";
import { securityEvents } from "#api/db/schema/security";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { SecurityEventKind } from "#contract/security/events";

type From = Pick<Deps, "clock" | "ids"> & { address: string; userAgent: string };

/**
 * Records on the owner's activity page what was done with an account, and from where. A handler's context is a
 * `From`.
 */
export async function noteSecurityEvent(
  from: From,
  db: Database | Tx,
  event: { userId: string; kind: SecurityEventKind; subject?: string },
): Promise<void> {
  await db.insert(securityEvents).values({
    id: from.ids.id(),
    at: from.clock.now(),
    address: from.address.slice(0, 64),
    userAgent: from.userAgent.slice(0, 400),
    ...event,
  });
}
