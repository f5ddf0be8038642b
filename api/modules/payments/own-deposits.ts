import { and, eq, isNull } from "drizzle-orm";
import { renderSVG } from "uqr";
import type { Database } from "#api/db/connect";
import { deposits, paymentReports } from "#api/db/schema/payments";
import { users } from "#api/db/schema/users";
import { errorCode, transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { systemOf } from "#api/integrations/payments/system";
import { isSame } from "#api/integrations/signature";
import { ApiError } from "#api/lib/api-error";
import { canDelete, canPay, canSubmitTxid } from "#contract/payments/deposit-status";
import type { Afterwards } from "#contract/payments/index";
import * as contract from "#contract/payments/index";
import { describeMethod, describePayment, orderOf, ownDeposit } from "./payment";
import { refundStateOf } from "./refund-state";

export const listMethods = handle(contract.depositMethods, async (_input, { payments, language }) => ({
  methods: payments.systems.map((system) => describeMethod(system, language)),
  isSandbox: payments.isSandbox,
}));

export const getDeposit = handle(contract.getDeposit, async ({ orderId }, context) => {
  const deposit = await ownDeposit(context.db, context.client.id, orderId);
  return {
    payment: describePayment(context, deposit, context.language),
    afterwards: await afterwardsOf(context.db, orderId),
  };
});

/**
 * Returns refund and dispute of a deposit. A dispute is open until it is settled or money was taken from the balance
 * after it.
 */
async function afterwardsOf(db: Database, orderId: string): Promise<Afterwards> {
  const [refundState, disputes] = await Promise.all([
    refundStateOf(db, orderId),
    db
      .select({ receivedAt: paymentReports.receivedAt })
      .from(paymentReports)
      .where(
        and(
          eq(paymentReports.orderId, orderId),
          eq(paymentReports.outcome, "reversed"),
          isNull(paymentReports.settledAt),
        ),
      ),
  ]);
  const { sumCents, isRequested, lastAt } = refundState;
  return {
    refund: lastAt && {
      status: isRequested ? "asked" : "done",
      sumCents,
      createdAt: lastAt.toISOString(),
    },
    isDisputed: disputes.some(({ receivedAt }) => !lastAt || receivedAt > lastAt),
  };
}

/**
 * Returns the QR code of a deposit's address: black on white in any theme with the quiet zone, as scanners need it.
 */
export const depositQr = handle(contract.depositQr, async ({ orderId }, { db, client, payments }) => {
  const deposit = await ownDeposit(db, client.id, orderId);
  if (systemOf(payments, deposit.method)?.method.asks !== "txid") throw new ApiError(404, "notFound");
  const svg = renderSVG(deposit.recipient, { border: 4, ecc: "M" });
  return new Response(svg, {
    headers: {
      "content-type": "image/svg+xml",
      "content-disposition": "inline; filename=address.svg",
      "cache-control": "private, max-age=3600",
    },
  });
});

const uniqueViolation = "23505";

/** Normalizes a transaction id: explorers write it in upper and lower case, with and without `0x`. */
export const txidKeyOf = (txid: string) => txid.toLowerCase().replace(/^0x/, "");

/**
 * Returns a 401, as the specification requires (section 8). It does not mean the end of the session, which has a
 * separate error code.
 */
const txidTakenError = () =>
  new ApiError(401, "transactionIdTaken", { fields: { txid: "transactionIdTaken" } });

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
    if (errorCode(error) === uniqueViolation) throw txidTakenError();
    throw error;
  }
});

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

export const depositInvoice = handle(
  contract.depositInvoice,
  async ({ orderId }, { db, client, payments }) => {
    const deposit = await ownDeposit(db, client.id, orderId);
    const details = systemOf(payments, deposit.method)?.bankDetails;
    const [owner] = await db.select().from(users).where(eq(users.id, client.id));
    if (!details || !owner) throw new ApiError(404, "notFound");
    return {
      number: deposit.id,
      createdAt: deposit.createdAt.toISOString(),
      dueAt: deposit.expiresAt.toISOString(),
      costCents: deposit.costCents,
      currency: deposit.currency,
      client: { name: owner.name, email: owner.email },
      details: [...details],
      isOpen: canPay(deposit.status),
    };
  },
);
