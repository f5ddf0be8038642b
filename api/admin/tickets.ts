import { and, asc, desc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { savedReplies, staffMembers, ticketNotes, ticketStaff } from "#api/db/schema/staff";
import { ticketFiles, ticketMessages, tickets } from "#api/db/schema/support";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { download } from "#api/http/download";
import { handle } from "#api/http/handle";
import { answer } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import type { BusinessSettings } from "#api/modules/settings/business-settings";
import { businessSettings } from "#api/modules/settings/read-settings";
import { priorityOfTicket, waitingItems } from "#api/modules/staff/waiting";
import { isWaitingTicket } from "#api/modules/staff/waiting-rows";
import { departmentIn } from "#api/modules/support/departments";
import { messagesOf } from "#api/modules/support/messages";
import { textOfSavedReply } from "#api/modules/support/saved-replies";
import { supportReply } from "#api/modules/support/support-reply";
import { fingerprint } from "#api/modules/support/ticket-files";
import { assignees } from "#api/operations/choices";
import { listPage, perPage } from "#api/operations/list-page";
import type { Context } from "#api/operations/operation";
import { runOperation } from "#api/operations/operation";
import { etagOf } from "#api/operations/present-values";
import { allOperations } from "#api/operations/program";
import { assignmentValues } from "#api/operations/tickets";
import * as contract from "#contract/admin/index";
import type { TicketPriority } from "#contract/admin/waiting";
import type { Language } from "#contract/languages";
import type { TicketMessage } from "#contract/support/index";
import { decidableBy, itemAfter, noteView, openedByOthers } from "./inbox";
import { withApiErrors } from "./operations";
import { serversOf } from "./servers";

/** Messages that the page of a ticket shows: the latest. */
const shownMessages = 20;

const onlyTickets = { kinds: ["ticket"] } as const;

const filters = {
  waiting: isWaitingTicket,
  open: ne(tickets.status, "closed"),
  closed: eq(tickets.status, "closed"),
};

const columns = {
  ticket: tickets,
  client: users.email,
  assignee: ticketStaff.assignee,
  priority: priorityOfTicket,
};
type TicketRecord = { ticket: typeof tickets.$inferSelect; client: string } & {
  assignee: string | null;
  priority: TicketPriority;
};

const rowOf = (
  { departments }: Pick<BusinessSettings, "departments">,
  language: Language,
  { ticket, client, assignee, priority }: TicketRecord,
) => ({
  id: ticket.id,
  title: ticket.title,
  department: departmentIn(departments, language, ticket.department).name,
  status: ticket.status,
  waitsForSupport: ticket.status !== "closed" && ticket.lastAuthor === "client",
  lastMessageAt: ticket.lastMessageAt.toISOString(),
  client,
  assignee,
  priority,
});

export const listTickets = handle(
  contract.tickets,
  async ({ status, department, after, before }, { db, clock, language }) => {
    const settings = await businessSettings(db, clock.now());
    const isListed = and(filters[status], department ? eq(tickets.department, department) : undefined);
    const { rows, previous, next } = await listPage(
      { after, before, limit: perPage },
      {
        columns: [tickets.lastMessageAt, tickets.id],
        isDescending: status === "closed",
        read: ({ condition, order, limit, place }) =>
          db
            .select({ ...columns, place })
            .from(tickets)
            .innerJoin(users, eq(users.id, tickets.userId))
            .leftJoin(ticketStaff, eq(ticketStaff.ticketId, tickets.id))
            .where(and(isListed, condition))
            .orderBy(...order)
            .limit(limit),
        row: (row) => rowOf(settings, language, row),
      },
    );
    return {
      tickets: [...rows],
      departments: settings.departments.map(({ id }) => departmentIn(settings.departments, language, id)),
      previous,
      next,
    };
  },
);

export const readTicket = handle(contract.ticket, async ({ ticketId, saved, from }, context) => {
  const { db, clock, language, staff } = context;
  const [record] = await db
    .select({ ...columns, user: users })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .leftJoin(ticketStaff, eq(ticketStaff.ticketId, tickets.id))
    .where(eq(tickets.id, ticketId));
  if (!record) throw new ApiError(404, "notFound");
  await noteView(context, "ticket", ticketId);
  const messages = await messagesOf(db, ticketId, shownMessages + 1);
  const notes = await db
    .select()
    .from(ticketNotes)
    .where(eq(ticketNotes.ticketId, ticketId))
    .orderBy(desc(ticketNotes.at), desc(ticketNotes.id))
    .limit(contract.shownNotes + 1);
  const otherViewers = await openedByOthers(context, [{ kind: "ticket", id: ticketId }]);
  const replies = await db
    .select({ name: savedReplies.name })
    .from(savedReplies)
    .orderBy(asc(savedReplies.name));
  const [item] = await waitingItems(db, { kinds: ["ticket"], id: ticketId, limit: 1 });
  const nextScope = from === "inbox" ? decidableBy(staff) : onlyTickets;
  const { user, ...row } = record;
  return {
    ...rowOf(await businessSettings(db, clock.now()), language, row),
    clientId: user.id,
    clientName: user.name,
    language: user.language,
    messages: await withWriters(db, messages.slice(-shownMessages)),
    hasEarlierMessages: messages.length > shownMessages,
    notes: notes.map(({ at, operator, text }) => ({ at: at.toISOString(), by: operator, text })),
    servers: await serversOf(db, user.id),
    openedBy: otherViewers.get(`ticket ${ticketId}`) ?? [],
    savedReplies: replies.map(({ name }) => name),
    assignmentEtag: etagOf(assignmentValues(record)),
    assignees: await assignees(db),
    draft: saved
      ? await withApiErrors(
          language,
          transaction(db, (tx) => textOfSavedReply(tx, saved, ticketId)),
        )
      : "",
    next: await itemAfter(db, nextScope, item),
  };
});

/** Adds to the messages of support who wrote them, by name, or as the audit log has it. */
async function withWriters(db: Database, messages: readonly TicketMessage[]) {
  const { id, operator } = ticketMessages;
  const written = await db
    .select({ id, by: sql<string | null>`coalesce(${staffMembers.name}, ${operator})` })
    .from(ticketMessages)
    .leftJoin(staffMembers, eq(sql`lower(${staffMembers.email})`, sql`lower(${operator})`))
    .where(
      inArray(
        id,
        messages.map((message) => message.id),
      ),
    );
  const writers = new Map(written.map((row) => [row.id, row.by]));
  return messages.map((message) => ({ ...message, by: writers.get(message.id) ?? null }));
}

export const ticketFile = handle(contract.ticketFile, async ({ ticketId, fileId }, { db, files }) => {
  const [row] = await db
    .select({ storeId: ticketFiles.storeId, name: ticketFiles.name, kind: ticketFiles.kind })
    .from(ticketFiles)
    .where(and(eq(ticketFiles.id, fileId), eq(ticketFiles.ticketId, ticketId)));
  const file = row && (await files.open(row.storeId));
  if (!file) throw new ApiError(404, "notFound");
  return download(file, row);
});

/** Runs the same operation as the command line does, with the files uploaded in the form. */
export const reply = handle(contract.reply, async ({ ticketId, text, files = [], seenAt }, context) => {
  const { staff, address, idempotencyKey } = context;
  const declared = allOperations().get("tickets reply");
  if (!declared) throw new Error("there is no operation tickets reply");
  if (!text.trim()) throw new ApiError(422, "invalidInput", { fields: { text: "specifyText" } });
  const withFiles = {
    ...declared,
    run: async (_: never, { deps, tx, operator }: Context) => {
      await supportReply(deps, tx, {
        ticketId,
        operator,
        text: text.trim(),
        files,
        seenAt: seenAt ? new Date(seenAt) : undefined,
      });
      return answer("replySent");
    },
  };
  const input = { id: ticketId, text, ...(files.length > 0 && { files: fingerprint(files) }) };
  await runOperation(withFiles, input, context, { operator: staff.email, address, idempotencyKey });
  return { ok: true } as const;
});
