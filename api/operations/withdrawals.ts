import { and, eq, inArray } from "drizzle-orm";
import * as z from "zod/mini";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { users } from "#api/db/schema/users";
import type { Answer } from "#api/lib/answer";
import { answer, OperatorError } from "#api/lib/answer";
import { money } from "#api/lib/money";
import { utcDay } from "#api/lib/utc-day";
import { sendDecision } from "#api/modules/partners/wallet-emails";
import { decideWithdrawal, startPayout } from "#api/modules/partners/withdrawals";
import { pendingWithdrawalStatuses, withdrawalStatuses } from "#contract/partners/withdrawal-status";
import { reason } from "./fields";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";
import { withdrawalHistory, withdrawalHistoryInput } from "./payment-history";

type Context = Parameters<Parameters<Parameters<CommandGroup>[1]>[2]>[1];
type Decision = Parameters<typeof decideWithdrawal>[3];

const id = z.object({ withdrawalId: z.string() });

const answerKeys = {
  paidOut: "withdrawalPaidOut",
  rejected: "withdrawalRejected",
  cancelled: "withdrawalCancelled",
} as const;

/** Decides a withdrawal and emails its client. */
async function decide(
  { deps, tx, operator }: Context,
  withdrawalId: string,
  decision: Decision,
): Promise<Answer> {
  const row = await decideWithdrawal(deps, tx, withdrawalId, { ...decision, decidedBy: operator });
  if (!row) {
    throw new OperatorError("noPendingWithdrawal");
  }
  if (decision.status !== "cancelled") await sendDecision(deps, tx, row);
  return answer(answerKeys[decision.status], { amountCents: row.amountCents, wallet: row.wallet });
}

/** Commands for partners' withdrawals: to list and to decide them. */
export const withdrawalsCommands: CommandGroup = (program, operation) => {
  const withdrawals = program.command("withdrawals").description("partner withdrawals");

  operation(
    withPages(
      withdrawals
        .command("list")
        .description("list pending requests, or with a status, most urgent first")
        .option("--status <status>", withdrawalStatuses.join(", ")),
    ),
    z.object({ status: z.optional(z.enum(withdrawalStatuses)), ...pageInput }),
    async ({ status, ...page }, { tx }) => {
      const { dueOn, createdAt, id: unique, status: current } = partnerWithdrawals;
      const isListed = status ? eq(current, status) : inArray(current, [...pendingWithdrawalStatuses]);
      return listPage(page, {
        columns: [dueOn, createdAt, unique],
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ row: partnerWithdrawals, email: users.email, place })
            .from(partnerWithdrawals)
            .innerJoin(users, eq(users.id, partnerWithdrawals.userId))
            .where(and(isListed, condition))
            .orderBy(...order)
            .limit(limit),
        row: ({ row, email }) => ({
          id: row.id,
          status: row.status,
          due: utcDay(row.dueOn),
          amount: money(row.amountCents),
          method: row.method,
          wallet: row.wallet,
          reference: row.reference,
          client: email,
        }),
      });
    },
    { isRead: true },
  );

  operation(
    withPages(
      withdrawals
        .command("history")
        .description("list all requests, or those with a status, newest first, with who decided them")
        .option("--status <status>", withdrawalStatuses.join(", ")),
    ),
    withdrawalHistoryInput,
    ({ status, ...page }, { tx }) =>
      withdrawalHistory(tx, page, status && eq(partnerWithdrawals.status, status)),
    { isRead: true },
  );

  operation(
    withdrawals
      .command("send <withdrawal-id>")
      .description("mark a request as being sent; the client can no longer cancel it"),
    id,
    async ({ withdrawalId }, { tx }) => {
      const row = await startPayout(tx, withdrawalId);
      if (!row) throw new OperatorError("noWithdrawalUnderReview");
      return answer("withdrawalSending", { amountCents: row.amountCents, wallet: row.wallet });
    },
    ({ withdrawalId }) => `Send the money of ${withdrawalId}?`,
  );

  operation(
    withdrawals
      .command("pay <withdrawal-id>")
      .description("mark a request as paid out")
      .option("--reference <text>", "the payment system's transaction id, which the client sees"),
    z.extend(id, { reference: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))) }),
    ({ withdrawalId, reference }, context) => decide(context, withdrawalId, { status: "paidOut", reference }),
    ({ withdrawalId }) => `Was the money of ${withdrawalId} sent?`,
  );

  operation(
    withdrawals
      .command("reject <withdrawal-id>")
      .description("reject a request and return the money; the client gets the reason")
      .requiredOption("--reason <text>", "why, in the client's language"),
    z.extend(id, { reason }),
    ({ withdrawalId, reason }, context) => decide(context, withdrawalId, { status: "rejected", reason }),
    ({ withdrawalId }) => `Reject ${withdrawalId} and return the money?`,
  );

  operation(
    withdrawals
      .command("cancel <withdrawal-id>")
      .description("cancel a request and return the money, without an e-mail"),
    id,
    ({ withdrawalId }, context) => decide(context, withdrawalId, { status: "cancelled" }),
    ({ withdrawalId }) => `Cancel ${withdrawalId} and return the money?`,
  );
};
