import { eq, ilike, inArray, or, sql } from "drizzle-orm";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { deposits, paymentReports } from "#api/db/schema/payments";
import { tickets } from "#api/db/schema/support";
import { users } from "#api/db/schema/users";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";

export type ClientRow = typeof users.$inferSelect;

/** Maximum number of results; staff refine the search if there are more. */
const foundAtMost = 50;

/** Returns a query for each table in which staff can find a client by an exact value. */
const places = (tx: Tx, word: string) => [
  tx.select({ id: users.id }).from(users).where(eq(users.id, word)),
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
];

/** Escapes the wildcards of a `like` pattern. */
const asItIs = (word: string) => word.replace(/[\\%_]/g, "\\$&");

/** The collation knows capital letters of every alphabet; a database's own may be C, which knows Latin ones only. */
const name = sql`${users.name} collate "und-x-icu"`;

/**
 * Returns clients whose email or name contains these characters (one or two: has a word that begins with them), or who
 * own an item with exactly this id: a client, server, IP address, order, transaction, withdrawal, ticket, trading
 * account. Newest first, at most 50.
 */
export async function findClients(tx: Tx, word: string): Promise<ClientRow[]> {
  const owners = new Set<string>();
  // sequential, because a transaction has one connection
  for (const query of places(tx, word)) for (const { id } of await query) owners.add(id);
  // an index of three-letter parts finds shorter words only at the beginning of a word
  const text = asItIs(word);
  const patterns = word.length < 3 ? [`${text}%`, `% ${text}%`] : [`%${text}%`];
  const contains = patterns.flatMap((pattern) => [ilike(users.email, pattern), ilike(name, pattern)]);
  return tx
    .select()
    .from(users)
    .where(or(...contains, inArray(users.id, [...owners])))
    .orderBy(sql`${users.createdAt} desc`)
    .limit(foundAtMost);
}
