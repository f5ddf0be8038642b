import { and, eq } from "drizzle-orm";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/partners/index";
import { decideWithdrawal } from "./withdrawals";

/** Repeating a cancellation is not an error; an operator's decision is final (409). */
export const cancelWithdrawal = handle(contract.cancelWithdrawal, async ({ withdrawalId }, context) => {
  await transaction(context.db, async (tx) => {
    const own = and(
      eq(partnerWithdrawals.id, withdrawalId),
      eq(partnerWithdrawals.userId, context.client.id),
    );
    const [row] = await tx.select().from(partnerWithdrawals).where(own).for("update");
    if (!row) throw new ApiError(404, "notFound");
    if (row.status === "cancelled") return;
    if (!(await decideWithdrawal(context, tx, withdrawalId, { status: "cancelled" })))
      throw new ApiError(409, "withdrawalDecided");
  });
  return { ok: true };
});
