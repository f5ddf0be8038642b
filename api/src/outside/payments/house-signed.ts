import { hmac, isSigned, signedHeaders } from "#api/outside/signature";
import type { PaymentOrder, PaymentReport, PaymentSystem } from "./system";
import { paymentReport } from "./system";

type Described = Pick<PaymentSystem, "method" | "recipient" | "lifetimeMinutes"> & {
  /** Known to the house and the payment system only. */
  secret: string;
  /** Where the payment page is; null for a system without one. */
  pageUrl: ((orderId: string) => string) | null;
};

const orderText = ({ orderId, method, costCents, currency, recipient, returnUrl }: PaymentOrder) =>
  JSON.stringify([orderId, method, costCents, currency, recipient, returnUrl]);

/** A payment system that keeps to the house's own signatures: orders by HMAC-SHA256, messages as `signature.ts` says. */
export function houseSigned({ secret, pageUrl, ...described }: Described): PaymentSystem {
  const sign = (order: PaymentOrder) => hmac(secret, orderText(order));
  return {
    ...described,
    sign,
    payUrl: (order) => {
      if (!pageUrl) return null;
      const { orderId, costCents, ...rest } = order;
      const query = new URLSearchParams({ ...rest, costCents: String(costCents), signature: sign(order) });
      return `${pageUrl(orderId)}?${query}`;
    },
    readReport: (headers, body, now) => {
      if (!isSigned(secret, headers, body, now)) return "unsigned";
      try {
        return paymentReport.parse(JSON.parse(body));
      } catch {
        return "unreadable";
      }
    },
  };
}

/** A message as such a system sends it. */
export function signedReport(
  secret: string,
  report: PaymentReport,
  now: Date,
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(report);
  return { body, headers: { "content-type": "application/json", ...signedHeaders(secret, body, now) } };
}
