import { and, eq } from "drizzle-orm";
import * as z from "zod/mini";
import { deposits } from "#api/db/schema/payments";
import { users } from "#api/db/schema/users";
import { errorCode } from "#api/db/transaction";
import { transferMethod } from "#api/integrations/payments/transfer";
import type { Answer } from "#api/lib/answer";
import { answer, OperatorError } from "#api/lib/answer";
import { money } from "#api/lib/money";
import { decideDeposit } from "#api/modules/payments/decide-deposit";
import { amount } from "./fields";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup, Context } from "./operation";

const uniqueViolation = "23505";

const paidInput = z.object({
  orderId: z.string(),
  amount: z.optional(amount),
  reference: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
});

/** Credits a transfer once; a repeat reports that it is already on the balance. */
async function credit(
  { orderId, amount: sumCents, reference }: z.output<typeof paidInput>,
  { deps, tx, operator }: Context,
): Promise<Answer> {
  const isTransferOrder = and(eq(deposits.id, orderId), eq(deposits.method, transferMethod));
  const [deposit] = await tx.select().from(deposits).where(isTransferOrder).for("update");
  if (!deposit) throw new OperatorError("noTransfer");
  const about = { id: orderId, invoicedCents: deposit.sumCents };
  if (deposit.status === "received") return answer("transferAlreadyPaid", about);
  const decision = { accept: true, sumCents, reference, decidedBy: operator } as const;
  await decideDeposit(deps, tx, orderId, decision).catch((error: unknown) => {
    if (errorCode(error) !== uniqueViolation) throw error;
    throw new OperatorError("transferUsed", { reference: reference ?? "" });
  });
  const receivedCents = sumCents ?? deposit.sumCents;
  return receivedCents === deposit.sumCents
    ? answer("transferPaid", about)
    : answer("transferPaidDifferently", { ...about, receivedCents });
}

/** Commands for bank transfers, which only the operator reports. */
export const transferOperations: CommandGroup = (area, operation) => {
  operation(
    withPages(area.command("transfers").description("list invoices awaiting a bank transfer, oldest first")),
    z.object(pageInput),
    async (page, { tx }) => {
      const isAwaited = and(eq(deposits.method, transferMethod), eq(deposits.status, "notPaid"));
      return listPage(page, {
        columns: [deposits.createdAt, deposits.id],
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ deposit: deposits, email: users.email, name: users.name, place })
            .from(deposits)
            .innerJoin(users, eq(users.id, deposits.userId))
            .where(and(isAwaited, condition))
            .orderBy(...order)
            .limit(limit),
        row: ({ deposit: { id, createdAt, expiresAt, costCents, currency }, email, name }) => ({
          order: id,
          invoiced: money(costCents, currency),
          since: createdAt,
          due: expiresAt,
          client: email,
          name,
        }),
      });
    },
    { isRead: true },
  );

  operation(
    area
      .command("paid <order-id>")
      .description("mark a bank transfer as received and credit it")
      .option("--amount <dollars>", "received amount, if it differs from the invoice")
      .option("--reference <text>", "the bank's transfer reference; pays one deposit only"),
    paidInput,
    credit,
    ({ orderId }) => `Has the money of ${orderId} come?`,
  );
};
