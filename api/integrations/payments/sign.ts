import { hmac } from "#api/integrations/signature";
import type { Settings } from "#api/lib/settings";
import type { PaymentOrder } from "./system";

/** Each method's secret is derived from the service's secret: a signature of one method is invalid for another. */
export const orderSecret = ({ secret }: Pick<Settings, "secret">, method: string) =>
  hmac(secret, `payments:${method}`);

/** Signs orders (specification, "Payment"): HMAC-SHA256 over all fields that must not be changed. */
export const orderSigner =
  (secret: string) =>
  ({ orderId, method, costCents, currency, recipient, returnUrl }: PaymentOrder): string =>
    hmac(secret, JSON.stringify([orderId, method, costCents, currency, recipient, returnUrl]));
