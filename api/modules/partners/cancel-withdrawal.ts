import { and, eq } from "drizzle-orm";
import { partnerWithdrawals } from "#api/db/schema/partner";
import { transaction } from "#api/db/transaction";
import { verb } from "#api/http/verb";
import { Refusal } from "#api/lib/refusal";
import * as contract from "#contract/partners/index";
import { decideWithdrawal } from "./withdrawals";

/** A repeat of a cancellation is no mistake; what the operator has decided stays decided. */
export const cancelWithdrawal = verb(contract.cancelWithdrawal, async ({ id }, context) => {
  await transaction(context.db, async (tx) => {
    const own = and(eq(partnerWithdrawals.id, id), eq(partnerWithdrawals.userId, context.client.id));
    const [row] = await tx.select().from(partnerWithdrawals).where(own).for("update");
    if (!row) throw new Refusal(404, "notFound");
    if (row.status === "cancelled") return;
    if (!(await decideWithdrawal(context, tx, id, { status: "cancelled" })))
      throw new Refusal(409, "withdrawalDecided");
  });
  return { ok: true };
});
