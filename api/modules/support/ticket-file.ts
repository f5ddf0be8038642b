import { and, eq } from "drizzle-orm";
import { ticketFiles, tickets } from "#api/db/schema/support";
import { download } from "#api/http/download";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/support/index";

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
