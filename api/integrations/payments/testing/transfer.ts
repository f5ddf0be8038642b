import { orderSecret } from "#api/integrations/payments/sign";
import { transferSystem } from "#api/integrations/payments/transfer";
import type { Vendor } from "./vendor";

const settings = { secret: "test secret" };
const account = "LV80BANK0000435195001";

/** A bank transfer: money arrives on an account that an operator watches, and no system reports it. */
export async function transferVendor(): Promise<Vendor> {
  const system = transferSystem({ account, days: 14, settings, bankDetails: [] });
  const orderIds = new Set<string>();
  // a bank sends no messages: any message is a forgery
  const strange = (orderId: string) => ({
    headers: { "x-signature": "sha256=00" },
    body: JSON.stringify({ orderId, event: "paid", costCents: 2_000, currency: "USD", recipient: account }),
  });
  return {
    system: {
      ...system,
      create: (order) => {
        orderIds.add(order.orderId);
        return system.create(order);
      },
    },
    farEnd: null,
    secrets: [orderSecret(settings, "transfer")],
    paymentCount: (orderId) => (orderIds.has(orderId) ? 1 : 0),
    pay: () => {},
    fail: () => {},
    notification: strange,
    forge: strange,
    operatorArgs: (orderId) => ["paid", orderId],
    close: async () => {},
  };
}
