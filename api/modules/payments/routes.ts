import type { Handler } from "#api/http/handle";
import { createDeposit } from "./create-deposit";
import {
  deleteDeposit,
  depositInvoice,
  depositQr,
  getDeposit,
  listMethods,
  submitTxid,
} from "./own-deposits";
import { paymentCallback } from "./payment-callback";
import { sandboxOrder, sandboxPay } from "./sandbox";

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
