import { hmac } from "#api/integrations/signature";
import type { Settings } from "#api/lib/settings";
import type { PaymentOrder } from "./system";

/** Each method's secret follows from the service's: a signature of one is none of another. */
export const orderSecret = ({ secret }: Pick<Settings, "secret">, method: string) =>
  hmac(secret, `payments:${method}`);

/** Signs orders (specification, "Payment"): HMAC-SHA256 over all that must not be changed. */
export const orderSigner =
  (secret: string) =>
  ({ orderId, method, costCents, currency, recipient, returnUrl }: PaymentOrder): string =>
    hmac(secret, JSON.stringify([orderId, method, costCents, currency, recipient, returnUrl]));
