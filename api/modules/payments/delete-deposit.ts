import { eq } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import { canDelete } from "#contract/payments/deposit-status";
import * as contract from "#contract/payments/index";
import { ownDeposit } from "./payment";

export const deleteDeposit = handle(contract.deleteDeposit, async ({ orderId }, { db, client, clock }) => {
  await transaction(db, async (tx) => {
    const { status } = await ownDeposit(tx, client.id, orderId, { lock: true });
    if (status === "deleted") return;
    if (!canDelete(status)) throw new ApiError(409, "depositClosed");
    await tx
      .update(deposits)
      .set({ status: "deleted", changedAt: clock.now() })
      .where(eq(deposits.id, orderId));
  });
  return { ok: true as const };
});
