import type { Command } from "commander";
import { eq, getTableColumns } from "drizzle-orm";
import * as z from "zod/mini";
import { depositRefunds, deposits } from "#api/db/schema/payments";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { balancesOf, InsufficientFunds } from "#api/ledger/ledger";
import { answer, OperatorError } from "#api/lib/answer";
import { money } from "#api/lib/money";
import { startRefund } from "#api/modules/payments/refund";
import { refundStateOf } from "#api/modules/payments/refund-state";
import { reversePurchases } from "#api/modules/vps/server/reverse-purchases";
import { amount, reason } from "./fields";
import { listPage, pageInput, withPages } from "./list-page";
import type { Operation } from "./operation";
import { serverNames } from "./server-name";

const refundInput = z
  .object({
    orderId: z.string(),
    reason,
    amount: z.optional(amount),
    byHand: z.optional(z.boolean()),
    reversed: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ byHand, reversed }) => !(byHand && reversed), { path: ["reversed"], error: "refundTwoWays" }),
  );

/** Commands that refund deposits, and the list of refunds. */
export function refundOperations(area: Command, operation: Operation): void {
  operation(
    area
      .command("refund <order-id>")
      .description("take a deposit from the balance and refund it through its payment system")
      .requiredOption("--reason <text>", "why")
      .option("--amount <dollars>", "part of the amount")
      .option("--by-hand", "already refunded by hand")
      .option("--reversed", "already reversed; what the client has spent becomes a debt"),
    refundInput,
    async ({ orderId, reason, amount: sumCents, byHand, reversed }, { deps, tx, shown = {} }) => {
      const way = reversed ? "reversed" : byHand ? "hand" : "system";
      const refund = await startRefund(deps, tx, { orderId, reason, sumCents, way }).catch(explainError);
      const { id: refundId, depositId, ledgerId, sumCents: refundedCents, leftCents } = refund;
      if (sumCents === undefined) shown.amount = money(refundedCents);
      shown.left = money(leftCents);
      const rest = leftCents > 0 ? answer("refundLeaves", { leftCents }) : answer("refundLeavesNothing");
      if (way === "reversed") {
        const { debtCents, serversOnHold } = await reversePurchases(deps, tx, {
          depositId,
          ledgerId,
          reason,
        });
        const names: string[] = [];
        for (const id of serversOnHold) names.push((await serverNames(tx, id)).server);
        if (debtCents > 0) shown.debt = money(debtCents);
        if (names.length > 0) shown.serversOnHold = names.join(", ");
        const about = { refundedCents, debtCents, servers: names.join(", "), rest };
        return answer(serversOnHold.length > 0 ? "depositReversed" : "depositReversedNoServers", about);
      }
      return way === "system"
        ? answer("refundRequested", { refundedCents, id: refundId, rest })
        : answer("refundByHand", { refundedCents, rest });
    },
    {
      confirm: ({ orderId }) => `Take the deposit ${orderId} from its client's balance?`,
      facts: refundFacts,
      isForDeletedToo: true,
    },
  );

  operation(
    withPages(area.command("refunds").description("list refunds, newest first")),
    z.object(pageInput),
    (page, { tx }) =>
      listPage(page, {
        columns: [depositRefunds.createdAt, depositRefunds.id],
        isDescending: true,
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ ...getTableColumns(depositRefunds), email: users.email, place })
            .from(depositRefunds)
            .innerJoin(deposits, eq(deposits.id, depositRefunds.depositId))
            .innerJoin(users, eq(users.id, deposits.userId))
            .where(condition)
            .orderBy(...order)
            .limit(limit),
        row: ({ id, email, createdAt, depositId, status, sumCents, isRequested, reason, declined }) => ({
          id,
          client: email,
          at: createdAt,
          order: depositId,
          status,
          sum: money(sumCents),
          by: answer(isRequested ? "byPaymentSystem" : "byHand"),
          reason,
          declined,
        }),
      }),
    { isRead: true },
  );
}
/** Returns what is left of a deposit, and how much of it its client's balance holds. */
async function refundFacts(_: unknown, tx: Tx, orderId: string) {
  const [deposit] = await tx.select().from(deposits).where(eq(deposits.id, orderId));
  if (deposit?.status !== "received") return undefined;
  const { sumCents: refundedCents } = await refundStateOf(tx, orderId);
  const leftCents = deposit.sumCents - refundedCents;
  const { main } = await balancesOf(tx, deposit.userId);
  return {
    sum: money(deposit.sumCents),
    refunded: money(refundedCents),
    balance: money(main),
    // what was refunded in part can only be reversed
    mostRefundable: money(refundedCents > 0 ? 0 : Math.min(leftCents, main)),
    mostReversible: money(leftCents),
  };
}

const explainError = (error: unknown): never => {
  if (error instanceof InsufficientFunds) throw new OperatorError("depositSpent");
  throw error;
};
