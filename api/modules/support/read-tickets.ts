import { and, desc, eq, lt } from "drizzle-orm";
import { tickets } from "#api/db/schema/support";
import { handle } from "#api/http/handle";
import { isPrefetch } from "#api/http/is-prefetch";
import { ApiError } from "#api/lib/api-error";
import type { BusinessSettings } from "#api/modules/settings/business-settings";
import { businessSettings } from "#api/modules/settings/read-settings";
import type { Language } from "#contract/languages";
import * as contract from "#contract/support/index";
import { departmentIn, departmentsIn } from "./departments";
import { messagesOf } from "./messages";

const perPage = 20;

export const departments = handle(contract.departments, async (_input, { db, clock, language }) => ({
  departments: departmentsIn((await businessSettings(db, clock.now())).departments, language),
}));

const rowOf = (
  { departments }: Pick<BusinessSettings, "departments">,
  language: Language,
  ticket: typeof tickets.$inferSelect,
) => ({
  id: ticket.id,
  title: ticket.title,
  department: departmentIn(departments, language, ticket.department),
  status: ticket.status,
  createdAt: ticket.createdAt.toISOString(),
  lastMessageAt: ticket.lastMessageAt.toISOString(),
  lastAuthor: ticket.lastAuthor,
  isUnread: ticket.lastAuthor === "support" && ticket.lastMessageAt > ticket.readAt,
});

export const listTickets = handle(contract.tickets, async ({ page }, { client, clock, db, language }) => {
  const isOwn = eq(tickets.userId, client.id);
  const [total, settings] = await Promise.all([db.$count(tickets, isOwn), businessSettings(db, clock.now())]);
  const pages = Math.max(1, Math.ceil(total / perPage));
  const currentPage = Math.min(page, pages);
  const rows = await db
    .select()
    .from(tickets)
    .where(isOwn)
    .orderBy(desc(tickets.lastMessageAt), desc(tickets.id))
    .limit(perPage)
    .offset((currentPage - 1) * perPage);
  return { tickets: rows.map((row) => rowOf(settings, language, row)), page: currentPage, pages, total };
});

export const readTicket = handle(contract.ticket, async ({ ticketId }, context) => {
  const { client, clock, db, language, sent } = context;
  const [ticket] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), eq(tickets.userId, client.id)));
  if (!ticket) throw new ApiError(404, "notFound");
  const [messages, settings] = await Promise.all([
    messagesOf(db, ticketId),
    businessSettings(db, clock.now()),
  ]);
  if (!client.viewedBy && !isPrefetch(sent.headers) && ticket.readAt < ticket.lastMessageAt) {
    // not the current time: a message being written now may have an earlier time and was not seen
    await db
      .update(tickets)
      .set({ readAt: ticket.lastMessageAt })
      .where(and(eq(tickets.id, ticketId), lt(tickets.readAt, ticket.lastMessageAt)));
  }
  return {
    ...rowOf(settings, language, ticket),
    messages,
  };
});

export const ticketVersion = handle(contract.ticketVersion, async ({ ticketId }, { client, db }) => {
  const [ticket] = await db
    .select({ status: tickets.status, lastMessageAt: tickets.lastMessageAt })
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), eq(tickets.userId, client.id)));
  if (!ticket) throw new ApiError(404, "notFound");
  return { version: `${ticket.status} ${ticket.lastMessageAt.toISOString()}` };
});
