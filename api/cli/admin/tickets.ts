import { asc, desc, eq, ne } from "drizzle-orm";
import * as z from "zod/mini";
import { ticketFiles, ticketMessages, tickets } from "#api/db/schema/support";
import { users } from "#api/db/schema/users";
import { ApiError } from "#api/lib/api-error";
import { readOperatorFile, saveTicketFile } from "#api/modules/support/operator-files";
import { supportReply } from "#api/modules/support/support-reply";
import type { CommandGroup } from "./operation";

const id = z.string().check(z.minLength(1));

/** Tickets for those who answer them. */
export const ticketsCommands: CommandGroup = (program, operation) => {
  const area = program.command("tickets").description("questions of clients");
  operation(
    area
      .command("list")
      .description("open tickets, those that wait for support first, the longest waiting at the top")
      .option("--all", "closed ones too"),
    z.object({ all: z.optional(z.boolean()) }),
    async ({ all }, { tx }) => {
      const rows = await tx
        .select({
          id: tickets.id,
          department: tickets.department,
          status: tickets.status,
          waitsFor: tickets.lastAuthor,
          since: tickets.lastMessageAt,
          client: users.email,
          title: tickets.title,
        })
        .from(tickets)
        .innerJoin(users, eq(users.id, tickets.userId))
        .where(all ? undefined : ne(tickets.status, "closed"))
        .orderBy(asc(tickets.lastAuthor), all ? desc(tickets.lastMessageAt) : asc(tickets.lastMessageAt));
      return rows.map((row) => ({ ...row, waitsFor: row.waitsFor === "client" ? "support" : "client" }));
    },
  );
  operation(
    area.command("read <id>").description("what was said in a ticket; files are named by their ids"),
    z.object({ id }),
    async (input, { tx }) => {
      const messages = await tx
        .select()
        .from(ticketMessages)
        .where(eq(ticketMessages.ticketId, input.id))
        .orderBy(asc(ticketMessages.createdAt), asc(ticketMessages.id));
      if (messages.length === 0) throw new ApiError(404, "notFound");
      const files = await tx.select().from(ticketFiles).where(eq(ticketFiles.ticketId, input.id));
      return messages.map((message) => ({
        at: message.createdAt,
        author: message.author,
        text: message.text,
        files: files
          .filter(({ messageId }) => messageId === message.id)
          .map((file) => `${file.id} ${file.name}`)
          .join(", "),
      }));
    },
  );
  operation(
    area
      .command("file <id>")
      .description("save a file of a ticket")
      .requiredOption("--to <path>", "where to"),
    z.object({ id, to: z.string() }),
    async (input, { deps, tx }) => saveTicketFile(deps, tx, input.id, input.to),
  );
  operation(
    area
      .command("reply <id>")
      .description("answer a client; they are told by e-mail")
      .requiredOption("--text <text>", "what to say")
      .option("--file <path...>", "jpeg, gif, png or pdf to send along"),
    z.object({ id, text: z.string().check(z.trim(), z.minLength(1)), file: z.optional(z.array(z.string())) }),
    async (input, { deps, tx }) => {
      const files = await Promise.all((input.file ?? []).map(readOperatorFile));
      await supportReply(deps, tx, { ticketId: input.id, text: input.text, files });
      return "The client has been answered.";
    },
  );
  operation(
    area.command("close <id>").description("close a ticket"),
    z.object({ id }),
    async (input, { tx }) => {
      const closed = await tx
        .update(tickets)
        .set({ status: "closed" })
        .where(eq(tickets.id, input.id))
        .returning();
      if (closed.length === 0) throw new ApiError(404, "notFound");
      return "The ticket is closed.";
    },
  );
};
