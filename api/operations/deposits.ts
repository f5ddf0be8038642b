import { and, eq, getTableColumns, isNull } from "drizzle-orm";
import * as z from "zod/mini";
import { deposits, paymentReports } from "#api/db/schema/payments";
import { users } from "#api/db/schema/users";
import type { Answer } from "#api/lib/answer";
import { answer, OperatorError } from "#api/lib/answer";
import { money } from "#api/lib/money";
import type { DepositDecision } from "#api/modules/payments/decide-deposit";
import { decideDeposit } from "#api/modules/payments/decide-deposit";
import { ownerOf } from "#api/modules/payments/deposit-owner";
import { disputeState, isOpenDispute } from "#api/modules/staff/waiting-rows";
import { depositStatuses } from "#contract/payments/deposit-status";
import { refundOperations } from "./deposit-refunds";
import { amount, reason } from "./fields";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup, Context } from "./operation";
import { depositHistory, depositHistoryInput } from "./payment-history";
import { transferOperations } from "./transfers";

const order = z.object({ orderId: z.string() });

async function decide(
  { deps, tx, operator }: Context,
  orderId: string,
  decision: DepositDecision,
): Promise<Answer> {
  const deposit = await decideDeposit(deps, tx, orderId, { ...decision, decidedBy: operator });
  if (!deposit) throw new OperatorError("noDepositUnderReview");
  const { sumCents, id } = deposit;
  const { email: client } = await ownerOf(tx, deposit);
  return decision.accept
    ? answer("depositAccepted", { id, client, sumCents: decision.sumCents ?? sumCents })
    : answer("depositRejected", { id, client });
}

/** Commands for deposits that wait for a person, and for payment reports that do not match. */
export const depositsCommands: CommandGroup = (program, operation) => {
  const area = program.command("deposits").description("deposits and payment disputes");

  operation(
    withPages(
      area
        .command("list")
        .description("list deposits under review, or with a status, oldest first")
        .option("--status <status>", depositStatuses.join(", ")),
    ),
    z.object({ status: z._default(z.enum(depositStatuses), "underReview"), ...pageInput }),
    ({ status, ...page }, { tx }) =>
      listPage(page, {
        columns: [deposits.changedAt, deposits.id],
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ deposit: deposits, email: users.email, place })
            .from(deposits)
            .innerJoin(users, eq(users.id, deposits.userId))
            .where(and(eq(deposits.status, status), condition))
            .orderBy(...order)
            .limit(limit),
        row: ({ deposit, email }) => ({
          order: deposit.id,
          since: deposit.changedAt,
          method: deposit.method,
          sum: money(deposit.sumCents),
          paid: money(deposit.costCents, deposit.currency),
          txid: deposit.txid,
          client: email,
        }),
      }),
    { isRead: true },
  );

  operation(
    withPages(
      area
        .command("history")
        .description("list all deposits, or those with a status, newest first, with who decided them")
        .option("--status <status>", depositStatuses.join(", ")),
    ),
    depositHistoryInput,
    ({ status, ...page }, { tx }) => depositHistory(tx, page, status && eq(deposits.status, status)),
    { isRead: true },
  );

  operation(
    area
      .command("accept <order-id>")
      .description("approve a deposit that is under review or processing")
      .option("--amount <dollars>", "received amount, if it differs from the order"),
    z.extend(order, { amount: z.optional(amount) }),
    ({ orderId, amount: sumCents }, context) => decide(context, orderId, { accept: true, sumCents }),
    ({ orderId }) => `Has the money of ${orderId} come?`,
  );

  operation(
    area
      .command("reject <order-id>")
      .description("reject a deposit; the client sees the reason")
      .requiredOption("--reason <text>", "why, in the client's language"),
    z.extend(order, { reason }),
    ({ orderId, reason }, context) => decide(context, orderId, { accept: false, reason }),
    { confirm: ({ orderId }) => `Reject the deposit ${orderId}?`, isForDeletedToo: true },
  );

  transferOperations(area, operation);

  operation(
    withPages(
      area
        .command("disputes")
        .description("list disputes: other amounts, second payments, unknown orders, reversals"),
    ),
    z.object(pageInput),
    (page, { tx }) =>
      listPage(page, {
        columns: [paymentReports.receivedAt, paymentReports.id],
        isDescending: true,
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ ...getTableColumns(paymentReports), state: disputeState, email: users.email, place })
            .from(paymentReports)
            .leftJoin(deposits, eq(deposits.id, paymentReports.orderId))
            .leftJoin(users, eq(users.id, deposits.userId))
            .where(and(isOpenDispute, condition))
            .orderBy(...order)
            .limit(limit),
        row: ({ id, receivedAt, state, email, method, orderId, paymentId, body }) => ({
          id,
          client: email,
          at: receivedAt,
          dispute: state,
          method,
          order: orderId,
          payment: paymentId,
          said: body,
        }),
      }),
    { isRead: true },
  );

  operation(
    area
      .command("settle <dispute-id>")
      .description("close a dispute, for example after refunding a second payment")
      .requiredOption("--note <text>", "what was done"),
    z.object({ disputeId: z.string(), note: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)) }),
    async ({ disputeId, note }, { deps, tx }) => {
      const closedReports = await tx
        .update(paymentReports)
        .set({ settledAt: deps.clock.now(), settlement: note })
        .where(and(eq(paymentReports.id, disputeId), isNull(paymentReports.settledAt)))
        .returning({ id: paymentReports.id });
      if (closedReports.length === 0) throw new OperatorError("noDispute");
      return answer("disputeClosed", { id: disputeId });
    },
    { isForDeletedToo: true },
  );

  refundOperations(area, operation);
};
