import { asc, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { ticketFiles, ticketMessages } from "#api/db/schema/support";
import type { TicketMessage } from "#contract/support/index";

/** Returns the messages of a ticket with their files, oldest first: all of them, or so many of the latest. */
export async function messagesOf(db: Database, ticketId: string, atMost?: number): Promise<TicketMessage[]> {
  const query = db
    .select()
    .from(ticketMessages)
    .where(eq(ticketMessages.ticketId, ticketId))
    .orderBy(desc(ticketMessages.createdAt), desc(ticketMessages.id))
    .$dynamic();
  const messages = (await (atMost === undefined ? query : query.limit(atMost))).reverse();
  const ids = messages.map(({ id }) => id);
  const files = ids.length
    ? await db
        .select()
        .from(ticketFiles)
        .where(inArray(ticketFiles.messageId, ids))
        .orderBy(asc(ticketFiles.position))
    : [];
  return messages.map(({ id, author, text, createdAt }) => ({
    id,
    author,
    text,
    createdAt: createdAt.toISOString(),
    files: files
      .filter((file) => file.messageId === id)
      .map((file) => ({ id: file.id, name: file.name, kind: file.kind as never, bytes: file.bytes })),
  }));
}
