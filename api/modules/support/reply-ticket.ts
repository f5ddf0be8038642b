import { and, eq, ne } from "drizzle-orm";
import { tickets } from "#api/db/schema/support";
import type { Tx } from "#api/db/transaction";
import { errorCode, transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { withIdempotencyKeyIn } from "#api/http/idempotency";
import { consume } from "#api/http/rate-limit";
import { ticketMessagesPerMinute } from "#contract/rules";
import * as contract from "#contract/support/index";
import { afterClientMessage } from "#contract/support/ticket-status";
import { throwAlreadyOpen } from "./create-ticket";
import { ownTicket } from "./own-ticket";
import { fingerprint, requireQuota, withStoredFiles } from "./ticket-files";
import { writeMessage } from "./write-message";

const uniqueViolation = "23505";

export const replyTicket = handle(contract.replyTicket, async ({ ticketId, text, files = [] }, context) => {
  const { client, clock, db, idempotencyKey } = context;
  await consume(context, [{ key: `ticket:${client.id}`, limit: ticketMessagesPerMinute }]);
  const parameters = { ticketId, text, files: fingerprint(files) };
  return withStoredFiles(context, files, (stored, use) =>
    transaction(db, (tx) =>
      withIdempotencyKeyIn(
        context,
        tx,
        { key: idempotencyKey, clientId: client.id, endpoint: "replyTicket", parameters },
        async () => {
          const ticket = await ownTicket(tx, client.id, ticketId);
          if (ticket.status === "closed") await requireNoOtherOpen(tx, client.id, ticket.department);
          await requireQuota(tx, client.id, stored);
          await tx
            .update(tickets)
            .set({
              status: afterClientMessage(ticket.status),
              lastMessageAt: clock.now(),
              lastAuthor: "client",
            })
            .where(eq(tickets.id, ticketId));
          await writeMessage(context, tx, { ticketId, author: "client", text, files: stored });
          use();
          return { ok: true } as const;
        },
      ),
    ).catch(async (error: unknown) => {
      // another ticket of the department was opened at the same moment
      if (errorCode(error) !== uniqueViolation) throw error;
      const [ticket] = await db.select().from(tickets).where(eq(tickets.id, ticketId));
      return throwAlreadyOpen(db, client.id, ticket?.department ?? "");
    }),
  );
});

/**
 * Throws 409 if another ticket of the department is open: a message reopens a closed ticket only if it stays the only
 * one.
 */
async function requireNoOtherOpen(tx: Tx, userId: string, department: string): Promise<void> {
  const open = await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.userId, userId), eq(tickets.department, department), ne(tickets.status, "closed")));
  if (open.length > 0) await throwAlreadyOpen(tx, userId, department);
}
