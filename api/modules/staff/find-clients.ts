import { and, desc, eq, ilike, inArray, isNull, or, sql } from "drizzle-orm";
import { escapeLike } from "#api/db/escape-like";
import { invoices } from "#api/db/schema/books";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { deposits, paymentReports } from "#api/db/schema/payments";
import { tickets } from "#api/db/schema/support";
import { sessions, users } from "#api/db/schema/users";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { readNumber } from "#api/modules/books/invoices/document";

export type ClientRow = typeof users.$inferSelect;

/** Maximum number of results; staff refine the search if there are more. */
const foundAtMost = 50;

/** Returns a query for each table in which staff can find a client by an exact value. */
const places = (tx: Tx, word: string) => [
  tx
    .select({ id: servers.userId })
    .from(servers)
    .where(or(eq(servers.id, word), eq(servers.ip, word))),
  tx
    .select({ id: deposits.userId })
    .from(deposits)
    .where(or(eq(deposits.id, word), eq(deposits.txid, word))),
  tx
    .select({ id: deposits.userId })
    .from(paymentReports)
    .innerJoin(deposits, eq(deposits.id, paymentReports.orderId))
    .where(eq(paymentReports.paymentId, word)),
  tx
    .select({ id: partnerWithdrawals.userId })
    .from(partnerWithdrawals)
    .where(eq(partnerWithdrawals.id, word)),
  tx.select({ id: tickets.userId }).from(tickets).where(eq(tickets.id, word)),
  tx
    .select({ id: monitoringAccounts.userId })
    .from(monitoringAccounts)
    .where(or(eq(monitoringAccounts.number, word), eq(monitoringAccounts.monitoringId, word))),
  // one address may have any number of sessions: that of a company, or of a proxy
  tx
    .select({ id: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.address, word.toLowerCase()), isNull(sessions.viewedBy)))
    .orderBy(desc(sessions.createdAt))
    .limit(foundAtMost),
];

/** Returns the client of the invoice with this number, of whom there is one at most. */
async function clientInvoiced(tx: Tx, word: string): Promise<ClientRow[]> {
  const numbered = readNumber(word);
  if (!numbered) return [];
  const { kind, year, number } = numbered;
  const found = await tx
    .select({ client: users })
    .from(invoices)
    .innerJoin(users, eq(users.id, invoices.userId))
    .where(and(eq(invoices.kind, kind), eq(invoices.year, year), eq(invoices.number, number)));
  return found.map(({ client }) => client);
}

/** E-mail addresses have these characters only (`email` of the contract). */
const isAscii = (word: string) => /^[\x20-\x7e]*$/.test(word);

/** Compares names in any letter case, and Cyrillic letters as Latin ones (migration 0037). */
const nameIsLike = (pattern: string) => sql`search_letters(${users.name}) like search_letters(${pattern})`;

/**
 * Returns clients whose email or name contains these characters (one or two: has a word that begins with them), or who
 * own an item with exactly this id: a client, server, order, transaction, withdrawal, ticket, trading account,
 * invoice, the IP address of a server or of a session. Those with exactly this email or id come first, then the newest, at
 * most 50; of an address, the owners of its last 50 sessions.
 */
export async function findClients(tx: Tx, word: string): Promise<ClientRow[]> {
  // nothing else looks like an invoice's number; as a part of a name, its digits are slow to find
  const invoiced = await clientInvoiced(tx, word);
  if (invoiced.length > 0) return invoiced;
  const exact = await tx
    .select()
    .from(users)
    .where(or(eq(users.id, word), eq(sql`lower(${users.email})`, word.toLowerCase())));
  const owners = new Set<string>();
  // sequential, because a transaction has one connection
  for (const query of places(tx, word)) for (const { id } of await query) owners.add(id);
  // an index of three-letter parts finds shorter words only at the beginning of a word
  const text = escapeLike(word);
  const patterns = word.length < 3 ? [`${text}%`, `% ${text}%`] : [`%${text}%`];
  const emails = isAscii(word) ? patterns.map((pattern) => ilike(users.email, pattern)) : [];
  const others = await tx
    .select()
    .from(users)
    .where(or(...emails, ...patterns.map(nameIsLike), inArray(users.id, [...owners])))
    .orderBy(desc(users.createdAt))
    .limit(foundAtMost);
  const isExact = ({ id }: ClientRow) => exact.some((one) => one.id === id);
  return [...exact, ...others.filter((one) => !isExact(one))].slice(0, foundAtMost);
}
