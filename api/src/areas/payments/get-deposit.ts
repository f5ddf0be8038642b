import { renderSVG } from "uqr";
import { verb } from "#api/calls/verb";
import { systemOf } from "#api/outside/payments/system";
import { Refusal } from "#api/values/refusal";
import * as contract from "#contract/payments/index";
import { describePayment, ownDeposit } from "./payment";

export const getDeposit = verb(contract.getDeposit, async ({ orderId }, context) => {
  const deposit = await ownDeposit(context.db, context.client.id, orderId);
  return { payment: describePayment(context, deposit, context.language) };
});

/** Black on white whatever the theme: scanners want it so, and the quiet zone belongs to it. */
export const depositQr = verb(contract.depositQr, async ({ orderId }, { db, client, payments }) => {
  const deposit = await ownDeposit(db, client.id, orderId);
  if (systemOf(payments, deposit.method)?.method.asks !== "txid") throw new Refusal(404, "notFound");
  const svg = renderSVG(deposit.recipient, { border: 4, ecc: "M" });
  return new Response(svg, {
    headers: {
      "content-type": "image/svg+xml",
      "content-disposition": "inline; filename=address.svg",
      "cache-control": "private, max-age=3600",
    },
  });
});
