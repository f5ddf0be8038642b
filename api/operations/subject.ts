import { eq, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { sentEmails } from "#api/db/schema/email";
import { machineDrifts } from "#api/db/schema/hypervisor";
import { machineOrders } from "#api/db/schema/machine-orders";
import { balanceProposals } from "#api/db/schema/operator";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { deposits, paymentReports } from "#api/db/schema/payments";
import { tickets } from "#api/db/schema/support";
import type { users } from "#api/db/schema/users";
import { alerts } from "#api/db/schema/users";
import { rates, servers, testServerRequests } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { balancesOf } from "#api/ledger/ledger";
import { money } from "#api/lib/money";
import { findInvoice } from "#api/modules/books/invoices/admin-invoices";
import { referencesIn } from "./affected-client";
import type { Row } from "./command-output";

/** Values of the columns of the operations' lists, of the thing with an id; undefined if it is of another kind. */
type Describe = (tx: Tx, id: string) => Promise<Row | undefined>;

async function server(tx: Tx, id: string): Promise<Row | undefined> {
  const { rateId, ip, comment, status, paidUntil } = servers;
  const [row] = await tx
    .select({ server: servers.id, comment, tariff: rates.name, ip, status, paidUntil })
    .from(servers)
    .innerJoin(rates, eq(rates.id, rateId))
    .where(eq(servers.id, id));
  return row;
}

async function deposit(tx: Tx, id: string): Promise<Row | undefined> {
  const [row] = await tx.select().from(deposits).where(eq(deposits.id, id));
  if (!row) return undefined;
  const { method, sumCents, costCents, currency, txid, status, createdAt } = row;
  const paid = money(costCents, currency);
  return { order: id, method, sum: money(sumCents), paid, txid, status, since: createdAt };
}

async function withdrawal(tx: Tx, id: string): Promise<Row | undefined> {
  const [row] = await tx.select().from(partnerWithdrawals).where(eq(partnerWithdrawals.id, id));
  if (!row) return undefined;
  const { amountCents, method, wallet, status, userId } = row;
  const { partner } = await balancesOf(tx, userId);
  return { amount: money(amountCents), method, wallet, status, partnerBalance: money(partner) };
}

async function testServer(tx: Tx, id: string): Promise<Row | undefined> {
  const { comment, createdAt, status } = testServerRequests;
  const [row] = await tx
    .select({ comment, status, since: createdAt })
    .from(testServerRequests)
    .where(eq(testServerRequests.id, id));
  return row;
}

async function correction(tx: Tx, id: string): Promise<Row | undefined> {
  const [row] = await tx.select().from(balanceProposals).where(eq(balanceProposals.id, id));
  if (!row) return undefined;
  const { amountCents, reason, proposedBy, proposedAt } = row;
  return { amount: { ...money(amountCents), sign: true }, reason, by: proposedBy, since: proposedAt };
}

async function invoice(tx: Tx, number: string): Promise<Row | undefined> {
  const row = await findInvoice(tx, number);
  return row && { kind: row.kind, number, issuedAt: row.issuedAt, total: money(row.totalCents) };
}

async function machineOrder(tx: Tx, id: string): Promise<Row | undefined> {
  const [row] = await tx.select().from(machineOrders).where(eq(machineOrders.id, id));
  return row && { ...(await server(tx, row.serverId)), order: id, kind: row.kind, error: row.error };
}

async function dispute(tx: Tx, id: string): Promise<Row | undefined> {
  const [row] = await tx.select().from(paymentReports).where(eq(paymentReports.id, id));
  return row && { order: row.orderId, method: row.method, at: row.receivedAt };
}

async function drift(tx: Tx, id: string): Promise<Row | undefined> {
  const [row] = await tx.select().from(machineDrifts).where(eq(machineDrifts.id, id));
  return row && { kind: row.kind, about: row.about, ...(await server(tx, row.about)) };
}

async function sentEmail(tx: Tx, id: string): Promise<Row | undefined> {
  const [row] = await tx.select().from(sentEmails).where(eq(sentEmails.id, id));
  return row && { subject: row.subject, address: row.address, at: row.sentAt };
}

async function ticket(tx: Tx, id: string): Promise<Row | undefined> {
  const [row] = await tx.select({ title: tickets.title }).from(tickets).where(eq(tickets.id, id));
  return row;
}

async function plan(tx: Tx, id: string): Promise<Row | undefined> {
  const [row] = await tx.select({ tariff: rates.name }).from(rates).where(eq(rates.id, id));
  return row;
}

async function banner(tx: Tx, id: string): Promise<Row | undefined> {
  const [row] = await tx.select().from(alerts).where(eq(alerts.id, id));
  return row && { en: row.textEn, ru: row.textRu, since: row.createdAt };
}

/** The tables of things with an id, and how each is described, in the order in which they are shown. */
const kinds: readonly { id: AnyPgColumn; describe: Describe }[] = [
  { id: servers.id, describe: server },
  { id: machineOrders.id, describe: machineOrder },
  { id: deposits.id, describe: deposit },
  { id: paymentReports.id, describe: dispute },
  { id: partnerWithdrawals.id, describe: withdrawal },
  { id: testServerRequests.id, describe: testServer },
  { id: tickets.id, describe: ticket },
  { id: machineDrifts.id, describe: drift },
  { id: balanceProposals.id, describe: correction },
  { id: sentEmails.id, describe: sentEmail },
  { id: rates.id, describe: plan },
  { id: alerts.id, describe: banner },
];

/** Returns which things have these ids, by one query: the place in `kinds`, and the id. */
async function thingsWith(tx: Tx, ids: readonly string[]): Promise<{ kind: number; id: string }[]> {
  if (ids.length === 0) return [];
  const parts = kinds.map(
    ({ id }, kind) =>
      sql`select ${sql.raw(String(kind))} as kind, ${id}::text as id from ${id.table} where ${id} = any(${sql.param(ids)}::text[])`,
  );
  const { rows } = await tx.execute<{ kind: number; id: string }>(
    sql`${sql.join(parts, sql` union all `)} order by kind`,
  );
  return rows;
}

/**
 * Returns whom and what an operation concerns: the client with their balance, and the server, order, deposit, dispute,
 * withdrawal, request, difference, correction, invoice, e-mail, plan or banner that the input names.
 * @param client the one that the input names
 */
export async function subjectOf(
  tx: Tx,
  input: Record<string, unknown>,
  client: typeof users.$inferSelect | undefined,
): Promise<Row> {
  let subject: Row = {};
  // sequential, because a transaction has one connection
  for (const { kind, id } of await thingsWith(tx, referencesIn(input)))
    Object.assign(subject, await kinds[kind]?.describe(tx, id));
  if (typeof input.number === "string") Object.assign(subject, await invoice(tx, input.number));
  if (client) {
    const { id, email, name } = client;
    // of a withdrawal it is the partner balance
    const balance = "partnerBalance" in subject ? {} : { balance: money((await balancesOf(tx, id)).main) };
    subject = { client: email, clientName: name, clientId: id, ...balance, ...subject };
  }
  return subject;
}
