import { hmac, isSigned, signedHeaders } from "#api/integrations/signature";
import { answer } from "#api/lib/answer";
import { orderSigner } from "./sign";
import type { PaymentReport, PaymentSystem } from "./system";
import { paymentReport } from "./system";

type Described = Pick<PaymentSystem, "method" | "recipient" | "lifetimeMinutes"> & {
  /** Shared by the company and the payment system only. */
  secret: string;
  /** The address of the payment page; null for a system without one. */
  pageUrl: ((orderId: string) => string) | null;
};

/**
 * Creates a payment system with our own signatures: orders by HMAC-SHA256, messages as in `signature.ts`. It stores
 * nothing: an order is completely in its URL, a report completely in its message.
 */
export function hmacSigned({ secret, pageUrl, ...described }: Described): PaymentSystem {
  const sign = orderSigner(secret);
  return {
    ...described,
    // a page of the cabinet itself
    pageOrigin: null,
    sign,
    create: async ({ orderId, method, costCents, currency, recipient, returnUrl }) => {
      if (!pageUrl) return { thereId: null, payUrl: null };
      const order = { orderId, method, costCents, currency, recipient, returnUrl };
      const query = new URLSearchParams({
        method,
        currency,
        recipient,
        returnUrl,
        costCents: String(costCents),
        signature: sign(order),
      });
      return { thereId: null, payUrl: `${pageUrl(orderId)}?${query}` };
    },
    readReport: (headers, body, now) => {
      if (!headers.has("x-signature")) return "unsigned";
      if (!isSigned(secret, headers, body, now)) return "forged";
      try {
        const signedReport = paymentReport.parse(JSON.parse(body));
        return { orderId: signedReport.orderId, thereId: null, isProven: true, signedReport };
      } catch {
        return "unreadable";
      }
    },
    // the signature is the only proof; there is nobody to query
    verify: async ({ signedReport }) => signedReport ?? null,
    refund: async ({ id }) => ({ status: "done", refundThereId: hmac(secret, `refund:${id}`).slice(0, 16) }),
    check: async () => answer("systemIsOwn"),
  };
}

/** Returns a message as such a system sends it. */
export function signedReport(
  secret: string,
  report: PaymentReport,
  now: Date,
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(report);
  return { body, headers: { "content-type": "application/json", ...signedHeaders(secret, body, now) } };
}
