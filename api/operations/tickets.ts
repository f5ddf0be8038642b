import { and, eq, getTableColumns, ne } from "drizzle-orm";
import * as z from "zod/mini";
import { staffMemberBy } from "#api/auth/staff";
import { ticketNotes, ticketStaff } from "#api/db/schema/staff";
import { ticketFiles, ticketMessages, tickets } from "#api/db/schema/support";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { answer, OperatorError } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { businessSettings } from "#api/modules/settings/read-settings";
import { readOperatorFile, saveTicketFile } from "#api/modules/support/operator-files";
import { textOfSavedReply } from "#api/modules/support/saved-replies";
import { supportReply } from "#api/modules/support/support-reply";
import { mayRun } from "#contract/admin/roles";
import { nobody, ticketPriorities } from "#contract/admin/waiting";
import { beforeOf } from "./before";
import { choices } from "./choices";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";

const id = z.string().check(z.minLength(1));

/** Commands for staff who answer tickets. */
export const ticketsCommands: CommandGroup = (program, operation) => {
  const area = program.command("tickets").description("support tickets");
  operation(
    withPages(
      area
        .command("list")
        .description("list open tickets, those that need a reply first, longest waiting on top")
        .option("--all", "include closed ones, newest first"),
    ),
    z.object({ all: z.optional(z.boolean()), ...pageInput }),
    async ({ all = false, ...page }, { tx }) => {
      const { id, lastAuthor, lastMessageAt } = tickets;
      return listPage(page, {
        columns: all ? [lastMessageAt, id] : [lastAuthor, lastMessageAt, id],
        isDescending: all,
        read: ({ condition, order, limit, place }) =>
          tx
            .select({
              id,
              department: tickets.department,
              status: tickets.status,
              waitsFor: lastAuthor,
              since: lastMessageAt,
              client: users.email,
              title: tickets.title,
              place,
            })
            .from(tickets)
            .innerJoin(users, eq(users.id, tickets.userId))
            .where(and(all ? undefined : ne(tickets.status, "closed"), condition))
            .orderBy(...order)
            .limit(limit),
        row: (row) => ({
          ...row,
          waitsFor: row.waitsFor === "client" ? "support" : "client",
        }),
      });
    },
    { isRead: true },
  );
  operation(
    area.command("departments").description("list departments; `settings set departments` changes them"),
    z.object({}),
    async (_, { deps, tx }) => {
      const { departments } = await businessSettings(tx, deps.clock.now());
      return departments.map(({ id, en, ru, isClosed = false }) => ({ id, en, ru, takesTickets: !isClosed }));
    },
    { isRead: true },
  );
  operation(
    withPages(area.command("read <id>").description("read a ticket, oldest message first; files have IDs")),
    z.object({ id, ...pageInput }),
    async ({ id: ticketId, ...page }, { tx }) => {
      await requireTicket(tx, ticketId);
      const files = await tx.select().from(ticketFiles).where(eq(ticketFiles.ticketId, ticketId));
      return listPage(page, {
        columns: [ticketMessages.createdAt, ticketMessages.id],
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ ...getTableColumns(ticketMessages), place })
            .from(ticketMessages)
            .where(and(eq(ticketMessages.ticketId, ticketId), condition))
            .orderBy(...order)
            .limit(limit),
        row: (message) => ({
          at: message.createdAt,
          author: message.author,
          text: message.text,
          files: files
            .filter(({ messageId }) => messageId === message.id)
            .map((file) => `${file.id} ${file.name}`)
            .join(", "),
        }),
      });
    },
    { isRead: true },
  );
  operation(
    withPages(area.command("notes <id>").description("list internal notes on a ticket, newest first")),
    z.object({ id, ...pageInput }),
    async ({ id: ticketId, ...page }, { tx }) => {
      await requireTicket(tx, ticketId);
      const { at, operator, text } = ticketNotes;
      return listPage(page, {
        columns: [at, ticketNotes.id],
        isDescending: true,
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ at, by: operator, text, place })
            .from(ticketNotes)
            .where(and(eq(ticketNotes.ticketId, ticketId), condition))
            .orderBy(...order)
            .limit(limit),
      });
    },
    { isRead: true },
  );
  operation(
    area
      .command("file <id>")
      .description("save a file of a ticket")
      .requiredOption("--to <path>", "where to"),
    z.object({ id, to: z.string() }),
    async (input, { deps, tx }) => saveTicketFile(deps, tx, input.id, input.to),
    { isShellOnly: true },
  );
  operation(
    area
      .command("reply <id>")
      .description("reply to a client by ticket and e-mail")
      .option("--text <text>", "reply text")
      .option("--saved <name>", "use a saved reply")
      .option("--file <path...>", "attach jpeg, gif, png or pdf"),
    z.object({
      id,
      text: z.optional(z.string().check(z.trim(), z.minLength(1))),
      saved: z.optional(z.string()),
      file: z.optional(z.array(z.string())),
    }),
    async (input, { deps, tx, operator }) => {
      const text = input.saved ? await textOfSavedReply(tx, input.saved, input.id) : input.text;
      if (!text) throw new OperatorError("replyNeedsText");
      const files = await Promise.all((input.file ?? []).map(readOperatorFile));
      await supportReply(deps, tx, { ticketId: input.id, operator, text, files });
      return answer("replySent");
    },
    { files: ["file"], choices: { saved: choices.savedReplies } },
  );
  operation(
    area.command("close <id>").description("close a ticket"),
    z.object({ id }),
    async (input, { tx, details }) => {
      const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, input.id)).for("update");
      if (!ticket) throw new ApiError(404, "notFound");
      details.before = { status: ticket.status };
      await tx.update(tickets).set({ status: "closed" }).where(eq(tickets.id, input.id));
      return answer("ticketClosed");
    },
  );
  operation(
    area
      .command("note <id>")
      .description("save an internal note on a ticket")
      .requiredOption("--text <text>", "what"),
    z.object({ id, text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)) }),
    async (input, { deps, tx, operator }) => {
      await requireTicket(tx, input.id);
      await tx
        .insert(ticketNotes)
        .values({ ticketId: input.id, at: deps.clock.now(), operator, text: input.text });
      return answer("ticketNoteSaved");
    },
  );
  operation(
    area
      .command("assign <id>")
      .description("assign a ticket or set its priority")
      .option("--to <e-mail>", "staff account, or `nobody` to unassign")
      .option("--priority <priority>", ticketPriorities.join(", ")),
    z.object({
      id,
      to: z.optional(z.string().check(z.trim(), z.maxLength(200))),
      priority: z.optional(z.enum(ticketPriorities)),
    }),
    async (input, { tx, details }) => {
      await requireTicket(tx, input.id);
      const [previous] = await tx
        .select()
        .from(ticketStaff)
        .where(eq(ticketStaff.ticketId, input.id))
        .for("update");
      const { assignee = null, priority = "normal" } = previous ?? {};
      details.before = beforeOf(input, { to: assignee ?? nobody, priority });
      const changes = {
        ...(input.to !== undefined && { assignee: await assigneeOf(tx, input.id, input.to) }),
        ...(input.priority && { priority: input.priority }),
      };
      if (Object.keys(changes).length === 0) throw new OperatorError("assignNeedsField");
      await tx
        .insert(ticketStaff)
        .values({ ticketId: input.id, ...changes })
        .onConflictDoUpdate({ target: ticketStaff.ticketId, set: changes });
      return answer("ticketUpdated");
    },
    {
      choices: { to: choices.assignees },
      current: {
        of: ["id"],
        read: async (tx, [ticketId = ""]) => {
          const [row] = await tx.select().from(ticketStaff).where(eq(ticketStaff.ticketId, ticketId));
          return assignmentValues(row);
        },
      },
    },
  );
};

