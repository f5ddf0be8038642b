import { signedReport } from "#api/integrations/payments/hmac-signed";
import { sandboxSystems } from "#api/integrations/payments/sandbox";
import { orderSecret } from "#api/integrations/payments/sign";
import type { PaymentReport } from "#api/integrations/payments/system";
import { readBrand } from "#contract/branding/brand";
import type { Now, Vendor } from "./vendor";

const settings = {
  secret: "test secret",
  publicOrigin: "http://localhost",
  dataDir: "",
  brand: readBrand({}),
};

/** The sandbox's card, with a helper that sends its reports. */
export async function sandboxVendor(now: Now): Promise<Vendor> {
  const system = sandboxSystems(settings).find(({ method }) => method.id === "card");
  if (!system) throw new Error("The sandbox has no card");
  const secret = orderSecret(settings, "card");
  const costByOrder = new Map<string, number>();
  const reports = new Map<string, PaymentReport>();
  const refunds = new Map<string, string>();
  const watched: typeof system = {
    ...system,
    create: (order) => {
      const { orderId, costCents, currency, recipient } = order;
      costByOrder.set(orderId, costCents);
      const report = { paymentId: `pay-${orderId}`, orderId, costCents, currency, recipient };
      reports.set(orderId, reports.get(orderId) ?? { ...report, event: "pending" });
      return system.create(order);
    },
    refund: (refund) => {
      refunds.set(refund.id, refund.orderId);
      return system.refund?.(refund) ?? Promise.reject(new Error("no refunds"));
    },
  };
  const change = (orderId: string, changes: Partial<PaymentReport>) => {
    const known = reports.get(orderId);
    if (!known) throw new Error(`The sandbox has no ${orderId}`);
    reports.set(orderId, { ...known, ...changes });
  };
  const signed = (orderId: string, by: string) => {
    const report = reports.get(orderId);
    if (!report) throw new Error(`The sandbox has no ${orderId}`);
    return signedReport(by, report, now());
  };
  return {
    system: watched,
    farEnd: null,
    secrets: [secret],
    paymentCount: (orderId) => (costByOrder.has(orderId) ? 1 : 0),
    pay: (orderId, other = {}) => change(orderId, { event: "paid", ...other }),
    fail: (orderId) => change(orderId, { event: "failed" }),
    reverse: (orderId) => change(orderId, { event: "disputed" }),
    notification: (orderId) => signed(orderId, secret),
    forge: (orderId) => signed(orderId, "somebody else's"),
    refunds: (orderId) => [...refunds.values()].filter((known) => known === orderId).length,
    close: async () => {},
  };
}
