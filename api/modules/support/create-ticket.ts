import { and, eq, ne } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { tickets } from "#api/db/schema/support";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { withIdempotencyKeyIn } from "#api/http/idempotency";
import { consume } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import { businessSettings } from "#api/modules/settings/read-settings";
import { ticketMessagesPerMinute } from "#contract/rules";
import * as contract from "#contract/support/index";
import { fingerprint, requireQuota, withStoredFiles } from "./ticket-files";
import { writeMessage } from "./write-message";

export const createTicket = handle(
  contract.createTicket,
  async ({ departmentId, title, text, files = [] }, context) => {
    const { client, clock, db, idempotencyKey, ids } = context;
    const { departments } = await businessSettings(db, clock.now());
    if (!departments.some(({ id, isClosed }) => id === departmentId && !isClosed)) {
      throw new ApiError(422, "invalidInput", { fields: { departmentId: "specifyDepartment" } });
    }
    await consume(context, [{ key: `ticket:${client.id}`, limit: ticketMessagesPerMinute }]);
    const parameters = { departmentId, title, text, files: fingerprint(files) };
    return withStoredFiles(context, files, (stored, use) =>
      transaction(db, (tx) =>
        withIdempotencyKeyIn(
          context,
          tx,
          { key: idempotencyKey, clientId: client.id, endpoint: "createTicket", parameters },
          async () => {
            const now = clock.now();
            const ticketId = ids.id();
            const inserted = await tx
              .insert(tickets)
              .values({
                id: ticketId,
                userId: client.id,
                department: departmentId,
                title,
                status: "new",
                createdAt: now,
                lastMessageAt: now,
                lastAuthor: "client",
                readAt: now,
              })
              .onConflictDoNothing()
              .returning({ id: tickets.id });
            if (inserted.length === 0) await throwAlreadyOpen(tx, client.id, departmentId);
            await requireQuota(tx, client.id, stored);
            await writeMessage(context, tx, { ticketId, author: "client", text, files: stored });
            use();
            return { ticketId };
          },
        ),
      ),
    );
  },
);

/**
 * Throws 409 with the id of the open ticket: only one open ticket is allowed per department (specification, section
 * 4).
 */
export async function throwAlreadyOpen(
  db: Database | Tx,
  userId: string,
  department: string,
): Promise<never> {
  const [open] = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.userId, userId), eq(tickets.department, department), ne(tickets.status, "closed")));
  // the ticket may have been closed a moment ago; then a repeated request succeeds
  throw new ApiError(409, "ticketAlreadyOpen", { details: { ticketId: open?.id ?? "" } });
}
