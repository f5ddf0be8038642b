import { orderSigner } from "#api/integrations/payments/sign";
import type {
  NewPayment,
  Notice,
  PaymentReport,
  PaymentSystem,
  Refund,
  RefundAnswer,
  Unread,
  VerifiedReport,
} from "#api/integrations/payments/system";
import { receiveReport } from "#api/modules/payments/receive-report";
import { order } from "#api/modules/payments/testing";
import type { TestApi } from "#api/testing";

/** A fake payment system controlled by the test, which records the requests it gets. */
export type Bank = {
  system: PaymentSystem;
  /** Recorded requests to create, look up and refund payments. */
  created: NewPayment[];
  lookups: Notice[];
  refunds: Refund[];
  /** Its payments, by order id. */
  payments: Map<string, PaymentReport>;
  /** Responses to the next refunds; a refund without one is done. */
  refundAnswers: (RefundAnswer | Error)[];
  /** If set, every request fails with this error. */
  failure: Error | null;
  /** Runs once while the next order is being created. */
  meanwhile: (() => Promise<void>) | null;
};

/**
 * Creates a fake bank paid in euros, 0.9 a dollar. A message to it is the JSON of a notice, or of the kind of error.
 */
export function bank(id = "bank", changes: Partial<PaymentSystem["method"]> = {}): Bank {
  const fakeBank: Bank = {
    created: [],
    lookups: [],
    refunds: [],
    payments: new Map(),
    refundAnswers: [],
    failure: null,
    meanwhile: null,
    system: {
      method: {
        id,
        asks: "wallet",
        name: { en: "The bank", ru: "Банк" },
        feePercent: 1,
        feeFixedCents: 0,
        minCents: 100,
        maxCents: 10_000,
        currency: "EUR",
        perDollar: 0.9,
        ...changes,
      },
      recipient: "account 7",
      pageOrigin: "https://bank.example",
      lifetimeMinutes: 60,
      sign: orderSigner(`the secret of ${id}`),
      create: async (order) => {
        const number = fakeBank.created.push(order);
        if (fakeBank.failure) throw fakeBank.failure;
        const meanwhile = fakeBank.meanwhile;
        fakeBank.meanwhile = null;
        await meanwhile?.();
        return {
          thereId: `there-${order.orderId}`,
          payUrl: `https://bank.example/${order.orderId}/${number}`,
        };
      },
      readReport: (_headers, body) => JSON.parse(body) as Notice | Unread,
      verify: async (notice) => {
        fakeBank.lookups.push(notice);
        if (fakeBank.failure) throw fakeBank.failure;
        return fakeBank.payments.get(notice.orderId ?? notice.thereId?.replace("there-", "") ?? "") ?? null;
      },
      refund: async (refund) => {
        fakeBank.refunds.push(refund);
        const answer = fakeBank.refundAnswers.shift() ?? { status: "done", refundThereId: null };
        if (answer instanceof Error) throw answer;
        return answer;
      },
      check: async () => "the bank is open",
    },
  };
  return fakeBank;
}

/** Processes a confirmed report of an order of $20, as ordered except for `changes`. */
export function confirmed(
  api: TestApi,
  orderId: string,
  changes: Partial<PaymentReport> = {},
  method = "bank",
): ReturnType<typeof receiveReport> {
  const ordered = { orderId, costCents: 1_818, currency: "EUR", recipient: "account 7" };
  const report = { ...ordered, paymentId: "payment-1", event: "paid", ...changes };
  return receiveReport(api.deps, method, report as VerifiedReport);
}

/**
 * Returns the id of a deposit of $20 that was paid with 18.18 euros and is on the balance; `paymentId` is the bank's
 * id of the payment.
 */
export async function received(
  api: TestApi,
  client: { id: string; token: string },
  { method = "bank", paymentId = "payment-1" } = {},
): Promise<string> {
  const { orderId } = await order(api, client, 2_000, method);
  await confirmed(api, orderId, { paymentId }, method);
  return orderId;
}
