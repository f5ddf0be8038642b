import type { Database } from "#api/db/connect";
import type { Clock } from "#api/values/clock";
import { environment } from "#api/values/environment";
import type { Settings } from "#api/values/settings";
import type { Provisioner } from "./provisioner";
import { simulatedProvisioner } from "./simulated";
import { webhookProvisioner } from "./webhook";

/** The provisioner of the settings: `PROVISIONER_URL` and `PROVISIONER_SECRET`, else the simulated hypervisor. */
export function chooseProvisioner(from: { db: Database; clock: Clock; settings: Settings }): Provisioner {
  const { PROVISIONER_URL, PROVISIONER_SECRET: secret, PROVISIONER_SECONDS } = environment();
  if (PROVISIONER_URL) {
    if (!secret)
      throw new Error("PROVISIONER_URL needs PROVISIONER_SECRET, by which orders and answers are signed");
    const callbackUrl = `${from.settings.publicOrigin}/api/vps/provisioner/callback`;
    return webhookProvisioner({ url: PROVISIONER_URL, secret, callbackUrl, clock: from.clock });
  }
  const seconds = PROVISIONER_SECONDS ? Number(PROVISIONER_SECONDS) : undefined;
  if (seconds !== undefined && !(seconds >= 0)) throw new Error("PROVISIONER_SECONDS is a number of seconds");
  return simulatedProvisioner({ db: from.db, clock: from.clock, secret: from.settings.secret, seconds });
}
