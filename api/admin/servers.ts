import { desc, eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { rates, servers } from "#api/db/schema/vps";

const shownAtMost = 50;

/** Returns a client's servers as staff sees them, newest first. */
export async function serversOf(db: Database, userId: string) {
  const rows = await db
    .select({
      id: servers.id,
      tariff: rates.name,
      ip: servers.ip,
      comment: servers.comment,
      status: servers.status,
      isHeld: servers.isHeld,
      paidUntil: servers.paidUntil,
    })
    .from(servers)
    .innerJoin(rates, eq(rates.id, servers.rateId))
    .where(eq(servers.userId, userId))
    .orderBy(desc(servers.issuedAt))
    .limit(shownAtMost);
  return rows.map((row) => ({ ...row, paidUntil: row.paidUntil.toISOString() }));
}