/** Returns the assignee and the priority of a ticket as the form of `tickets assign` has them. */
export const assignmentValues = ({
  assignee = null,
  priority = "normal",
}: Partial<Pick<typeof ticketStaff.$inferSelect, "assignee" | "priority">> = {}) => ({
  to: assignee ?? nobody,
  priority,
});

/**
 * Returns the address of the staff account that a ticket is assigned to, or null for nobody.
 * @throws {OperatorError} unless the account is enabled and may answer, or the ticket is assigned to it already
 */
async function assigneeOf(tx: Tx, ticketId: string, to: string): Promise<string | null> {
  if (to === "" || to === nobody) return null;
  const member = await staffMemberBy(tx, to);
  if (member && !member.disabledAt && mayRun(member.roles, "tickets reply")) return member.email;
  const [row] = await tx
    .select({ assignee: ticketStaff.assignee })
    .from(ticketStaff)
    .where(eq(ticketStaff.ticketId, ticketId));
  if (row?.assignee === to) return to;
  const why = member?.disabledAt ? "staffAccountDisabled" : "staffAnswersNoTickets";
  throw new OperatorError(member ? why : "noStaffAccount", { address: to });
}

async function requireTicket(tx: Tx, ticketId: string): Promise<void> {
  const [ticket] = await tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.id, ticketId));
  if (!ticket) throw new ApiError(404, "notFound");
}
