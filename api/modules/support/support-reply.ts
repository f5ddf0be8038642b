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

type Reply = { ticketId: string; text: string; files: readonly File[] };

/** Writes support's answer: sets the ticket in progress and emails the client. */
export function supportReply(deps: Deps, tx: Tx, { ticketId, text, files }: Reply): Promise<void> {
  return withStoredFiles(deps, files, async (stored, use) => {
    const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId)).for("update");
    if (!ticket) throw new ApiError(404, "notFound");
    await tx
      .update(tickets)
      .set({
        status: afterSupportMessage(ticket.status),
        lastMessageAt: deps.clock.now(),
        lastAuthor: "support",
      })
      .where(eq(tickets.id, ticketId));
    await writeMessage(deps, tx, { ticketId, author: "support", text, files: stored });
    const { email, language, name } = await userOf(tx, ticket.userId);
    const values = { name, ticketId, title: ticket.title, text };
    await sendMail(deps, tx, { to: email, language, template: "supportReply", values });
    use();
  });
}
