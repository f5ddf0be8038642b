import { eq } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import { errorCode, transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { systemOf } from "#api/integrations/payments/system";
import { isSame } from "#api/integrations/signature";
import { ApiError } from "#api/lib/api-error";
import { canSubmitTxid } from "#contract/payments/deposit-status";
import * as contract from "#contract/payments/index";
import { describePayment, orderOf, ownDeposit } from "./payment";

const uniqueViolation = "23505";

/** Normalizes a transaction id: explorers write it in upper and lower case, with and without `0x`. */
export const txidKeyOf = (txid: string) => txid.toLowerCase().replace(/^0x/, "");

/**
 * Returns a 401, as the specification requires (section 8). It does not mean the end of the session, which has a
 * separate error code.
 */
const taken = () => new ApiError(401, "transactionIdTaken", { fields: { txid: "transactionIdTaken" } });

export const submitTxid = handle(contract.submitTxid, async ({ orderId, txid, signature }, context) => {
  const { db, client, payments, clock, language } = context;
  try {
    return await transaction(db, async (tx) => {
      const deposit = await ownDeposit(tx, client.id, orderId, { lock: true });
      const system = systemOf(payments, deposit.method);
      if (system?.method.asks !== "txid") throw new ApiError(404, "notFound");
      if (!signature || !isSame(signature, system.sign(orderOf(context, deposit))))
        throw new ApiError(422, "signatureMissing");
      // a second click, or the response was lost
      const isRepeat = deposit.txidKey === txidKeyOf(txid);
      if (isRepeat && deposit.status !== "rejected")
        return { payment: describePayment(context, deposit, language) };
      if (!canSubmitTxid(deposit.status)) throw new ApiError(409, "depositClosed");
      const [changed] = await tx
        .update(deposits)
        .set({ txid, txidKey: txidKeyOf(txid), status: "underReview", changedAt: clock.now() })
        .where(eq(deposits.id, orderId))
        .returning();
      if (!changed) throw new Error(`Deposit ${orderId} was not changed`);
      return { payment: describePayment(context, changed, language) };
    });
  } catch (error) {
    if (errorCode(error) === uniqueViolation) throw taken();
    throw error;
  }
});
