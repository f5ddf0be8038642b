import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { lockUser } from "#api/auth/user-of";
import type { Database } from "#api/db/connect";
import { ledgerAccounts } from "#api/db/schema/balance";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { deposits } from "#api/db/schema/payments";
import { rates, servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { sendMail } from "#api/email/send";
import { handle } from "#api/http/handle";
import { balancesFrom } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";
import { revokeServer } from "#api/modules/vps/server/end-server";
import { lockServer } from "#api/modules/vps/server/own-server";
import { enqueue } from "#api/queue/enqueue";
import { pendingWithdrawalStatuses } from "#contract/partners/withdrawal-status";
import type { DeletionObstacle } from "#contract/privacy/index";
import * as contract from "#contract/privacy/index";
import { eraseAccount } from "./erase-account";
import { forgetClient } from "./forget-client";

const shownServers = 20;

const errorByObstacle = {
  owes: "deletionOwes",
  withdrawal: "deletionWithdrawal",
  deposit: "deletionDeposit",
} as const satisfies Record<DeletionObstacle, string>;

const ownServers = (userId: string) => and(eq(servers.userId, userId), ne(servers.status, "revoked"));

/** Returns current balances; `balancesOf` caches those read when the request began. */
async function readBalances(db: Database | Tx, userId: string) {
  const rows = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, userId));
  return balancesFrom(rows.map(({ kind, balanceCents }) => [kind, balanceCents] as const));
}

/** Returns what must be settled before an account can be deleted: debts, or money on its way in or out. */
async function obstacleOf(db: Database | Tx, userId: string): Promise<DeletionObstacle | null> {
  const { owed } = await readBalances(db, userId);
  if (owed > 0) return "owes";
  const isPending = inArray(partnerWithdrawals.status, [...pendingWithdrawalStatuses]);
  const withdrawal = await db
    .select({ id: partnerWithdrawals.id })
    .from(partnerWithdrawals)
    .where(and(eq(partnerWithdrawals.userId, userId), isPending))
    .limit(1);
  if (withdrawal.length > 0) return "withdrawal";
  const isUnderWay = inArray(deposits.status, ["processing", "underReview"]);
  const deposit = await db
    .select({ id: deposits.id })
    .from(deposits)
    .where(and(eq(deposits.userId, userId), isUnderWay))
    .limit(1);
  return deposit.length > 0 ? "deposit" : null;
}

export const deletionState = handle(contract.deletionState, async (_input, { client, db }) => {
  const [balances, rows, serverCount, accounts, obstacle] = await Promise.all([
    readBalances(db, client.id),
    db
      .select({ id: servers.id, tariff: rates.name, comment: servers.comment, paidUntil: servers.paidUntil })
      .from(servers)
      .innerJoin(rates, eq(rates.id, servers.rateId))
      .where(ownServers(client.id))
      .orderBy(asc(servers.paidUntil), asc(servers.id))
      .limit(shownServers),
    db.$count(servers, ownServers(client.id)),
    db.$count(monitoringAccounts, eq(monitoringAccounts.userId, client.id)),
    obstacleOf(db, client.id),
  ]);
  return {
    balanceCents: balances.main,
    partnerBalanceCents: balances.partner,
    servers: rows.map(({ paidUntil, ...server }) => ({ ...server, paidUntil: paidUntil.toISOString() })),
    serverCount,
    monitoringAccounts: accounts,
    obstacle,
  };
});

/**
 * Deletes an account. The client's personal data is erased at once and the email address is free again; a job does
 * what takes longer. The client's row stays, because the ledger, orders and payments refer to it (privacy policy,
 * section 1).
 */
export const deleteAccount = handle(contract.deleteAccount, async (_input, context) => {
  const { client, db } = context;
  await transaction(db, async (tx) => {
    const user = await lockUser(tx, client.id, "update");
    if (user.deletedAt) return;
    const obstacle = await obstacleOf(tx, user.id);
    if (obstacle) throw new ApiError(409, errorByObstacle[obstacle]);
    const owned = await tx
      .select({ id: servers.id })
      .from(servers)
      .where(ownServers(user.id))
      .orderBy(asc(servers.id));
    for (const { id } of owned) {
      const server = await lockServer(tx, id);
      if (server && server.status !== "revoked") await revokeServer(context, tx, server);
    }
    await forgetClient(context, tx, user);
    await enqueue(tx, eraseAccount, { userId: user.id });
    const { email: to, language, name } = user;
    await sendMail(context, tx, { to, language, template: "accountDeleted", values: { name } });
  });
  return { ok: true } as const;
});
