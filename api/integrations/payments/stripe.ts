import Stripe from "stripe";
import type { Settings } from "#api/lib/settings";
import { orderSecret, orderSigner } from "./sign";
import type { Notice, PaymentMethod, PaymentReport, PaymentSystem, RefundAnswer } from "./system";

const method: PaymentMethod = {
  id: "stripe",
  asks: "nothing",
  name: { en: "Bank card (Stripe)", ru: "Банковская карта (Stripe)" },
  feePercent: 0,
  feeFixedCents: 0,
  minCents: 100,
  maxCents: 500_000,
  currency: "USD",
  perDollar: 1,
};

/** Checkout Sessions live for 24 hours at most; an hour is left for a lost response. */
const lifetimeMinutes = 23 * 60;
const timeout = 10_000;
const toleranceSeconds = 300;
const recipient = "stripe";

type Options = {
  secretKey: string;
  webhookSecret: string;
  /** Another server with Stripe's API, for tests. */
  api?: string | undefined;
  settings: Pick<Settings, "secret">;
};

function clientOf({ secretKey, api }: Options): Stripe {
  const url = api ? new URL(api) : null;
  return new Stripe(secretKey, {
    maxNetworkRetries: 1,
    timeout,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port,
      protocol: url.protocol === "http:" ? ("http" as const) : ("https" as const),
    }),
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Returns the id of a Stripe reference: an id, or the object itself if it was expanded. */
const idOf = (value: unknown): string | null => {
  if (typeof value === "string") return value;
  return isObject(value) && typeof value.id === "string" ? value.id : null;
};

function noticeOf({ type, data }: Stripe.Event): Notice | "irrelevant" {
  const object: unknown = data.object;
  if (!isObject(object)) return "irrelevant";
  if (type.startsWith("checkout.session."))
    return { orderId: idOf(object.client_reference_id), thereId: idOf(object), isProven: true };
  if (type.startsWith("charge.dispute.") || type === "charge.refunded")
    return { orderId: null, thereId: idOf(object.payment_intent), isProven: true };
  return "irrelevant";
}

type About = Pick<PaymentReport, "orderId">;

/** Returns the outcome of a payment; null while it is still in progress at the payer. */
function reportOf({ orderId }: About, intent: Stripe.PaymentIntent): PaymentReport | null {
  const { id: paymentId, amount_received, amount, currency, status, latest_charge: charge } = intent;
  const about = { paymentId, orderId, currency: currency.toUpperCase(), recipient };
  if (isObject(charge)) {
    const { disputed, amount_refunded } = charge as Stripe.Charge;
    if (disputed) return { ...about, event: "disputed", costCents: amount_received };
    if (amount_refunded > 0) return { ...about, event: "refunded", costCents: amount_refunded };
  }
  if (status === "succeeded") return { ...about, event: "paid", costCents: amount_received };
  if (status === "processing") return { ...about, event: "pending", costCents: amount };
  return null;
}

function sessionReport(session: Stripe.Checkout.Session): PaymentReport | null {
  const { client_reference_id: orderId, status, payment_intent: intent, amount_total, currency } = session;
  if (!orderId) return null;
  const about = {
    paymentId: idOf(intent) ?? session.id.slice(0, 100),
    orderId,
    costCents: amount_total ?? 0,
    currency: (currency ?? "").toUpperCase(),
    recipient,
  };
  if (status === "expired") return { ...about, event: "cancelled" };
  if (status !== "complete" || !isObject(intent)) return null;
  // complete, and the payer's bank has declined in the end
  return reportOf({ orderId }, intent as Stripe.PaymentIntent) ?? { ...about, event: "failed" };
}

function refundAnswer({ id, status, failure_reason }: Stripe.Refund): RefundAnswer {
  if (status === "succeeded") return { status: "done", refundThereId: id };
  if (status === "failed" || status === "canceled")
    return { status: "declined", reason: failure_reason ?? status };
  return { status: "pending", refundThereId: id };
}

/**
 * Stripe Checkout by its official package: a Stripe page for each order, events signed with the endpoint's secret.
 */
export function stripeSystem(options: Options): PaymentSystem {
  const client = clientOf(options);
  return {
    method,
    recipient,
    // the page origin of another server is unknown
    pageOrigin: options.api ? null : "https://checkout.stripe.com",
    lifetimeMinutes,
    sign: orderSigner(orderSecret(options.settings, method.id)),

    create: async ({ orderId, costCents, currency, returnUrl, expiresAt, title }) => {
      const session = await client.checkout.sessions.create(
        {
          mode: "payment",
          client_reference_id: orderId,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: currency.toLowerCase(),
                unit_amount: costCents,
                product_data: { name: title },
              },
            },
          ],
          success_url: returnUrl,
          cancel_url: returnUrl,
          expires_at: Math.floor(expiresAt.getTime() / 1000),
          // identifies the order in disputes and refunds
          payment_intent_data: { metadata: { order_id: orderId } },
        },
        { idempotencyKey: `order-${orderId}` },
      );
      return { thereId: session.id, payUrl: session.url };
    },

    readReport: (headers, body, now) => {
      const signature = headers.get("stripe-signature");
      if (!signature) return "unsigned";
      try {
        const seconds = Math.floor(now.getTime() / 1000);
        const event = client.webhooks.constructEvent(
          body,
          signature,
          options.webhookSecret,
          toleranceSeconds,
          undefined,
          seconds,
        );
        return noticeOf(event);
      } catch (error) {
        return error instanceof Stripe.errors.StripeSignatureVerificationError ? "forged" : "unreadable";
      }
    },

    verify: async ({ thereId }) => {
      if (!thereId) return null;
      if (thereId.startsWith("cs_"))
        return sessionReport(
          await client.checkout.sessions.retrieve(thereId, { expand: ["payment_intent.latest_charge"] }),
        );
      const intent = await client.paymentIntents.retrieve(thereId, { expand: ["latest_charge"] });
      const orderId = intent.metadata.order_id;
      return orderId ? reportOf({ orderId }, intent) : null;
    },

    refund: async ({ id, orderId, paymentId, costCents, refundThereId }) => {
      if (refundThereId) return refundAnswer(await client.refunds.retrieve(refundThereId));
      try {
        const wish = { payment_intent: paymentId, amount: costCents, metadata: { order_id: orderId } };
        return refundAnswer(await client.refunds.create(wish, { idempotencyKey: `refund-${id}` }));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        return { status: "declined", reason: error.code ?? "refused" };
      }
    },

    check: async () => {
      const { livemode } = await client.balance.retrieve();
      return livemode ? "answers, with real money" : "answers, in test mode";
    },
  };
}
