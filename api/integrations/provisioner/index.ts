import type { Logger } from "pino";
import type { Database } from "#api/db/connect";
import type { Clock } from "#api/lib/clock";
import type { Environment } from "#api/lib/environment";
import type { Settings } from "#api/lib/settings";
import { libvirt } from "./libvirt/index";
import type { LibvirtSettings } from "./libvirt/settings";
import type { Provisioner } from "./provisioner";
import { proxmox } from "./proxmox/index";
import type { ProxmoxSettings } from "./proxmox/settings";
import { simulatedProvisioner } from "./simulated";
import type { Hypervisor } from "./stepwise/hypervisor";
import { stepwiseProvisioner } from "./stepwise/orders";
import { webhookProvisioner } from "./webhook";

type Surroundings = { db: Database; clock: Clock; settings: Settings; log: Pick<Logger, "warn"> };

function proxmoxOf(env: Environment): ProxmoxSettings | null {
  const { PROXMOX_URL: url, PROXMOX_TOKEN: token } = env;
  const { PROXMOX_TEMPLATES: templates, PROXMOX_ADDRESSES: addresses } = env;
  if (!url || !token || !templates || !addresses) return null;
  const { PROXMOX_FIRST_ID: firstId, PROXMOX_SNAPSHOTS: snapshots, PROXMOX_NODES: nodes } = env;
  return { url, token, templates, addresses, firstId, snapshots, nodes };
}

function libvirtOf(env: Environment): LibvirtSettings | null {
  const { LIBVIRT_URI: uri, LIBVIRT_TEMPLATES: templates, LIBVIRT_ADDRESSES: addresses } = env;
  if (!uri || !templates || !addresses) return null;
  const { LIBVIRT_POOL: pool, LIBVIRT_NETWORK: network } = env;
  return { uri, pool, network, templates, addresses, firstId: 10_000 };
}

/**
 * Returns the provisioner of the settings: Proxmox VE (`PROXMOX_…`), libvirt (`LIBVIRT_…`) or a webhook
 * (`PROVISIONER_URL` and `PROVISIONER_SECRET`), never two, else the simulated hypervisor.
 */
export function chooseProvisioner(from: Surroundings, env: Environment): Provisioner {
  const over = (
    hypervisor: Hypervisor,
    { addresses, firstId }: Pick<ProxmoxSettings, "addresses" | "firstId">,
  ) =>
    stepwiseProvisioner({
      ...from,
      secret: from.settings.secret,
      hypervisor,
      addresses,
      firstId,
      warn: (err, message) => from.log.warn({ err }, message),
    });
  const ofProxmox = proxmoxOf(env);
  if (ofProxmox) return over(proxmox(ofProxmox), ofProxmox);
  const ofLibvirt = libvirtOf(env);
  if (ofLibvirt) return over(libvirt(ofLibvirt, from.clock), ofLibvirt);
  const { PROVISIONER_URL: url, PROVISIONER_SECRET: secret, PROVISIONER_SECONDS: seconds } = env;
  if (url && secret) {
    const callbackUrl = `${from.settings.publicOrigin}/api/vps/provisioner/callback`;
    return webhookProvisioner({ url, secret, callbackUrl, clock: from.clock });
  }
  return simulatedProvisioner({ db: from.db, clock: from.clock, secret: from.settings.secret, seconds });
}
