import type { SQL } from "drizzle-orm";
import { and, eq } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { deposits } from "#api/db/schema/payments";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { money } from "#api/lib/money";
import { withdrawalStatuses } from "#contract/partners/withdrawal-status";
import { depositStatuses } from "#contract/payments/deposit-status";
import { listPage, pageInput } from "./list-page";

type PageInput = Parameters<typeof listPage>[0];

export const withdrawalHistoryInput = z.object({
  status: z.optional(z.enum(withdrawalStatuses)),
  ...pageInput,
});
export const depositHistoryInput = z.object({ status: z.optional(z.enum(depositStatuses)), ...pageInput });

/** Returns a page of withdrawals in every state, newest first, with who decided them and when. */
export const withdrawalHistory = (db: Database | Tx, page: PageInput, isListed?: SQL) =>
  listPage(page, {
    columns: [partnerWithdrawals.createdAt, partnerWithdrawals.id],
    isDescending: true,
    read: ({ condition, order, limit, place }) =>
      db
        .select({ withdrawal: partnerWithdrawals, email: users.email, place })
        .from(partnerWithdrawals)
        .innerJoin(users, eq(users.id, partnerWithdrawals.userId))
        .where(and(isListed, condition))
        .orderBy(...order)
        .limit(limit),
    row: ({ withdrawal, email }) => ({
      id: withdrawal.id,
      client: email,
      at: withdrawal.createdAt,
      status: withdrawal.status,
      amount: money(withdrawal.amountCents),
      method: withdrawal.method,
      wallet: withdrawal.wallet,
      reference: withdrawal.reference,
      decided: withdrawal.decidedAt,
      by: withdrawal.decidedBy,
    }),
  });

/**
 * Returns a page of deposits in every state, newest first, with who decided them and when. What no staff member
 * decided was decided when the payment system reported it.
 */
export const depositHistory = (db: Database | Tx, page: PageInput, isListed?: SQL) =>
  listPage(page, {
    columns: [deposits.createdAt, deposits.id],
    isDescending: true,
    read: ({ condition, order, limit, place }) =>
      db
        .select({ deposit: deposits, email: users.email, place })
        .from(deposits)
        .innerJoin(users, eq(users.id, deposits.userId))
        .where(and(isListed, condition))
        .orderBy(...order)
        .limit(limit),
    row: ({ deposit, email }) => ({
      order: deposit.id,
      client: email,
      at: deposit.createdAt,
      status: deposit.status,
      method: deposit.method,
      sum: money(deposit.sumCents),
      paid: money(deposit.costCents, deposit.currency),
      txid: deposit.txid,
      reason: deposit.reason,
      decided: deposit.decidedAt ?? deposit.receivedAt,
      by: deposit.decidedBy,
    }),
  });
