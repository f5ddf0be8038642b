import type { BrandSettings } from "#contract/branding/brand";
import { readBrand } from "#contract/branding/brand";
import type { Setting } from "./schema";

/** The environment's values without empty ones. */
export type NonEmptySettings = Readonly<Record<string, string>>;

type Group = readonly [first: Setting, ...Setting[]];

/** A payment system is enabled by all of its settings. */
const paymentSystems: Record<string, Group> = {
  Stripe: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  YooKassa: ["YOOKASSA_SHOP_ID", "YOOKASSA_SECRET_KEY", "YOOKASSA_RUB_PER_USD"],
  Cryptomus: ["CRYPTOMUS_MERCHANT_ID", "CRYPTOMUS_API_KEY"],
  "bank transfer": ["TRANSFER_BENEFICIARY", "TRANSFER_ACCOUNT", "TRANSFER_BANK", "TRANSFER_BIC"],
};
const hypervisors: readonly Group[] = [
  ["PROXMOX_URL", "PROXMOX_TOKEN", "PROXMOX_TEMPLATES", "PROXMOX_ADDRESSES"],
  ["LIBVIRT_URI", "LIBVIRT_TEMPLATES", "LIBVIRT_ADDRESSES"],
];
const otherGroups: readonly Group[] = [
  ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
  ["DKIM_SELECTOR", "DKIM_KEY_FILE"],
];
const allOrNone = [...Object.values(paymentSystems), ...hypervisors, ...otherGroups];

/** Settings that require another one. */
const needs: Partial<Record<Setting, Setting>> = {
  PROVISIONER_URL: "PROVISIONER_SECRET",
  TRANSFER_ADDRESS: "TRANSFER_ACCOUNT",
  TRANSFER_NOTE: "TRANSFER_ACCOUNT",
  TRANSFER_DAYS: "TRANSFER_ACCOUNT",
};

const brandSettings: readonly (keyof BrandSettings)[] = ["BRAND_MARK", "BRAND_BAND", "SUPPORT_HOURS"];

/** Checks valid settings against each other, and those of the brand. Returns a sentence for each fault. */
export function brokenRules(settings: NonEmptySettings): string[] {
  const isSet = (name: Setting) => name in settings;
  return [
    ...allOrNone.flatMap((group) => {
      const missing = group.filter((name) => !isSet(name));
      if (missing.length === 0 || missing.length === group.length) return [];
      return `${group.filter(isSet).join(" and ")} is set, ${missing.join(" and ")} is missing.`;
    }),
    ...Object.entries(needs).flatMap(([name, needed]) =>
      isSet(name as Setting) && !isSet(needed) ? `${name} is set, ${needed} is missing.` : [],
    ),
    ...brandSettings.flatMap((name) => brandFault(name, settings[name])),
    ...hypervisorFault(isSet),
    ...sandboxFault(settings, isSet),
    ...realPaymentsFault(settings, isSet),
    ...(settings.DEPLOYMENT === "on" ? deploymentFaults(settings, isSet) : []),
  ];
}

function brandFault(name: keyof BrandSettings, value: string | undefined): string[] {
  try {
    readBrand({ [name]: value });
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function hypervisorFault(isSet: (name: Setting) => boolean): string[] {
  const switches = [...hypervisors.map(([first]) => first), "PROVISIONER_URL" as const].filter(isSet);
  return switches.length > 1
    ? [`${switches.join(" and ")} are set together: machines come from one place.`]
    : [];
}

/** The sandbox gives balance for free, so it must not be combined with a real system. */
function sandboxFault({ PAYMENTS }: NonEmptySettings, isSet: (name: Setting) => boolean): string[] {
  const real = Object.entries(paymentSystems).filter(([, group]) => group.every(isSet));
  if (PAYMENTS !== "sandbox" || real.length === 0) return [];
  const names = real.map(([name]) => name).join(", ");
  return [`PAYMENTS=sandbox gives balance for nothing: it can't stand beside ${names}.`];
}

const hasPaymentSystem = (isSet: (name: Setting) => boolean) =>
  Object.values(paymentSystems).some((group) => group.every(isSet));

function realPaymentsFault({ PAYMENTS }: NonEmptySettings, isSet: (name: Setting) => boolean): string[] {
  if (PAYMENTS !== "real" || hasPaymentSystem(isSet)) return [];
  return [`PAYMENTS=real needs the settings of a payment system: ${Object.keys(paymentSystems).join(", ")}.`];
}

const leastSecret = 32;

/** Returns what an installation for real clients (`deploy/`) lacks; a demo and `npm start` run without it. */
function deploymentFaults(settings: NonEmptySettings, isSet: (name: Setting) => boolean): string[] {
  const needed: readonly [Setting, string][] = [
    ["DATABASE_URL", "the PostgreSQL of the deployment"],
    ["SESSION_SECRET", `at least ${leastSecret} random characters`],
    ["PUBLIC_ORIGIN", "where clients see the cabinet, such as https://cabinet.example.com"],
    ["LEGAL_NAME", "the company that provides the service"],
    ["LEGAL_ADDRESS", "its address"],
    ["SUPPORT_EMAIL", "where clients write to"],
  ];
  const isReal = settings.PAYMENTS !== "off" && settings.PAYMENTS !== "sandbox" && hasPaymentSystem(isSet);
  const hasMachines = [...hypervisors.map(([first]) => first), "PROVISIONER_URL" as const].some(isSet);
  return [
    ...needed.flatMap(([name, what]) => (isSet(name) ? [] : `DEPLOYMENT=on needs ${name}: ${what}.`)),
    ...(["SESSION_SECRET", "PREVIOUS_SESSION_SECRET"] as const)
      .filter((name) => isSet(name) && (settings[name]?.length ?? 0) < leastSecret)
      .map((name) => `${name} must have at least ${leastSecret} characters.`),
    ...(isReal && !hasMachines && settings.SIMULATED_MACHINES !== "on"
      ? [
          "Real payments need real machines: set PROXMOX_URL, LIBVIRT_URI or PROVISIONER_URL, or say SIMULATED_MACHINES=on.",
        ]
      : []),
    ...(hasMachines && !isReal && settings.PAYMENTS !== "off" && settings.FREE_MACHINES !== "on"
      ? [
          "Real machines would be given for nothing: set up a payment system, or say PAYMENTS=off or FREE_MACHINES=on.",
        ]
      : []),
  ];
}
