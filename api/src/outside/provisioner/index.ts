import type { Logger } from "pino";
import type { Database } from "#api/db/connect";
import { neededSettings } from "#api/outside/needed-settings";
import type { Clock } from "#api/values/clock";
import type { Environment } from "#api/values/environment";
import { environment } from "#api/values/environment";
import type { Settings } from "#api/values/settings";
import type { Provisioner } from "./provisioner";
import { proxmoxProvisioner } from "./proxmox/index";
import type { ProxmoxSettings } from "./proxmox/settings";
import { readAddresses, readTemplates } from "./proxmox/settings";
import { simulatedProvisioner } from "./simulated";
import { webhookProvisioner } from "./webhook";

type Surroundings = { db: Database; clock: Clock; settings: Settings; log: Pick<Logger, "warn"> };

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
    templates: readTemplates(found.PROXMOX_TEMPLATES),
    addresses: readAddresses(found.PROXMOX_ADDRESSES),
    firstId,
    nodes: (given.PROXMOX_NODES ?? "").split(",").flatMap((node) => node.trim() || []),
  };
}

/**
 * The provisioner of the settings: Proxmox VE (`PROXMOX_…`) or a webhook (`PROVISIONER_URL` and `PROVISIONER_SECRET`), never both,
 * else the simulated hypervisor.
 */
export function chooseProvisioner(from: Surroundings, given: Environment = environment()): Provisioner {
  const { PROVISIONER_URL, PROVISIONER_SECRET: secret, PROVISIONER_SECONDS } = given;
  const proxmox = proxmoxOf(given);
  if (proxmox && PROVISIONER_URL)
    throw new Error("PROXMOX_URL and PROVISIONER_URL are both set: machines come from one place");
  if (proxmox)
    return proxmoxProvisioner({
      ...from,
      secret: from.settings.secret,
      settings: proxmox,
      warn: (err, message) => from.log.warn({ err }, message),
    });
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
