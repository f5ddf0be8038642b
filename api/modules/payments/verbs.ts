import type { Verb } from "#api/http/verb";
import { createDeposit } from "./create-deposit";
import { deleteDeposit } from "./delete-deposit";
import { depositInvoice } from "./deposit-invoice";
import { depositQr, getDeposit } from "./get-deposit";
import { listMethods } from "./list-methods";
import { paymentCallback } from "./payment-callback";
import { sandboxOrder, sandboxPay } from "./sandbox";
import { submitTxid } from "./submit-txid";

export const paymentsVerbs: readonly Verb[] = [
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
