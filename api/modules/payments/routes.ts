import type { Handler } from "#api/http/handle";
import { createDeposit } from "./create-deposit";
import { deleteDeposit } from "./delete-deposit";
import { depositInvoice } from "./deposit-invoice";
import { depositQr, getDeposit } from "./get-deposit";
import { listMethods } from "./list-methods";
import { paymentCallback } from "./payment-callback";
import { sandboxOrder, sandboxPay } from "./sandbox";
import { submitTxid } from "./submit-txid";

export const paymentsRoutes: readonly Handler[] = [
  listMethods,
  createDeposit,
  getDeposit,
  depositQr,
  depositInvoice,
  deleteDeposit,
  submitTxid,
  paymentCallback,
  sandboxOrder,
  sandboxPay,
];
