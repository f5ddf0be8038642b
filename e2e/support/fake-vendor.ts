import { stripeVendor } from "#api/integrations/payments/testing/stripe";
import { startProxmox } from "#api/integrations/provisioner/testing/proxmox";
import type { Watch } from "#api/integrations/testing/fake-vendor";
import type { FromFakeVendor, ToFakeVendor } from "./fake-vendor-process";

/**
 * A fake vendor in a separate process (`stripe <callback URL>` or `proxmox`). Messages from the parent decide the
 * outcome of each request.
 */
const [, , vendor, callback = ""] = process.argv;
const send = (message: FromFakeVendor) => void process.send?.(message);
const isApiRequest = (question: string) => / \/(v1|api2)\//.test(question);

let number = 0;
const waiting = new Map<number, (what: "goOn" | "lose") => void>();
const watch: Watch = (question, moment) => {
  if (!isApiRequest(question)) return Promise.resolve("goOn");
  const id = number++;
  send({ type: "asked", id, question, moment });
  return new Promise((resolve) => waiting.set(id, resolve));
};

process.on("message", (message: ToFakeVendor) => {
  if (message.type === "answer") waiting.get(message.id)?.(message.what);
  else void count?.().then((counted) => send({ type: "counted", counted }));
});
process.on("disconnect", () => process.exit(0));

let count: (() => Promise<Record<string, unknown>>) | undefined;
if (vendor === "stripe") {
  const paid = new Set<string>();
  const stripe = await stripeVendor(() => new Date(), {
    watch,
    onPaid: (orderId) => {
      paid.add(orderId);
      void sendWebhook(orderId);
    },
  });
  /** Sends the webhook as Stripe does, until the response is OK. */
  async function sendWebhook(orderId: string): Promise<void> {
    for (let attempt = 0; attempt < 120; attempt++) {
      const isAccepted = await fetch(callback, { method: "POST", ...stripe.notification(orderId) }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isAccepted) return;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  count = async () => ({ paid: [...paid].map((orderId) => stripe.paymentCount(orderId)) });
  const [key = "", webhook = ""] = stripe.secrets;
  const origin = stripe.farEnd?.origin ?? "";
  const settings = { STRIPE_API: origin, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhook };
  send({ type: "ready", settings: { ...settings, PAYMENT_ORIGINS: origin } });
} else {
  const proxmox = await startProxmox(watch);
  count = async () => ({
    clones: proxmox.clones.length,
    machines: [...proxmox.machines.values()].filter(({ template }) => template === 0),
  });
  send({
    type: "ready",
    settings: {
      PROXMOX_URL: proxmox.farEnd.origin,
      PROXMOX_TOKEN: proxmox.token,
      PROXMOX_TEMPLATES: "Windows Server 2022=9000",
      PROXMOX_ADDRESSES: "203.0.113.10-203.0.113.12/24,gw=203.0.113.1",
    },
  });
}
