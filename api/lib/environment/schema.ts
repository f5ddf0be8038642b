import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import * as z from "zod/mini";
import { defaultTwoPersonLimitCents } from "#api/lib/settings";
import {
  addresses,
  bankAccount,
  baseUrl,
  choice,
  daysByMethod,
  decimal,
  flag,
  formed,
  integer,
  list,
  origin,
  origins,
  port,
  safeName,
  taxRules,
  templates,
  text,
  url,
} from "./formats";

const { optional, _default: withDefault } = z;

/** The number of processes in WORKERS: one per core for `auto`. */
const workers = z.pipe(
  text.check(
    z.refine((value) => value === "auto" || /^[1-9]\d{0,2}$/.test(value), {
      error: ({ input }) => `a number of processes or auto, not ${input}`,
    }),
  ),
  z.transform((value) => (value === "auto" ? availableParallelism() : Number(value))),
);

const dataDir = z.pipe(
  text,
  z.transform((value) => resolve(value)),
);
const secret = formed(/^\S+$/, "without spaces");

/** Every setting, in the order of `.env.example`, which explains each. An empty value counts as missing. */
export const settings = {
  DEPLOYMENT: withDefault(flag("on", "off"), false),
  // default: 3000 for the cabinet, 3001 for `npm run api`
  PORT: optional(port),
  HOST: optional(text),
  PUBLIC_ORIGIN: optional(origin),
  TRUST_PROXY: withDefault(flag("1", "0"), false),
  TRUST_CABINET: withDefault(flag("1", "0"), false),

  ADMIN: withDefault(flag("on", "off"), false),
  ADMIN_ORIGIN: optional(origin),
  ADMIN_PORT: optional(port),

  DATA_DIR: withDefault(dataDir, resolve("data")),
  MIN_FREE_DISK_PERCENT: withDefault(integer("a percent from 0 to 90", 0, 90), 5),
  S3_ENDPOINT: optional(baseUrl),
  S3_BUCKET: optional(formed(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "the name of a bucket")),
  S3_ACCESS_KEY_ID: optional(secret),
  S3_SECRET_ACCESS_KEY: optional(secret),
  S3_REGION: withDefault(text, "us-east-1"),

  SESSION_SECRET: optional(text),
  PREVIOUS_SESSION_SECRET: optional(text),
  BACKUP_PASSPHRASE: optional(text),

  DATABASE_URL: optional(formed(/^postgres(ql)?:\/\/./, "a URL that begins with postgres://")),
  API_URL: optional(baseUrl),

  WORKERS: withDefault(workers, 1),
  WORKER: withDefault(flag("on", "off"), true),

  SMTP_URL: optional(
    formed(
      /^smtps?:\/\/([^\s/@]+@)?[\w.-]+(:\d{1,5})?(\/\S*)?$/,
      "a URL with a host, such as smtps://user:password@mail.example.com",
    ),
  ),
  MAIL_FROM: optional(text),
  MAIL_RETURN_TO: optional(text),
  MAIL_BOUNCE_SECRET: optional(text),
  DKIM_SELECTOR: optional(text),
  DKIM_KEY_FILE: optional(text),

  // readBrand() defines the valid values and the defaults of these
  PRODUCT_NAME: optional(text),
  BRAND_MARK: optional(text),
  BRAND_BAND: optional(text),
  LEGAL_NAME: optional(text),
  LEGAL_ADDRESS: optional(text),
  LEGAL_DETAILS: optional(text),
  TAX_RULES: withDefault(taxRules, []),
  SUPPORT_EMAIL: optional(formed(/^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/, "an e-mail address")),
  SUPPORT_HOURS: optional(text),
  SECURITY_CONTACT: optional(
    formed(/^(mailto:|tel:|https:\/\/)\S+$/, "an address such as mailto:security@example.com"),
  ),

  PAYMENTS: optional(choice("sandbox", "real", "off")),
  PAYMENT_ORIGINS: withDefault(origins, []),
  STRIPE_SECRET_KEY: optional(formed(/^(sk|rk)_\S+$/, "a key that begins with sk_ or rk_")),
  STRIPE_WEBHOOK_SECRET: optional(formed(/^whsec_\S+$/, "a secret that begins with whsec_")),
  CRYPTOMUS_MERCHANT_ID: optional(
    formed(/^[0-9a-f-]{36}$/, "the id of a merchant: 36 hexadecimal digits and dashes"),
  ),
  CRYPTOMUS_API_KEY: optional(formed(/^\S{16,}$/, "a payment key of at least 16 characters")),
  YOOKASSA_SHOP_ID: optional(formed(/^\d+$/, "the number of a shop")),
  YOOKASSA_SECRET_KEY: optional(formed(/^\S{10,}$/, "a key of at least 10 characters")),
  YOOKASSA_RUB_PER_USD: optional(
    z.pipe(
      formed(/^[1-9]\d{0,3}(\.\d{1,4})?$/, "the roubles of a dollar, such as 92.50"),
      z.transform(Number),
    ),
  ),
  TRANSFER_BENEFICIARY: optional(formed(/\S/, "the name of the account's holder")),
  TRANSFER_ACCOUNT: optional(bankAccount),
  TRANSFER_BANK: optional(formed(/\S/, "the name of a bank")),
  TRANSFER_BIC: optional(formed(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/, "a BIC of 8 or 11 capitals and digits")),
  TRANSFER_ADDRESS: optional(text),
  TRANSFER_NOTE: optional(text),
  TRANSFER_DAYS: withDefault(integer("a number of days from 1 to 90", 1, 90), 14),
  TWO_PERSON_LIMIT: withDefault(
    decimal("a number of dollars from 0 to 1000000", 0, 1_000_000),
    defaultTwoPersonLimitCents / 100,
  ),
  CLEARING_DAYS: withDefault(daysByMethod, { stripe: 30, yookassa: 30 }),
  STRIPE_API: optional(baseUrl),
  CRYPTOMUS_API: optional(baseUrl),
  YOOKASSA_API: optional(baseUrl),

  SIMULATED_MACHINES: withDefault(flag("on", "off"), false),
  FREE_MACHINES: withDefault(flag("on", "off"), false),
  PROVISIONER_SECONDS: optional(decimal("a number of seconds", 0, Number.MAX_SAFE_INTEGER)),
  PROXMOX_URL: optional(baseUrl),
  PROXMOX_TOKEN: optional(
    formed(/^[^@!=\s]+@[^@!=\s]+![^@!=\s]+=\S+$/, "of the form user@realm!name=secret"),
  ),
  PROXMOX_TEMPLATES: optional(templates(/^\d{3,9}$/, "9000")),
  PROXMOX_ADDRESSES: optional(addresses("PROXMOX_ADDRESSES")),
  PROXMOX_FIRST_ID: withDefault(integer("a number from 100 to 900000000", 100, 900_000_000), 10_000),
  PROXMOX_NODES: withDefault(list, []),
  PROXMOX_SNAPSHOTS: withDefault(integer("a number from 0 to 100", 0, 100), 3),
  LIBVIRT_URI: optional(formed(/^[\w+]+:\/\/\S+$/, "a URI such as qemu:///system")),
  LIBVIRT_TEMPLATES: optional(templates(safeName, "windows.qcow2")),
  LIBVIRT_ADDRESSES: optional(addresses("LIBVIRT_ADDRESSES")),
  LIBVIRT_POOL: withDefault(formed(safeName, "the name of a storage pool"), "default"),
  LIBVIRT_NETWORK: withDefault(formed(safeName, "the name of a network"), "default"),
  PROVISIONER_URL: optional(url),
  PROVISIONER_SECRET: optional(text),

  STAFF_WEBHOOK_SECRET: optional(formed(/^\S{16,}$/, "a secret of at least 16 characters without spaces")),

  TELEGRAM_BOT_TOKEN: optional(text),
  TELEGRAM_BOT_NAME: optional(text),
  TELEGRAM_API: optional(baseUrl),

  LOG_LEVEL: withDefault(choice("fatal", "error", "warn", "info", "debug", "trace", "silent"), "info"),
  METRICS_PORT: optional(port),
  METRICS_HOST: withDefault(text, "127.0.0.1"),
  OPERATOR: optional(text),
};

/** The name of a setting. */
export type Setting = keyof typeof settings;

/** The settings, and the flag that `npm run demo` sets. */
export const schema = z.object({ ...settings, DEMO: withDefault(flag("1", "0"), false) });
