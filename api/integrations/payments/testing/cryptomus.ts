import { createHash } from "node:crypto";
import { cryptomusSystem } from "#api/integrations/payments/cryptomus";
import { decimalOf } from "#api/integrations/payments/decimal-cents";
import type { Answered, VendorRequest } from "#api/integrations/testing/fake-vendor";
import { startFakeVendor } from "#api/integrations/testing/fake-vendor";
import { checkFieldNames } from "./check-field-names";
import type { Message, Now, Vendor } from "./vendor";

type Invoice = {
  uuid: string;
  order_id: string;
  amount: string;
  currency: string;
  url: string;
  payment_status: string;
  payment_amount_usd: string | null;
};

/** Names and required fields by the documentation of API v1 (docs/payment-systems.md). */
const names = {
  "/payment": {
    required: ["amount", "currency", "order_id"],
    allowed: [
      ...["network", "url_return", "url_success", "url_callback", "is_payment_multiple", "lifetime"],
      ...["to_currency", "subtract", "accuracy_payment_percent", "additional_data", "currencies"],
      ...["except_currencies", "course_source", "from_referral_code", "discount_percent", "is_refresh"],
    ],
  },
  "/payment/info": { required: [], allowed: ["uuid", "order_id"] },
  "/payment/services": { required: [], allowed: [] },
};

const merchantId = "860166ce-0000-4000-8000-55cfb6c34580";
const apiKey = "standInOnlyCryptomusKey";
const signatureOf = (json: string, key: string) =>
  createHash("md5")
    .update(Buffer.from(json).toString("base64") + key)
    .digest("hex");
const rejection = (status: number, message: string): Answered => ({ status, body: { state: 1, message } });
const ok = (result: unknown): Answered => ({ status: 200, body: { state: 0, result } });

/** A fake Cryptomus server. It writes JSON as PHP does: slashes are escaped. */
export async function cryptomusVendor(_now: Now): Promise<Vendor> {
  const invoices = new Map<string, Invoice>();

  const createInvoice = (body: Record<string, string>): Answered => {
    const { order_id = "", amount = "", currency = "" } = body;
    if (!/^[\w-]{1,128}$/.test(order_id) || !/^\d+(\.\d+)?$/.test(amount))
      return rejection(422, "validation");
    if (Number(body.lifetime) < 300 || Number(body.lifetime) > 43_200) return rejection(422, "lifetime");
    const known = invoices.get(order_id);
    if (known) return ok(known);
    const uuid = `00000000-0000-4000-8000-${String(invoices.size + 1).padStart(12, "0")}`;
    const url = `https://pay.cryptomus.com/pay/${uuid}`;
    const invoice = {
      uuid,
      order_id,
      amount,
      currency,
      url,
      payment_status: "check",
      payment_amount_usd: null,
    };
    invoices.set(order_id, invoice);
    return ok(invoice);
  };

  const answer = ({ method, path, headers, body }: VendorRequest): Answered => {
    if (headers.get("merchant") !== merchantId || headers.get("sign") !== signatureOf(body, apiKey))
      return rejection(401, "Unauthorized");
    const known = names[path as keyof typeof names];
    if (method !== "POST" || !known) return rejection(404, "Not found");
    const payload = JSON.parse(body);
    const wrong = checkFieldNames(payload, known);
    if (wrong) return rejection(422, wrong);
    if (path === "/payment/services") return ok([{ network: "TRON", currency: "USDT" }]);
    if (path === "/payment") return createInvoice(payload);
    const found = [...invoices.values()].find(
      ({ uuid, order_id }) => uuid === payload.uuid || order_id === payload.order_id,
    );
    return found ? ok(found) : rejection(422, "Payment was not found");
  };

  const farEnd = await startFakeVendor(answer);
  const settings = { secret: "test secret" };
  const system = cryptomusSystem({ merchantId, apiKey, api: farEnd.origin, settings });
  const of = (orderId: string): Invoice => {
    const invoice = invoices.get(orderId);
    if (!invoice) throw new Error(`Cryptomus has no ${orderId}`);
    return invoice;
  };
  const signed = (orderId: string, key: string): Message => {
    const { payment_status: status, ...invoice } = of(orderId);
    const bare = { type: "payment", ...invoice, status, is_final: true };
    const written = (value: object) => JSON.stringify(value).replace(/\//g, "\\/");
    const body = written({ ...bare, sign: signatureOf(written(bare), key) });
    return { headers: { "content-type": "application/json" }, body };
  };
  return {
    system,
    farEnd,
    secrets: [apiKey],
    paymentCount: (orderId) => (invoices.has(orderId) ? 1 : 0),
    pay: (orderId, { costCents, currency } = {}) => {
      const invoice = of(orderId);
      const amountCents = Math.round(Number(invoice.amount) * 100);
      const paidCents = costCents ?? amountCents;
      invoice.payment_status =
        paidCents === amountCents ? "paid" : paidCents < amountCents ? "wrong_amount" : "paid_over";
      invoice.payment_amount_usd = decimalOf(paidCents);
      if (currency) invoice.currency = currency;
    },
    fail: (orderId) => {
      of(orderId).payment_status = "cancel";
    },
    reverse: (orderId) => {
      of(orderId).payment_status = "refund_paid";
    },
    notification: (orderId) => signed(orderId, apiKey),
    forge: (orderId) => signed(orderId, "somebody else's key"),
    close: farEnd.close,
  };
}
