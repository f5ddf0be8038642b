import type { Command } from "commander";
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from "#api/db/schema/balance";
import { machineOrders } from "#api/db/schema/machine-orders";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { deposits } from "#api/db/schema/payments";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { TextIn } from "#api/lib/answer";
import { money } from "#api/lib/money";
import { describeJournalEntry } from "#api/modules/balance/balance-text";
import { clientBy } from "./find-client";
import { listPage, pageInput, withPages } from "./list-page";
import type { Operation } from "./operation";
import { withdrawalHistory } from "./payment-history";

const input = z.object({ client: z.string(), ...pageInput });

/** The e-mail of the other client of a transfer. */
const counterparty = sql<string | null>`(
  select other_user.email from ledger_entries other
  join ledger_accounts other_account on other_account.id = other.account_id
  join users other_user on other_user.id = other_account.user_id
  where ${ledgerEntries.kind} = 'transfer' and other.transaction_id = ${ledgerEntries.transactionId}
    and other.account_id <> ${ledgerEntries.accountId}
  limit 1)`;

/** Returns a page of the ledger lines of one of a client's balances, newest first, each with how to describe it. */
export const ledgerLinesOf = (
  db: Database | Tx,
  userId: string,
  account: "main" | "partner",
  page: Parameters<typeof listPage>[0],
) =>
  listPage(page, {
    columns: [ledgerEntries.at, ledgerEntries.id],
    isDescending: true,
    read: ({ condition, order, limit, place }) =>
      db
        .select({
          id: ledgerEntries.id,
          at: ledgerEntries.at,
          kind: ledgerEntries.kind,
          details: ledgerTransactions.details,
          amountCents: ledgerEntries.amountCents,
          balanceCents: ledgerEntries.balanceAfterCents,
          counterparty,
          place,
        })
        .from(ledgerEntries)
        .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
        .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
        .where(and(eq(ledgerAccounts.userId, userId), eq(ledgerAccounts.kind, account), condition))
        .orderBy(...order)
        .limit(limit),
    row: ({ id, at, amountCents, balanceCents, ...entry }) => ({
      entry: id,
      at,
      about: new TextIn((language) => describeJournalEntry({ ...entry, amountCents }, language)),
      amount: { ...money(amountCents), sign: true },
      balance: money(balanceCents),
    }),
  });

/** Commands that list what a client's page shows the latest of. */
export function clientHistoryCommands(clients: Command, operation: Operation): void {
  operation(
    withPages(
      clients
        .command("lines <client>")
        .description("list the ledger lines of a client's balance, newest first"),
    ),
    input,
    async ({ client, ...page }, { tx }) => ledgerLinesOf(tx, (await clientBy(tx, client)).id, "main", page),
    { isRead: true },
  );

  operation(
    withPages(
      clients
        .command("partner-lines <client>")
        .description(
          "list the ledger lines of a client's partner balance, newest first: rewards, withdrawals, transfers",
        ),
    ),
    input,
    async ({ client, ...page }, { tx }) =>
      ledgerLinesOf(tx, (await clientBy(tx, client)).id, "partner", page),
    { isRead: true },
  );

  operation(
    withPages(clients.command("deposits <client>").description("list a client's deposits, newest first")),
    input,
    async ({ client, ...page }, { tx }) => {
      const { id: userId } = await clientBy(tx, client);
      return listPage(page, {
        columns: [deposits.createdAt, deposits.id],
        isDescending: true,
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ ...getTableColumns(deposits), place })
            .from(deposits)
            .where(and(eq(deposits.userId, userId), condition))
            .orderBy(...order)
            .limit(limit),
        row: ({ id, createdAt, method, sumCents, costCents, currency, status, txid }) => ({
          order: id,
          at: createdAt,
          method,
          sum: money(sumCents),
          paid: money(costCents, currency),
          status,
          txid,
        }),
      });
    },
    { isRead: true },
  );

  operation(
    withPages(
      clients.command("withdrawals <client>").description("list a client's withdrawals, newest first"),
    ),
    input,
    async ({ client, ...page }, { tx }) =>
      withdrawalHistory(tx, page, eq(partnerWithdrawals.userId, (await clientBy(tx, client)).id)),
    { isRead: true },
  );

  operation(
    withPages(
      clients
        .command("orders <client>")
        .description("list machine orders for a client's servers, newest first"),
    ),
    input,
    async ({ client, ...page }, { tx }) => {
      const { id: userId } = await clientBy(tx, client);
      return listPage(page, {
        columns: [machineOrders.acceptedAt, machineOrders.id],
        isDescending: true,
        read: ({ condition, order, limit, place }) =>
          tx
            .select({
              order: machineOrders.id,
              at: machineOrders.acceptedAt,
              server: machineOrders.serverId,
              kind: machineOrders.kind,
              status: machineOrders.status,
              tries: machineOrders.attempts,
              error: machineOrders.error,
              place,
            })
            .from(machineOrders)
            .innerJoin(servers, eq(servers.id, machineOrders.serverId))
            .where(and(eq(servers.userId, userId), condition))
            .orderBy(...order)
            .limit(limit),
      });
    },
    { isRead: true },
  );
}
