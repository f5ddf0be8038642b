import type { BrandSettings } from "#contract/look/brand";
import { readBrand } from "#contract/look/brand";
import type { Setting } from "./schema";

/** Values as the environment has them, without empty ones. */
export type Given = Readonly<Record<string, string>>;

type Group = readonly [first: Setting, ...Setting[]];

/** A payment system is switched on by all of its settings. */
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
const others: readonly Group[] = [
  ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
  ["DKIM_SELECTOR", "DKIM_KEY_FILE"],
];
const allOrNone = [...Object.values(paymentSystems), ...hypervisors, ...others];

/** A setting that means nothing without another. */
const needs: Partial<Record<Setting, Setting>> = {
  PROVISIONER_URL: "PROVISIONER_SECRET",
  TRANSFER_ADDRESS: "TRANSFER_ACCOUNT",
  TRANSFER_NOTE: "TRANSFER_ACCOUNT",
  TRANSFER_DAYS: "TRANSFER_ACCOUNT",
};

const brandSettings: readonly (keyof BrandSettings)[] = ["BRAND_MARK", "BRAND_BAND", "SUPPORT_HOURS"];

/** What settings that are right each by itself get wrong together, and of the brand: a sentence for each fault. */
export function brokenRules(given: Given): string[] {
  const isGiven = (name: Setting) => name in given;
  return [
    ...allOrNone.flatMap((group) => {
      const missing = group.filter((name) => !isGiven(name));
      if (missing.length === 0 || missing.length === group.length) return [];
      return `${group.filter(isGiven).join(" and ")} is set, ${missing.join(" and ")} is missing.`;
    }),
    ...Object.entries(needs).flatMap(([name, needed]) =>
      isGiven(name as Setting) && !isGiven(needed) ? `${name} is set, ${needed} is missing.` : [],
    ),
    ...brandSettings.flatMap((name) => brandFault(name, given[name])),
    ...hypervisorFault(isGiven),
    ...sandboxFault(given, isGiven),
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

function hypervisorFault(isGiven: (name: Setting) => boolean): string[] {
  const switches = [...hypervisors.map(([first]) => first), "PROVISIONER_URL" as const].filter(isGiven);
  return switches.length > 1
    ? [`${switches.join(" and ")} are set together: machines come from one place.`]
    : [];
}

/** The sandbox gives balance for nothing: a real system beside it would pay for that. */
function sandboxFault({ PAYMENTS }: Given, isGiven: (name: Setting) => boolean): string[] {
  const real = Object.entries(paymentSystems).filter(([, group]) => group.every(isGiven));
  if (PAYMENTS !== "sandbox" || real.length === 0) return [];
  const names = real.map(([name]) => name).join(", ");
  return [`PAYMENTS=sandbox gives balance for nothing: it can't stand beside ${names}.`];
}
