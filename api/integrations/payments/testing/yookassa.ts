import { decimalOf } from "#api/integrations/payments/decimal-cents";
import { yookassaSystem } from "#api/integrations/payments/yookassa";
import type { Answered, VendorRequest } from "#api/integrations/testing/fake-vendor";
import { startFakeVendor } from "#api/integrations/testing/fake-vendor";
import { checkFieldNames } from "./check-field-names";
import type { Message, Now, Vendor } from "./vendor";

type Amount = { value: string; currency: string };
type Payment = {
  id: string;
  status: "pending" | "succeeded" | "canceled";
  amount: Amount;
  refunded_amount?: Amount;
  cancellation_details?: { party: string; reason: string };
  confirmation: { type: "redirect"; confirmation_url: string };
  metadata: { order_id?: string };
  paid: boolean;
  test: boolean;
};

/** Names and required fields by the documentation of API v3 (docs/payment-systems.md). */
const names = {
  "POST /payments": {
    required: ["amount"],
    allowed: [
      "capture",
      "confirmation",
      "description",
      "metadata",
      "payment_method_data",
      "receipt",
      "client_ip",
    ],
  },
  "POST /refunds": { required: ["payment_id", "amount"], allowed: ["description", "receipt", "metadata"] },
};

const shopId = "100500";
const secretKey = "test_standInOnly789";
const rejection = (status: number, code: string): Answered => ({ status, body: { type: "error", code } });

/** A fake YooKassa server. */
export async function yookassaVendor(_now: Now): Promise<Vendor> {
  const payments = new Map<string, Payment>();
  const refunds = new Map<string, { id: string; payment_id: string; status: "succeeded"; amount: Amount }>();
  const keys = new Map<string, Answered>();

  const createPayment = (body: Pick<Payment, "amount" | "metadata">): Answered => {
    const id = `2d-${payments.size + 1}`;
    const confirmation_url = `https://yoomoney.ru/checkout/payments/v2/contract?orderId=${id}`;
    const { amount, metadata } = body;
    const confirmation = { type: "redirect" as const, confirmation_url };
    payments.set(id, { id, status: "pending", amount, confirmation, metadata, paid: false, test: true });
    return { status: 200, body: payments.get(id) };
  };
  const createRefund = ({ payment_id, amount }: { payment_id: string; amount: Amount }): Answered => {
    const payment = payments.get(payment_id);
    if (payment?.status !== "succeeded" || payment.refunded_amount) return rejection(400, "invalid_request");
    payment.refunded_amount = amount;
    const refund = { id: `r-${refunds.size + 1}`, payment_id, status: "succeeded" as const, amount };
    refunds.set(refund.id, refund);
    return { status: 200, body: refund };
  };

  const answer = ({ method, path, headers, body }: VendorRequest): Answered => {
    const basic = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString("base64")}`;
    if (headers.get("authorization") !== basic) return rejection(401, "invalid_credentials");
    if (path === "/me") return { status: 200, body: { account_id: shopId, status: "enabled", test: true } };
    const [, family, id = ""] = /^\/(payments|refunds)(?:\/([^/]+))?$/.exec(path) ?? [];
    if (method === "GET" && id) {
      const found = family === "payments" ? payments.get(id) : refunds.get(id);
      return found ? { status: 200, body: found } : rejection(404, "not_found");
    }
    const spec = names[`${method} ${path}` as keyof typeof names];
    const key = headers.get("idempotence-key") ?? "";
    if (!spec) return rejection(405, "method_not_allowed");
    if (!key || key.length > 64) return rejection(400, "invalid_request");
    const payload = JSON.parse(body);
    if (checkFieldNames(payload, spec)) return rejection(400, "invalid_request");
    if (!/^\d+\.\d\d$/.test(payload.amount.value) || payload.amount.currency !== "RUB")
      return rejection(400, "invalid_request");
    const before = keys.get(key);
    if (before) return before;
    const answer = family === "payments" ? createPayment(payload) : createRefund(payload);
    keys.set(key, structuredClone(answer));
    return answer;
  };

  const farEnd = await startFakeVendor(answer);
  const settings = { secret: "test secret" };
  const system = yookassaSystem({ shopId, secretKey, perDollar: 92.5, api: farEnd.origin, settings });
  const all = (orderId: string) =>
    [...payments.values()].filter(({ metadata }) => metadata.order_id === orderId);
  const of = (orderId: string): Payment => {
    const [payment] = all(orderId);
    if (!payment) throw new Error(`YooKassa has no ${orderId}`);
    return payment;
  };
  const message = (object: Payment, event: string): Message => ({
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "notification", event, object }),
  });
  return {
    system,
    farEnd,
    secrets: [secretKey, Buffer.from(`${shopId}:${secretKey}`).toString("base64")],
    paymentCount: (orderId) => all(orderId).length,
    pay: (orderId, { costCents, currency } = {}) => {
      const payment = of(orderId);
      const value = costCents ? decimalOf(costCents) : payment.amount.value;
      Object.assign(payment, { status: "succeeded", paid: true });
      payment.amount = { value, currency: currency ?? payment.amount.currency };
      delete payment.cancellation_details;
    },
    fail: (orderId) => {
      const payment = of(orderId);
      payment.status = "canceled";
      payment.cancellation_details = { party: "yoo_money", reason: "expired_on_confirmation" };
    },
    reverse: (orderId) => {
      const payment = of(orderId);
      payment.refunded_amount = payment.amount;
    },
    notification: (orderId) => message(of(orderId), `payment.${of(orderId).status}`),
    // anybody can send this claim that it is paid
    forge: (orderId) => message({ ...of(orderId), status: "succeeded", paid: true }, "payment.succeeded"),
    refunds: (orderId) =>
      [...refunds.values()].filter((refund) => refund.payment_id === of(orderId).id).length,
    close: farEnd.close,
  };
}
