import * as z from "zod/mini";
import { RequestRejected, readJson, requestJson } from "#api/integrations/request-json";
import type { Settings } from "#api/lib/settings";
import { centsOf, decimalOf } from "./decimal-cents";
import { orderSecret, orderSigner } from "./sign";
import type { PaymentMethod, PaymentReport, PaymentSystem, RefundAnswer } from "./system";

const method: Omit<PaymentMethod, "perDollar"> = {
  id: "yookassa",
  asks: "nothing",
  name: { en: "Card or SBP, in roubles (YooKassa)", ru: "Карта или СБП (ЮKassa)" },
  feePercent: 0,
  feeFixedCents: 0,
  minCents: 100,
  maxCents: 300_000,
  currency: "RUB",
};

/** YooKassa cancels payments not paid within an hour, and remembers an idempotency key for 24 hours. */
const lifetimeMinutes = 60;

type Options = {
  shopId: string;
  secretKey: string;
  /** Roubles per dollar: the operator's own rate. */
  perDollar: number;
  api?: string | undefined;
  settings: Pick<Settings, "secret">;
};

const amount = z.object({ value: z.string(), currency: z.string() });
const payment = z.object({
  id: z.string(),
  status: z.enum(["pending", "waiting_for_capture", "succeeded", "canceled"]),
  amount,
  refunded_amount: z.optional(amount),
  confirmation: z.optional(z.object({ confirmation_url: z.optional(z.string()) })),
  cancellation_details: z.optional(z.object({ reason: z.string() })),
  metadata: z.optional(z.record(z.string(), z.unknown())),
});
const refund = z.object({ id: z.string(), status: z.enum(["pending", "succeeded", "canceled"]) });
const notification = z.object({
  event: z.string(),
  object: z.object({ id: z.string(), payment_id: z.optional(z.string()) }),
});

type Payment = z.output<typeof payment>;

const eventOf = ({
  status,
  refunded_amount,
  cancellation_details,
}: Payment): PaymentReport["event"] | null => {
  if (status === "pending") return null;
  if (status === "waiting_for_capture") return "pending";
  if (status === "succeeded") return centsOf(refunded_amount?.value ?? "0") > 0 ? "refunded" : "paid";
  return cancellation_details?.reason === "expired_on_confirmation" ? "cancelled" : "failed";
};

const refundAnswer = ({ id, status }: z.output<typeof refund>): RefundAnswer => {
  if (status === "canceled") return { status: "declined", reason: "canceled" };
  return { status: status === "succeeded" ? "done" : "pending", refundThereId: id };
};

/** Returns whether a retry would be rejected too; a wrong key or a rate limit is temporary. */
const isFinal = (error: unknown): error is RequestRejected =>
  error instanceof RequestRejected && [400, 404, 405, 415, 422].includes(error.status);

/**
 * YooKassa (cards and SBP in roubles). Its notifications carry no signature, so their content is not trusted: the
 * payment is queried with our own key, as its documentation advises.
 */
export function yookassaSystem(options: Options): PaymentSystem {
  const { shopId, secretKey, perDollar, api = "https://api.yookassa.ru/v3", settings } = options;
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString("base64")}`;
  const request = (path: string, send?: { key: string; body: object }) =>
    requestJson("YooKassa", `${api}${path}`, {
      method: send ? "POST" : "GET",
      headers: {
        authorization,
        ...(send && { "content-type": "application/json", "idempotence-key": send.key }),
      },
      ...(send && { body: JSON.stringify(send.body) }),
    });
  return {
    method: { ...method, perDollar },
    recipient: shopId,
    // the page origin of another server is unknown
    pageOrigin: options.api ? null : "https://yoomoney.ru",
    lifetimeMinutes,
    sign: orderSigner(orderSecret(settings, method.id)),

    create: async ({ orderId, costCents, currency, returnUrl, title }) => {
      const body = {
        amount: { value: decimalOf(costCents), currency },
        capture: true,
        confirmation: { type: "redirect", return_url: returnUrl },
        description: title.slice(0, 128),
        metadata: { order_id: orderId },
      };
      const createdPayment = payment.parse(await request("/payments", { key: orderId, body }));
      return { thereId: createdPayment.id, payUrl: createdPayment.confirmation?.confirmation_url ?? null };
    },

    readReport: (_headers, body) => {
      const read = notification.safeParse(readJson(body));
      if (!read.success) return "unreadable";
      const { event, object } = read.data;
      if (event.startsWith("payment.")) return { orderId: null, thereId: object.id, isProven: false };
      if (event.startsWith("refund.") && object.payment_id)
        return { orderId: null, thereId: object.payment_id, isProven: false };
      return "irrelevant";
    },

    verify: async ({ thereId }) => {
      if (!thereId) return null;
      const currentPayment = payment.parse(await request(`/payments/${encodeURIComponent(thereId)}`));
      const event = eventOf(currentPayment);
      const orderId = currentPayment.metadata?.order_id;
      if (!event || typeof orderId !== "string") return null;
      const { value, currency } = currentPayment.amount;
      return {
        paymentId: currentPayment.id,
        orderId,
        event,
        costCents: centsOf(value),
        currency,
        recipient: shopId,
      };
    },

    refund: async ({ id, paymentId, costCents, currency, refundThereId }) => {
      if (refundThereId)
        return refundAnswer(refund.parse(await request(`/refunds/${encodeURIComponent(refundThereId)}`)));
      const body = { payment_id: paymentId, amount: { value: decimalOf(costCents), currency } };
      try {
        return refundAnswer(refund.parse(await request("/refunds", { key: id, body })));
      } catch (error) {
        if (!isFinal(error)) throw error;
        return { status: "declined", reason: `refused with ${error.status}` };
      }
    },

    check: async () => {
      const me = z.object({ status: z.string(), test: z.boolean() }).parse(await request("/me"));
      return `the shop is ${me.status}${me.test ? ", in test mode" : ""}`;
    },
  };
}
