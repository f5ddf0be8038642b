import { eq, ilike, inArray, or, sql } from "drizzle-orm";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { deposits, paymentReports } from "#api/db/schema/payments";
import { tickets } from "#api/db/schema/support";
import { users } from "#api/db/schema/users";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";

export type ClientRow = typeof users.$inferSelect;

/** More are not worth reading: whoever looks says more words. */
const foundAtMost = 50;

/** What staff may know of a client: how it is looked for, and where it stands. */
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

/** In a pattern of `like` these stand for others. */
const asItIs = (word: string) => word.replace(/[\\%_]/g, "\\$&");

/**
 * Clients whose e-mail or name has a word in it, or to whom something of exactly this id belongs: a client, server, IP address, order,
 * transaction, withdrawal, ticket, trading account. The newest first, 50 at most.
 */
export async function findClients(tx: Tx, word: string): Promise<ClientRow[]> {
  const owners = new Set<string>();
  // one after another: a transaction has one connection
  for (const place of places(tx, word)) for (const { id } of await place) owners.add(id);
  const pattern = `%${asItIs(word)}%`;
  return tx
    .select()
    .from(users)
    .where(or(ilike(users.email, pattern), ilike(users.name, pattern), inArray(users.id, [...owners])))
    .orderBy(sql`${users.createdAt} desc`)
    .limit(foundAtMost);
}
