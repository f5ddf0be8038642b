import type { Logger } from "pino";
import type { Database } from "#api/db/connect";
import { neededSettings } from "#api/outside/needed-settings";
import type { Clock } from "#api/values/clock";
import type { Environment } from "#api/values/environment";
import { environment } from "#api/values/environment";
import type { Settings } from "#api/values/settings";
import { libvirt } from "./libvirt/index";
import type { LibvirtSettings } from "./libvirt/settings";
import { safeName } from "./libvirt/settings";
import type { Provisioner } from "./provisioner";
import { proxmox } from "./proxmox/index";
import type { ProxmoxSettings } from "./proxmox/settings";
import { simulatedProvisioner } from "./simulated";
import { readAddresses, readTemplates } from "./stepwise/addresses";
import type { Hypervisor } from "./stepwise/hypervisor";
import { stepwiseProvisioner } from "./stepwise/orders";
import { webhookProvisioner } from "./webhook";

type Surroundings = { db: Database; clock: Clock; settings: Settings; log: Pick<Logger, "warn"> };

function snapshotLimit({ PROXMOX_SNAPSHOTS }: Environment): number {
  const limit = Number(PROXMOX_SNAPSHOTS || 3);
  if (!Number.isInteger(limit) || limit < 0 || limit > 100)
    throw new Error("PROXMOX_SNAPSHOTS is a number from 0 to 100");
  return limit;
}

function proxmoxOf(given: Environment): ProxmoxSettings | null {
  const needs = {
    PROXMOX_URL: /^https?:\/\/\S+$/,
    PROXMOX_TOKEN: /^[^@!=\s]+@[^@!=\s]+![^@!=\s]+=\S+$/,
    PROXMOX_TEMPLATES: /=/,
    PROXMOX_ADDRESSES: /-/,
  };
  const found = neededSettings("Proxmox", needs, given);
  if (!found) return null;
  const firstId = Number(given.PROXMOX_FIRST_ID || 10_000);
  if (!Number.isInteger(firstId) || firstId < 100 || firstId > 900_000_000)
    throw new Error("PROXMOX_FIRST_ID is a number from 100 on");
  return {
    url: found.PROXMOX_URL.replace(/\/+$/, ""),
    token: found.PROXMOX_TOKEN,
    templates: readTemplates("PROXMOX_TEMPLATES", found.PROXMOX_TEMPLATES, /^\d{3,9}$/),
    addresses: readAddresses("PROXMOX_ADDRESSES", found.PROXMOX_ADDRESSES),
    firstId,
    snapshots: snapshotLimit(given),
    nodes: (given.PROXMOX_NODES ?? "").split(",").flatMap((node) => node.trim() || []),
  };
}

function libvirtOf(given: Environment): LibvirtSettings | null {
  const needs = { LIBVIRT_URI: /^[\w+]+:\/\/\S+$/, LIBVIRT_TEMPLATES: /=/, LIBVIRT_ADDRESSES: /-/ };
  const found = neededSettings("libvirt", needs, given);
  if (!found) return null;
  const { LIBVIRT_POOL: pool = "default", LIBVIRT_NETWORK: network = "default" } = given;
  if (!safeName.test(pool)) throw new Error("LIBVIRT_POOL is not the name of a storage pool");
  if (!safeName.test(network)) throw new Error("LIBVIRT_NETWORK is not the name of a network");
  return {
    uri: found.LIBVIRT_URI,
    pool,
    network,
    templates: readTemplates("LIBVIRT_TEMPLATES", found.LIBVIRT_TEMPLATES, safeName),
    addresses: readAddresses("LIBVIRT_ADDRESSES", found.LIBVIRT_ADDRESSES),
    firstId: 10_000,
  };
}

/**
 * The provisioner of the settings: Proxmox VE (`PROXMOX_…`), libvirt (`LIBVIRT_…`) or a webhook (`PROVISIONER_URL` and
 * `PROVISIONER_SECRET`), never two, else the simulated hypervisor.
 */
export function chooseProvisioner(from: Surroundings, given: Environment = environment()): Provisioner {
  const { PROVISIONER_URL, PROVISIONER_SECRET: secret, PROVISIONER_SECONDS } = given;
  const [ofProxmox, ofLibvirt] = [proxmoxOf(given), libvirtOf(given)];
  const switchedOn = Object.entries({
    PROXMOX_URL: ofProxmox,
    LIBVIRT_URI: ofLibvirt,
    PROVISIONER_URL,
  }).flatMap(([name, isOn]) => (isOn ? name : []));
  if (switchedOn.length > 1)
    throw new Error(`${switchedOn.join(" and ")} are set together: machines come from one place`);
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
  if (ofProxmox) return over(proxmox(ofProxmox), ofProxmox);
  if (ofLibvirt) return over(libvirt(ofLibvirt, from.clock), ofLibvirt);
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
