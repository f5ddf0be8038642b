import Stripe from "stripe";
import { stripeSystem } from "#api/integrations/payments/stripe";
import type { Answered, VendorRequest, Watch } from "#api/integrations/testing/fake-vendor";
import { startFakeVendor } from "#api/integrations/testing/fake-vendor";
import { mistakeIn } from "./stripe-api-spec";
import type { Message, Now, Vendor } from "./vendor";

type Session = {
  id: string;
  object: "checkout.session";
  mode: string;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  client_reference_id: string;
  amount_total: number;
  currency: string;
  payment_intent: string;
  url: string | null;
  success_url: string;
  expires_at: number;
  livemode: boolean;
};
type Charge = { id: string; object: "charge"; disputed: boolean; amount_refunded: number };
type Intent = {
  id: string;
  object: "payment_intent";
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  metadata: Record<string, string>;
  latest_charge: Charge | null;
};

const secretKey = "sk_test_standInOnly123";
const webhookSecret = "whsec_standInOnly456";
const minute = 60;

const rejection = (status: number, type: string, message: string): Answered => ({
  status,
  body: { error: { type, message } },
});

/** Returns a session's payment page, on which a browser pays with one button. */
const hostedPage = ({ amount_total, currency, payment_status }: Session) =>
  `<!doctype html><html lang="en"><title>Checkout</title><h1>${amount_total} ${currency}, ${payment_status}</h1>
<form method="post"><button>Pay</button></form></html>`;

type Options = {
  watch?: Watch;
  /** Enables hosted pages for a browser; called for each order paid there. */
  onPaid?: (orderId: string) => void;
};

