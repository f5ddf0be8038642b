import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { readJson, requestJson } from "#api/integrations/request-json";
import { isSame } from "#api/integrations/signature";
import type { Settings } from "#api/lib/settings";
import { centsOf, decimalOf } from "./decimal-cents";
import { orderSecret, orderSigner } from "./sign";
import type { PaymentMethod, PaymentReport, PaymentSystem } from "./system";

const method: PaymentMethod = {
  id: "cryptomus",
  asks: "nothing",
  name: { en: "Crypto (Cryptomus)", ru: "Криптовалюта (Cryptomus)" },
  feePercent: 0,
  feeFixedCents: 0,
  minCents: 500,
  maxCents: 5_000_000,
  currency: "USD",
  perDollar: 1,
};

/** An invoice can live for 12 hours at most. */
const lifetimeMinutes = 12 * 60;

type Options = {
  merchantId: string;
  apiKey: string;
  api?: string | undefined;
  settings: Pick<Settings, "secret">;
};

const invoice = z.object({
  uuid: z.string(),
  order_id: z.string(),
  amount: z.string(),
  currency: z.string(),
  url: z.nullish(z.string()),
  payment_status: z.optional(z.string()),
  status: z.optional(z.string()),
  payment_amount_usd: z.nullish(z.string()),
});
const answered = z.object({ result: invoice });
type Invoice = z.output<typeof invoice>;

const events: Record<string, PaymentReport["event"]> = {
  paid: "paid",
  paid_over: "paid",
  wrong_amount: "paid",
  process: "pending",
  confirm_check: "pending",
  wrong_amount_waiting: "pending",
  locked: "pending",
  cancel: "cancelled",
  fail: "failed",
  system_fail: "failed",
  refund_paid: "refunded",
};

/**
 * Returns the amount received: exactly the requested one, or its value in dollars; an unknown value is zero, and an
 * operator decides.
 */
const costOf = ({ amount, payment_amount_usd }: Invoice, status: string): number =>
  status === "paid_over" || status === "wrong_amount" ? centsOf(payment_amount_usd ?? "0") : centsOf(amount);

/** The documented signature: MD5 over the base64 of the JSON, followed by the key. */
const signatureOf = (json: string, apiKey: string) =>
  createHash("md5")
    .update(Buffer.from(json).toString("base64") + apiKey)
    .digest("hex");

/**
 * A webhook is signed without its own `sign`, with escaped slashes. The bytes are used unchanged, because another
 * serializer may write numbers differently.
 */
function isSigned(body: string, sign: string, apiKey: string): boolean {
  const bare = body.replace(new RegExp(`,\\s*"sign":\\s*"${sign}"|"sign":\\s*"${sign}"\\s*,`), "");
  const escaped = bare.replace(/(?<!\\)\//g, "\\/");
  return [bare, escaped].some((json) => isSame(sign, signatureOf(json, apiKey)));
}

/**
 * Cryptomus (crypto invoices). An order's id is unique there: a retry returns the same invoice. Refunds need an
 * address of the payer's, so they are done by hand.
 */
export function cryptomusSystem(options: Options): PaymentSystem {
  const { merchantId, apiKey, api = "https://api.cryptomus.com/v1", settings } = options;
  const request = (path: string, question: object) => {
    const body = JSON.stringify(question);
    const headers = {
      "content-type": "application/json",
      merchant: merchantId,
      sign: signatureOf(body, apiKey),
    };
    return requestJson("Cryptomus", `${api}${path}`, { method: "POST", headers, body });
  };
  return {
    method,
    recipient: merchantId,
    // the page origin of another server is unknown
    pageOrigin: options.api ? null : "https://pay.cryptomus.com",
    lifetimeMinutes,
    sign: orderSigner(orderSecret(settings, method.id)),

    create: async ({ orderId, costCents, currency, returnUrl, callbackUrl }) => {
      const { result } = answered.parse(
        await request("/payment", {
          amount: decimalOf(costCents),
          currency,
          order_id: orderId,
          url_return: returnUrl,
          url_success: returnUrl,
          url_callback: callbackUrl,
          is_payment_multiple: true,
          lifetime: lifetimeMinutes * 60,
        }),
      );
      return { thereId: result.uuid, payUrl: result.url ?? null };
    },

    readReport: (_headers, body) => {
      const message = z.object({
        uuid: z.string(),
        order_id: z.nullish(z.string()),
        sign: z.optional(z.string()),
      });
      const read = message.safeParse(readJson(body));
      if (!read.success) return "unreadable";
      const { uuid, order_id, sign } = read.data;
      if (!sign) return "unsigned";
      if (!/^[0-9a-f]{32}$/.test(sign) || !isSigned(body, sign, apiKey)) return "forged";
      return { orderId: order_id ?? null, thereId: uuid, isProven: true };
    },

    verify: async ({ orderId, thereId }) => {
      const about = thereId ? { uuid: thereId } : { order_id: orderId };
      const { result } = answered.parse(await request("/payment/info", about));
      const status = result.payment_status ?? result.status ?? "";
      const event = events[status];
      if (!event) return null;
      const { uuid: paymentId, order_id, currency } = result;
      return {
        paymentId,
        orderId: order_id,
        event,
        currency,
        recipient: merchantId,
        costCents: costOf(result, status),
      };
    },

    refund: null,

    check: async () => {
      const { result } = z
        .object({ result: z.array(z.unknown()) })
        .parse(await request("/payment/services", {}));
      return `answers with ${result.length} services`;
    },
  };
}
