import { and, eq, isNull } from "drizzle-orm";
import { renderSVG } from "uqr";
import type { Database } from "#api/db/connect";
import { paymentReports } from "#api/db/schema/payments";
import { handle } from "#api/http/handle";
import { systemOf } from "#api/integrations/payments/system";
import { ApiError } from "#api/lib/api-error";
import type { Afterwards } from "#contract/payments/index";
import * as contract from "#contract/payments/index";
import { goneBack } from "./gone-back";
import { describePayment, ownDeposit } from "./payment";

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
  const [gone, disputes] = await Promise.all([
    goneBack(db, orderId),
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
  const { sumCents, isRequested: isAsked, lastAt } = gone;
  return {
    refund: lastAt && {
      status: isAsked ? "asked" : "done",
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
