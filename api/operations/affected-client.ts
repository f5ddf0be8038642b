import { eq, sql } from "drizzle-orm";
import { sentEmails } from "#api/db/schema/email";
import { machineDrifts } from "#api/db/schema/hypervisor";
import { machineOrders } from "#api/db/schema/machine-orders";
import { balanceProposals } from "#api/db/schema/operator";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { deposits, paymentReports } from "#api/db/schema/payments";
import { tickets } from "#api/db/schema/support";
import { users } from "#api/db/schema/users";
import { servers, testServerRequests } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { OperatorError } from "#api/lib/answer";
import { findInvoice } from "#api/modules/books/invoices/admin-invoices";
import { isReference } from "#contract/admin/references";

/** Returns the values of a command's input that name a client or something of a client. */
export const referencesIn = (input: Record<string, unknown>): string[] =>
  Object.entries(input).flatMap(([name, value]) =>
    typeof value === "string" && isReference(name) ? [value] : [],
  );

/**
 * Returns the id of the client named by a command's input: by email or id, by the id of a server, machine order, ticket,
 * deposit, request, dispute, difference, sent e-mail or proposed correction, or by the number of an invoice.
 */
export async function affectedClientId(tx: Tx, input: Record<string, unknown>): Promise<string | null> {
  const named = referencesIn(input);
  if (named.length === 0) return null;
  const invoice = typeof input.number === "string" && (await findInvoice(tx, input.number));
  if (invoice) return invoice.userId;
  const ids = sql`any(${sql.param(named)}::text[])`;
  const emails = sql`any(${sql.param(named.map((value) => value.toLowerCase()))}::text[])`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select ${users.id} as id from ${users} where lower(${users.email}) = ${emails}
    union all select ${users.id} from ${users} where ${users.id} = ${ids}
    union all select ${servers.userId} from ${servers} where ${servers.id} = ${ids}
    union all select ${servers.userId} from ${servers} inner join ${machineOrders}
      on ${machineOrders.serverId} = ${servers.id} where ${machineOrders.id} = ${ids}
    union all select ${servers.userId} from ${servers} inner join ${machineDrifts}
      on ${machineDrifts.about} = ${servers.id} and ${machineDrifts.kind} <> 'unknownMachine' where ${machineDrifts.id} = ${ids}
    union all select ${tickets.userId} from ${tickets} where ${tickets.id} = ${ids}
    union all select ${deposits.userId} from ${deposits} where ${deposits.id} = ${ids}
    union all select ${deposits.userId} from ${deposits} inner join ${paymentReports}
      on ${paymentReports.orderId} = ${deposits.id} where ${paymentReports.id} = ${ids}
    union all select ${partnerWithdrawals.userId} from ${partnerWithdrawals} where ${partnerWithdrawals.id} = ${ids}
    union all select ${testServerRequests.userId} from ${testServerRequests} where ${testServerRequests.id} = ${ids}
    union all select ${balanceProposals.userId} from ${balanceProposals} where ${balanceProposals.id} = ${ids}
    union all select ${sentEmails.userId} from ${sentEmails} where ${sentEmails.id} = ${ids}
    limit 1`);
  return rows[0]?.id ?? null;
}

/** Returns the client named by a command's input, as `affectedClientId` finds them. */
export async function affectedClient(
  tx: Tx,
  input: Record<string, unknown>,
): Promise<typeof users.$inferSelect | undefined> {
  const id = await affectedClientId(tx, input);
  if (id === null) return undefined;
  const [client] = await tx.select().from(users).where(eq(users.id, id));
  return client;
}

/** @throws {OperatorError} `accountDeleted` if the client that a command's input names has deleted the account */
export function requireNotDeleted(client: { deletedAt: Date | null } | undefined): void {
  if (client?.deletedAt) throw new OperatorError("accountDeleted");
}