/** A fake Stripe server: responds by its published description and rejects calls that it does not contain. */
export async function stripeVendor(now: Now, { watch, onPaid }: Options = {}): Promise<Vendor> {
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Intent>();
  const refunds = new Map<string, { id: string; payment_intent: string; amount: number }>();
  const keys = new Map<string, { body: string; answer: Answered }>();

  const createSession = (form: URLSearchParams): Answered => {
    const expires = Number(form.get("expires_at"));
    const seconds = now().getTime() / 1000;
    if (expires < seconds + 30 * minute - 5 || expires > seconds + 24 * 60 * minute)
      return rejection(400, "invalid_request_error", "expires_at must be 30 minutes to 24 hours from now");
    const orderId = form.get("client_reference_id") ?? "";
    const number = sessions.size + 1;
    const amount = Number(form.get("line_items[0][price_data][unit_amount]"));
    const currency = form.get("line_items[0][price_data][currency]") ?? "";
    const intent: Intent = {
      id: `pi_${number}`,
      object: "payment_intent",
      status: "requires_payment_method",
      amount,
      amount_received: 0,
      currency,
      metadata: { order_id: form.get("payment_intent_data[metadata][order_id]") ?? "" },
      latest_charge: null,
    };
    const session: Session = {
      id: `cs_test_${number}`,
      object: "checkout.session",
      mode: form.get("mode") ?? "",
      status: "open",
      payment_status: "unpaid",
      client_reference_id: orderId,
      amount_total: amount,
      currency,
      payment_intent: intent.id,
      url: `${onPaid ? farEnd.origin : "https://checkout.stripe.com"}/c/pay/cs_test_${number}`,
      success_url: form.get("success_url") ?? "",
      expires_at: expires,
      livemode: false,
    };
    sessions.set(session.id, session);
    intents.set(intent.id, intent);
    return { status: 200, body: session };
  };

  const createRefund = (form: URLSearchParams): Answered => {
    const intent = intents.get(form.get("payment_intent") ?? "");
    const charge = intent?.latest_charge;
    const amount = Number(form.get("amount") ?? intent?.amount_received);
    if (!intent || !charge) return rejection(400, "invalid_request_error", "has no successful charge");
    if (charge.amount_refunded + amount > intent.amount_received)
      return rejection(400, "invalid_request_error", "greater than unrefunded amount");
    charge.amount_refunded += amount;
    const refund = { id: `re_${refunds.size + 1}`, object: "refund", payment_intent: intent.id, amount };
    refunds.set(refund.id, refund);
    return { status: 200, body: { ...refund, status: "succeeded" } };
  };

  const okOrNotFound = (resource: object | undefined): Answered =>
    resource ? { status: 200, body: resource } : rejection(404, "invalid_request_error", "No such thing");

  const serve = (endpoint: string, id: string, form: URLSearchParams): Answered => {
    if (endpoint === "POST /v1/checkout/sessions") return createSession(form);
    if (endpoint === "POST /v1/refunds") return createRefund(form);
    if (endpoint === "GET /v1/balance") return okOrNotFound({ object: "balance", livemode: false });
    if (endpoint === "GET /v1/payment_intents/{id}") return okOrNotFound(intents.get(id));
    if (endpoint === "GET /v1/refunds/{id}") {
      const refund = refunds.get(id);
      return okOrNotFound(refund && { ...refund, status: "succeeded" });
    }
    const session = sessions.get(id);
    return okOrNotFound(session && { ...session, payment_intent: intents.get(session.payment_intent) });
  };

  const payOnPage = (session: Session, method: string): Answered => {
    if (method === "GET")
      return { status: 200, body: hostedPage(session), headers: { "content-type": "text/html" } };
    if (session.status === "open") pay(session.client_reference_id);
    onPaid?.(session.client_reference_id);
    return { status: 303, body: "", headers: { location: session.success_url } };
  };

  const answer = ({ method, path, query, headers, body }: VendorRequest): Answered => {
    const hosted = onPaid && sessions.get(/^\/c\/pay\/(\w+)$/.exec(path)?.[1] ?? "");
    if (hosted) return payOnPage(hosted, method);
    if (headers.get("authorization") !== `Bearer ${secretKey}`)
      return rejection(401, "invalid_request_error", "Invalid API Key provided");
    const [, family = "", id = ""] =
      /^(\/v1\/(?:checkout\/sessions|payment_intents|refunds))\/([^/]+)$/.exec(path) ?? [];
    const endpoint = `${method} ${id ? `${family}/{id}` : path}`;
    const form = method === "POST" ? new URLSearchParams(body) : query;
    const mistake = mistakeIn(endpoint, form);
    if (mistake) return rejection(400, "invalid_request_error", mistake);
    const key = headers.get("idempotency-key");
    const stored = key ? keys.get(key) : undefined;
    if (stored && stored.body !== body)
      return rejection(
        400,
        "idempotency_error",
        "Keys for idempotent requests can only be used with the same parameters",
      );
    if (stored) return stored.answer;
    const answer = serve(endpoint, id, form);
    if (key && method === "POST") keys.set(key, { body, answer: structuredClone(answer) });
    return answer;
  };

  const farEnd = await startFakeVendor(answer, watch);
  const settings = { secret: "test secret" };
  const system = stripeSystem({ secretKey, webhookSecret, api: farEnd.origin, settings });
  const of = (orderId: string): { session: Session; intent: Intent } => {
    const session = [...sessions.values()].find((known) => known.client_reference_id === orderId);
    const intent = session && intents.get(session.payment_intent);
    if (!session || !intent) throw new Error(`Stripe has no session of ${orderId}`);
    return { session, intent };
  };
  const pay: Vendor["pay"] = (orderId, other = {}) => {
    const { session, intent } = of(orderId);
    const currency = (other.currency ?? session.currency).toLowerCase();
    const amount = other.costCents ?? session.amount_total;
    Object.assign(session, { status: "complete", payment_status: "paid", amount_total: amount, currency });
    const latest_charge = {
      id: `ch_${intent.id}`,
      object: "charge" as const,
      disputed: false,
      amount_refunded: 0,
    };
    Object.assign(intent, { status: "succeeded", amount_received: amount, currency, latest_charge });
  };
  const signed = (orderId: string, secret: string): Message => {
    const { session, intent } = of(orderId);
    const isReversed = intent.latest_charge?.disputed || (intent.latest_charge?.amount_refunded ?? 0) > 0;
    const type = isReversed
      ? "charge.dispute.created"
      : `checkout.session.${session.status === "expired" ? "expired" : "completed"}`;
    const object = isReversed ? { object: "dispute", id: "dp_1", payment_intent: intent.id } : session;
    const event = { id: `evt_${now().getTime()}`, object: "event", type, data: { object } };
    const payload = JSON.stringify(event);
    const timestamp = Math.floor(now().getTime() / 1000);
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return { body: payload, headers: { "content-type": "application/json", "stripe-signature": header } };
  };
  return {
    system,
    farEnd,
    secrets: [secretKey, webhookSecret],
    paymentCount: (orderId) =>
      [...sessions.values()].filter((known) => known.client_reference_id === orderId).length,
    pay,
    fail: (orderId) => {
      of(orderId).session.status = "expired";
    },
    reverse: (orderId) => {
      const charge = of(orderId).intent.latest_charge;
      if (charge) charge.disputed = true;
    },
    notification: (orderId) => signed(orderId, webhookSecret),
    forge: (orderId) => signed(orderId, "whsec_somebodyElse"),
    refunds: (orderId) => {
      const { intent } = of(orderId);
      return [...refunds.values()].filter((refund) => refund.payment_intent === intent.id).length;
    },
    close: farEnd.close,
  };
}
