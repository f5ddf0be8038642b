import { and, eq } from "drizzle-orm";
import { tickets } from "#api/db/schema/support";
import type { Tx } from "#api/db/transaction";
import { ApiError } from "#api/lib/api-error";

/** Returns a client's ticket, locked; throws 404 for another client's. */
export async function ownTicket(
  tx: Tx,
  userId: string,
  ticketId: string,
): Promise<typeof tickets.$inferSelect> {
  const [ticket] = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), eq(tickets.userId, userId)))
    .for("update");
  if (!ticket) throw new ApiError(404, "notFound");
  return ticket;
}
