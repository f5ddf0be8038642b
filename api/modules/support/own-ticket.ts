import { and, eq } from "drizzle-orm";
import { ticketFiles, tickets } from "#api/db/schema/support";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { download } from "#api/http/download";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/support/index";
import { canClose } from "#contract/support/ticket-status";

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

export const closeTicket = handle(contract.closeTicket, ({ ticketId }, { client, db }) =>
  transaction(db, async (tx) => {
    const { status } = await ownTicket(tx, client.id, ticketId);
    if (canClose(status)) await tx.update(tickets).set({ status: "closed" }).where(eq(tickets.id, ticketId));
    return { ok: true } as const;
  }),
);

export const ticketFile = handle(contract.ticketFile, async ({ ticketId, fileId }, { client, db, files }) => {
  const [row] = await db
    .select({ storeId: ticketFiles.storeId, name: ticketFiles.name, kind: ticketFiles.kind })
    .from(ticketFiles)
    .innerJoin(tickets, eq(tickets.id, ticketFiles.ticketId))
    .where(and(eq(ticketFiles.id, fileId), eq(tickets.id, ticketId), eq(tickets.userId, client.id)));
  const file = row && (await files.open(row.storeId));
  if (!file) throw new ApiError(404, "notFound");
  return download(file, row);
});
