/**
 * Stripe's published API that the fake server checks: calls, parameters, their types, required ones. Source: the
 * official package's types 23.1.0, made from OpenAPI v2596; resources as in `fixtures3.json` of 29 July 2026
 * (docs/payment-systems.md).
 */
type Type = "string" | "integer" | "currency" | "time" | "url";
type EndpointSpec = { required: readonly string[]; parameters: Readonly<Record<string, Type>> };

export const stripeApiSpec: Readonly<Record<string, EndpointSpec>> = {
  "POST /v1/checkout/sessions": {
    required: ["mode", "line_items[0][price_data][currency]"],
    parameters: {
      mode: "string",
      client_reference_id: "string",
      "line_items[0][quantity]": "integer",
      "line_items[0][price_data][currency]": "currency",
      "line_items[0][price_data][unit_amount]": "integer",
      "line_items[0][price_data][product_data][name]": "string",
      success_url: "url",
      cancel_url: "url",
      expires_at: "time",
      locale: "string",
      "payment_intent_data[metadata][order_id]": "string",
      "metadata[order_id]": "string",
    },
  },
  "GET /v1/checkout/sessions/{id}": { required: [], parameters: { "expand[0]": "string" } },
  "GET /v1/payment_intents/{id}": { required: [], parameters: { "expand[0]": "string" } },
  "POST /v1/refunds": {
    required: [],
    parameters: {
      payment_intent: "string",
      amount: "integer",
      charge: "string",
      reason: "string",
      "metadata[order_id]": "string",
    },
  },
  "GET /v1/refunds/{id}": { required: [], parameters: { "expand[0]": "string" } },
  "GET /v1/balance": { required: [], parameters: {} },
};

const isOf: Record<Type, (text: string) => boolean> = {
  string: (text) => text.length <= 5000,
  integer: (text) => /^\d{1,10}$/.test(text),
  currency: (text) => /^[a-z]{3}$/.test(text),
  time: (text) => /^\d{10}$/.test(text),
  url: (text) => URL.canParse(text),
};

/** Returns what is wrong with a call by the description; null if nothing is. */
export function mistakeIn(endpoint: string, form: URLSearchParams): string | null {
  const spec = stripeApiSpec[endpoint];
  if (!spec) return `Unrecognized request URL (${endpoint})`;
  const missing = spec.required.find((name) => !form.has(name));
  if (missing) return `Missing required param: ${missing}`;
  for (const [name, value] of form) {
    const type = spec.parameters[name];
    if (!type) return `Received unknown parameter: ${name}`;
    if (!isOf[type](value)) return `Invalid ${type}: ${name}`;
  }
  return null;
}
