import { signedHeaders } from "#api/integrations/signature";
import { answer } from "#api/lib/answer";
import type { Clock } from "#api/lib/clock";
import type { Provisioner } from "./provisioner";

type Surroundings = {
  /** The URL that orders are sent to, by POST. */
  url: string;
  secret: string;
  /** The URL for reports, sent with each order. */
  callbackUrl: string;
  clock: Clock;
};

const timeoutMilliseconds = 10_000;

/**
 * Sends orders to the operator's own provisioner: one signed POST each, accepted by `202` or any other `2xx`. The
 * result is posted to `/api/vps/provisioner/callback`, signed the same way (docs/adr/0021).
 */
export function webhookProvisioner({ url, secret, callbackUrl, clock }: Surroundings): Provisioner {
  return {
    retrySeconds: null,
    snapshots: null,
    console: null,
    callbackSecret: secret,
    check: async () => null,
    machines: null,
    capacity: null,
    health: async () => answer("ordersGoTo", { host: new URL(url).host }),
    submit: async (order) => {
      const body = JSON.stringify({ ...order, callbackUrl });
      const answer = await fetch(url, {
        method: "POST",
        body,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMilliseconds),
        headers: {
          "content-type": "application/json",
          "idempotency-key": order.id,
          ...signedHeaders(secret, body, clock.now()),
        },
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the provisioner answered ${answer.status}`);
    },
  };
}
