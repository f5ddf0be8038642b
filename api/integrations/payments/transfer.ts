import { answer } from "#api/lib/answer";
import type { Settings } from "#api/lib/settings";
import type { BankDetail } from "#contract/payments/index";
import { orderSecret, orderSigner } from "./sign";
import type { PaymentMethod, PaymentSystem } from "./system";

/** The method of deposits by bank transfer, whether it is enabled now or was earlier. */
export const transferMethod = "transfer";

const method: PaymentMethod = {
  id: transferMethod,
  asks: "invoice",
  name: { en: "Bank transfer", ru: "Банковский перевод" },
  feePercent: 0,
  feeFixedCents: 0,
  minCents: 1_000,
  maxCents: 5_000_000,
  currency: "USD",
  perDollar: 1,
};

type Options = {
  /** Includes `account`. */
  bankDetails: readonly BankDetail[];
  account: string;
  /** Days until an invoice expires. */
  days: number;
  settings: Pick<Settings, "secret">;
};

/**
 * Creates the payment system for transfers to the company's bank account by an invoice: only the operator, who sees
 * the money arrive, reports it (`deposits paid`).
 */
export function transferSystem({ bankDetails, account, days, settings }: Options): PaymentSystem {
  return {
    method,
    recipient: account,
    pageOrigin: null,
    lifetimeMinutes: days * 24 * 60,
    bankDetails,
    sign: orderSigner(orderSecret(settings, transferMethod)),
    create: async ({ orderId }) => ({
      thereId: null,
      payUrl: `/balance-operations/deposit/${orderId}/invoice`,
    }),
    // a bank sends no messages here
    readReport: () => "unsigned",
    verify: async () => null,
    refund: null,
    check: async () => answer("transfersByHand", { account: account.slice(-4) }),
  };
}
