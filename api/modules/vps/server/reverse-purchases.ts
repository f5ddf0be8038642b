import { and, desc, eq, gt, gte, inArray } from "drizzle-orm";
import { ledgerAccounts, ledgerEntries } from "#api/db/schema/balance";
import { partnerPayments } from "#api/db/schema/partners";
import { deposits } from "#api/db/schema/payments";
import { serverPayments } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { bookRefund } from "#api/modules/partners/rewards";
import { holdServer } from "./admin-servers";
import { lockServer } from "./own-server";

export type Reversal = { depositId: string; ledgerId: number; reason: string };

/** The consequences of a reversed deposit: the client's debt, and the servers that wait for an operator. */
export type ReversalOutcome = { debtCents: number; serversOnHold: string[] };

/**
 * Handles a reversed deposit of which a part had been spent: the newest payments since the deposit count as bought
 * with the lost money. Takes back the partners' rewards of these payments, holds their servers until an operator
 * decides (`servers release`, `servers revoke`) and emails the owner. Call it in the transaction of the reversal.
 */
export async function reversePurchases(deps: Deps, tx: Tx, reversal: Reversal): Promise<ReversalOutcome> {
  const debtCents = await debtOf(tx, reversal.ledgerId);
  const [deposit] = await tx.select().from(deposits).where(eq(deposits.id, reversal.depositId));
  if (debtCents === 0 || !deposit) return { debtCents, serversOnHold: [] };
  const payments = await tx
    .select({ payment: serverPayments, refundedCents: partnerPayments.refundedCents })
    .from(serverPayments)
    .leftJoin(partnerPayments, eq(partnerPayments.id, serverPayments.id))
    .where(
      and(
        eq(serverPayments.userId, deposit.userId),
        inArray(serverPayments.kind, ["rent", "renewal", "upgrade"]),
        gt(serverPayments.totalCents, 0),
        gte(serverPayments.createdAt, deposit.receivedAt ?? deposit.createdAt),
      ),
    )
    .orderBy(desc(serverPayments.createdAt), desc(serverPayments.id));
  let leftCents = debtCents;
  const serverIds = new Set<string>();
  for (const { payment, refundedCents } of payments) {
    const { id, serverId, kind, totalCents } = payment;
    const lostCents = Math.min(leftCents, totalCents - (refundedCents ?? 0));
    if (lostCents <= 0) continue;
    leftCents -= lostCents;
    serverIds.add(serverId);
    if (kind !== "upgrade") await bookRefund(deps, tx, id, lostCents);
  }
  const serversOnHold: string[] = [];
  for (const serverId of [...serverIds].sort()) {
    const server = await lockServer(tx, serverId);
    if (!server || server.status === "revoked" || server.isHeld) continue;
    await holdServer(deps, tx, serverId, { reason: reversal.reason, isReversal: true });
    serversOnHold.push(serverId);
  }
  return { debtCents, serversOnHold };
}

/** Returns the part of a reversal that the client's balances did not cover, in cents. */
async function debtOf(tx: Tx, ledgerId: number): Promise<number> {
  const rows = await tx
    .select({ amountCents: ledgerEntries.amountCents })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(eq(ledgerEntries.transactionId, ledgerId), eq(ledgerAccounts.kind, "debt")));
  return rows.reduce((sum, { amountCents }) => sum - amountCents, 0);
}
