import { eq } from "drizzle-orm";
import { userOf } from "#api/auth/user-of";
import { tickets } from "#api/db/schema/support";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sendMail } from "#api/email/send";
import { ApiError } from "#api/lib/api-error";
import { afterSupportMessage } from "#contract/support/ticket-status";
import { withStoredFiles } from "./ticket-files";
import { writeMessage } from "./write-message";

type Reply = {
  ticketId: string;
  /** The staff member who writes it. */
  operator: string;
  text: string;
  files: readonly File[];
  /** Time of the last message that the writer has seen. */
  seenAt?: Date | undefined;
};

/**
 * Writes support's answer: sets the ticket in progress and emails the client.
 * @throws {ApiError} 409 `ticketAnswered` if somebody else of support has answered since `seenAt`
 */
export function supportReply(
  deps: Deps,
  tx: Tx,
  { ticketId, operator, text, files, seenAt }: Reply,
): Promise<void> {
  return withStoredFiles(deps, files, async (stored, use) => {
    const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId)).for("update");
    if (!ticket) throw new ApiError(404, "notFound");
    if (seenAt && ticket.lastAuthor === "support" && ticket.lastMessageAt > seenAt)
      throw new ApiError(409, "ticketAnswered");
    await tx
      .update(tickets)
      .set({
        status: afterSupportMessage(ticket.status),
        lastMessageAt: deps.clock.now(),
        lastAuthor: "support",
      })
      .where(eq(tickets.id, ticketId));
    await writeMessage(deps, tx, { ticketId, author: "support", operator, text, files: stored });
    const { email, language, name } = await userOf(tx, ticket.userId);
    const values = { name, ticketId, title: ticket.title, text };
    await sendMail(deps, tx, { to: email, language, template: "supportReply", values });
    use();
  });
}
