import { describe, expect, it } from "vitest";
import { exampleProvider } from "#contract/branding/brand";
import { bucket, libvirt, messageOf, proxmox, stripe, transfer, webhook, yookassa } from "./samples.testing";
import { settings } from "./schema";

/** A wrong value for every setting that is not free text, and its message. */
const wrongValues: readonly [given: Record<string, string>, sentence: string][] = [
  [{ PORT: "http" }, "PORT must be a port from 0 to 65535, not http."],
  [{ PORT: "65536" }, "PORT must be a port from 0 to 65535, not 65536."],
  [{ METRICS_PORT: "-1" }, "METRICS_PORT must be a port from 0 to 65535, not -1."],
  [
    { PUBLIC_ORIGIN: "cabinet.example.com" },
    "PUBLIC_ORIGIN must be an origin such as https://cabinet.example.com.",
  ],
  [
    { PUBLIC_ORIGIN: "https://a.example.com/path" },
    "PUBLIC_ORIGIN must be an origin such as https://cabinet.example.com.",
  ],
  [
    { PAYMENT_ORIGINS: "https://a.example.com checkout" },
    "PAYMENT_ORIGINS must be origins such as https://pay.example.com, with spaces between them.",
  ],
  [{ TRUST_PROXY: "yes" }, "TRUST_PROXY must be 1 or 0, not yes."],
  [{ TRUST_CABINET: "yes" }, "TRUST_CABINET must be 1 or 0, not yes."],
  [{ WORKER: "no" }, "WORKER must be on or off, not no."],
  [{ WORKERS: "many" }, "WORKERS must be a number of processes or auto, not many."],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, not loud."],
  [{ PAYMENTS: "paypal" }, "PAYMENTS must be sandbox, real or off, not paypal."],
  ...["API_URL", "STRIPE_API", "CRYPTOMUS_API", "YOOKASSA_API", "TELEGRAM_API"].map(
    (name): [Record<string, string>, string] => [
      { [name]: "somewhere" },
      `${name} must be a URL that begins with https:// or http://, without ? and #.`,
    ],
  ),
  [
    { ...webhook, PROVISIONER_URL: "x.example.com" },
    "PROVISIONER_URL must be a URL that begins with https:// or http://.",
  ],
  [{ DATABASE_URL: "localhost" }, "DATABASE_URL must be a URL that begins with postgres://."],
  [
    { SMTP_URL: "localhost" },
    "SMTP_URL must be a URL with a host, such as smtps://user:password@mail.example.com.",
  ],
  [
    { SMTP_URL: "smtp://:::" },
    "SMTP_URL must be a URL with a host, such as smtps://user:password@mail.example.com.",
  ],
  [
    { STAFF_WEBHOOK_SECRET: "short" },
    "STAFF_WEBHOOK_SECRET must be a secret of at least 16 characters without spaces.",
  ],
  [{ MIN_FREE_DISK_PERCENT: "91" }, "MIN_FREE_DISK_PERCENT must be a percent from 0 to 90, not 91."],
  [{ DEPLOYMENT: "yes" }, "DEPLOYMENT must be on or off, not yes."],
  [{ SIMULATED_MACHINES: "yes" }, "SIMULATED_MACHINES must be on or off, not yes."],
  [{ FREE_MACHINES: "yes" }, "FREE_MACHINES must be on or off, not yes."],
  [{ TWO_PERSON_LIMIT: "much" }, "TWO_PERSON_LIMIT must be a number of dollars from 0 to 1000000, not much."],
  [
    { CLEARING_DAYS: "thirty" },
    "CLEARING_DAYS must be methods with their days, such as stripe=30 yookassa=30.",
  ],
  [
    { SECURITY_CONTACT: "security@example.com" },
    "SECURITY_CONTACT must be an address such as mailto:security@example.com.",
  ],
  [{ TAX_RULES: "21%" }, "TAX_RULES must be countries with their percents, such as LV=21 EE=22 EE+id=0 *=0."],
  [{ SUPPORT_EMAIL: "support@example" }, "SUPPORT_EMAIL must be an e-mail address."],
  [{ BRAND_BAND: "navy" }, "BRAND_BAND is “navy”: give a colour as # and six digits, such as #131a36."],
  [
    { BRAND_MARK: "Tradehost" },
    "BRAND_MARK is neither one or two letters nor a path: give the data of an SVG path on a grid of 28 by 28, such as M4 5h20v7H4z.",
  ],
  [
    { SUPPORT_HOURS: "daily" },
    "SUPPORT_HOURS is “daily”: write it as Mon-Fri 09:00-18:00 UTC+03:00, or as 24/7.",
  ],
  [
    { ...bucket, S3_ENDPOINT: "https://s3.example.com/?x" },
    "S3_ENDPOINT must be a URL that begins with https:// or http://, without ? and #.",
  ],
  [{ ...bucket, S3_BUCKET: "Uploads/2026" }, "S3_BUCKET must be the name of a bucket."],
  [{ ...bucket, S3_ACCESS_KEY_ID: "hush hush" }, "S3_ACCESS_KEY_ID must be without spaces."],
  [{ ...bucket, S3_SECRET_ACCESS_KEY: "hush hush" }, "S3_SECRET_ACCESS_KEY must be without spaces."],
  [
    { S3_BUCKET: "uploads" },
    "S3_BUCKET is set, S3_ENDPOINT and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY is missing.",
  ],
  [{ DKIM_SELECTOR: "s1" }, "DKIM_SELECTOR is set, DKIM_KEY_FILE is missing."],
  [
    { ...stripe, STRIPE_SECRET_KEY: "pk_test_hush" },
    "STRIPE_SECRET_KEY must be a key that begins with sk_ or rk_.",
  ],
  [
    { ...stripe, STRIPE_WEBHOOK_SECRET: "hush" },
    "STRIPE_WEBHOOK_SECRET must be a secret that begins with whsec_.",
  ],
  [{ STRIPE_SECRET_KEY: "sk_test_1" }, "STRIPE_SECRET_KEY is set, STRIPE_WEBHOOK_SECRET is missing."],
  [
    { CRYPTOMUS_MERCHANT_ID: "hush", CRYPTOMUS_API_KEY: "0123456789abcdef" },
    "CRYPTOMUS_MERCHANT_ID must be the id of a merchant: 36 hexadecimal digits and dashes.",
  ],
  [
    { CRYPTOMUS_MERCHANT_ID: "0".repeat(36), CRYPTOMUS_API_KEY: "hush" },
    "CRYPTOMUS_API_KEY must be a payment key of at least 16 characters.",
  ],
  [{ ADMIN: "yes" }, "ADMIN must be on or off, not yes."],
  [{ ADMIN_ORIGIN: "admin" }, "ADMIN_ORIGIN must be an origin such as https://cabinet.example.com."],
  [{ ADMIN_PORT: "http" }, "ADMIN_PORT must be a port from 0 to 65535, not http."],
  [{ ...yookassa, YOOKASSA_SHOP_ID: "shop" }, "YOOKASSA_SHOP_ID must be the number of a shop."],
  [
    { ...yookassa, YOOKASSA_SECRET_KEY: "hush" },
    "YOOKASSA_SECRET_KEY must be a key of at least 10 characters.",
  ],
  [
    { ...yookassa, YOOKASSA_RUB_PER_USD: "a lot" },
    "YOOKASSA_RUB_PER_USD must be the roubles of a dollar, such as 92.50.",
  ],
  [
    { PAYMENTS: "sandbox", ...stripe, ...yookassa },
    "PAYMENTS=sandbox gives balance for nothing: it can't stand beside Stripe, YooKassa.",
  ],
  [
    { ...transfer, TRANSFER_ACCOUNT: "LV81BANK0000435195001" },
    "TRANSFER_ACCOUNT must be the number of an account, and an IBAN with right check digits.",
  ],
  [{ ...transfer, TRANSFER_BIC: "BIC" }, "TRANSFER_BIC must be a BIC of 8 or 11 capitals and digits."],
  [{ ...transfer, TRANSFER_BANK: " " }, "TRANSFER_BANK must be the name of a bank."],
  [
    { ...transfer, TRANSFER_BENEFICIARY: " " },
    "TRANSFER_BENEFICIARY must be the name of the account's holder.",
  ],
  [
    { ...transfer, TRANSFER_BIC: "" },
    "TRANSFER_BENEFICIARY and TRANSFER_ACCOUNT and TRANSFER_BANK is set, TRANSFER_BIC is missing.",
  ],
  [{ ...transfer, TRANSFER_DAYS: "soon" }, "TRANSFER_DAYS must be a number of days from 1 to 90, not soon."],
  [{ TRANSFER_NOTE: "hello" }, "TRANSFER_NOTE is set, TRANSFER_ACCOUNT is missing."],
  [{ PROVISIONER_SECONDS: "soon" }, "PROVISIONER_SECONDS must be a number of seconds, not soon."],
  [
    { PROXMOX_URL: proxmox.PROXMOX_URL },
    "PROXMOX_URL is set, PROXMOX_TOKEN and PROXMOX_TEMPLATES and PROXMOX_ADDRESSES is missing.",
  ],
  [
    { ...proxmox, PROXMOX_URL: "pve" },
    "PROXMOX_URL must be a URL that begins with https:// or http://, without ? and #.",
  ],
  [{ ...proxmox, PROXMOX_TOKEN: "hush" }, "PROXMOX_TOKEN must be of the form user@realm!name=secret."],
  [
    { ...proxmox, PROXMOX_TEMPLATES: "=9000" },
    "PROXMOX_TEMPLATES must be of the form Windows Server 2022=9000,Ubuntu 24.04=9000.",
  ],
  [
    { ...proxmox, PROXMOX_ADDRESSES: "203.0.113.300-1" },
    "PROXMOX_ADDRESSES must be of the form 203.0.113.10-203.0.113.250/24,gw=203.0.113.1.",
  ],
  [{ ...proxmox, PROXMOX_FIRST_ID: "7" }, "PROXMOX_FIRST_ID must be a number from 100 to 900000000, not 7."],
  [{ ...proxmox, PROXMOX_SNAPSHOTS: "101" }, "PROXMOX_SNAPSHOTS must be a number from 0 to 100, not 101."],
  [
    { LIBVIRT_URI: "qemu:///system" },
    "LIBVIRT_URI is set, LIBVIRT_TEMPLATES and LIBVIRT_ADDRESSES is missing.",
  ],
  [{ ...libvirt, LIBVIRT_URI: "host.example.com" }, "LIBVIRT_URI must be a URI such as qemu:///system."],
  [
    { ...libvirt, LIBVIRT_TEMPLATES: "Ubuntu=../x" },
    "LIBVIRT_TEMPLATES must be of the form Windows Server 2022=windows.qcow2,Ubuntu 24.04=windows.qcow2.",
  ],
  [
    { ...libvirt, LIBVIRT_ADDRESSES: "203.0.113.300-1" },
    "LIBVIRT_ADDRESSES must be of the form 203.0.113.10-203.0.113.250/24,gw=203.0.113.1.",
  ],
  [{ ...libvirt, LIBVIRT_POOL: "a'/>" }, "LIBVIRT_POOL must be the name of a storage pool."],
  [{ ...libvirt, LIBVIRT_NETWORK: "a b" }, "LIBVIRT_NETWORK must be the name of a network."],
  [{ PROVISIONER_URL: "https://x.example.com" }, "PROVISIONER_URL is set, PROVISIONER_SECRET is missing."],
  [
    { ...proxmox, ...libvirt, ...webhook },
    "PROXMOX_URL and LIBVIRT_URI and PROVISIONER_URL are set together: machines come from one place.",
  ],
];

describe("an invalid setting", () => {
  it.each(wrongValues)("%j has its own message, which reveals no secret", (environment, sentence) => {
    expect(messageOf(environment)).toBe(sentence);
    expect(sentence).not.toContain("hush");
  });

  it("is reported together with all others", () => {
    expect(messageOf({ PORT: "http", SMTP_URL: "x", DKIM_SELECTOR: "s1" }).split("\n")).toEqual([
      "PORT must be a port from 0 to 65535, not http.",
      "SMTP_URL must be a URL with a host, such as smtps://user:password@mail.example.com.",
      "DKIM_SELECTOR is set, DKIM_KEY_FILE is missing.",
    ]);
  });

  it("is covered by a test case for every setting that is not free text", () => {
    const free =
      /^(HOST|METRICS_HOST|DATA_DIR|OPERATOR|S3_REGION|(PREVIOUS_)?SESSION_SECRET|BACKUP_PASSPHRASE|MAIL_.+|DKIM_.+|PRODUCT_NAME|LEGAL_.+|TRANSFER_(ADDRESS|NOTE)|PROXMOX_NODES|PROVISIONER_SECRET|TELEGRAM_BOT_.+)$/;
    const tried = new Set(wrongValues.map(([, sentence]) => sentence.split(/[ =]/)[0]));
    expect(Object.keys(settings).filter((name) => !tried.has(name) && !free.test(name))).toEqual([]);
  });
});

describe("production settings", () => {
  const complete = {
    DEPLOYMENT: "on",
    DATABASE_URL: "postgres://cabinet@db.example.com/cabinet",
    SESSION_SECRET: "0123456789abcdef0123456789abcdef",
    PUBLIC_ORIGIN: "https://cabinet.example.com",
    ...exampleProvider,
    ...stripe,
    ...webhook,
  };

  it("are accepted with everything set", () => {
    expect(messageOf(complete)).toBe("");
  });

  it.each([
    "DATABASE_URL",
    "SESSION_SECRET",
    "PUBLIC_ORIGIN",
    "LEGAL_NAME",
    "LEGAL_ADDRESS",
    "SUPPORT_EMAIL",
  ])("are rejected without %s, and the message names it", (name) => {
    expect(messageOf({ ...complete, [name]: "" })).toMatch(
      new RegExp(`^DEPLOYMENT=on needs ${name}: .+\\.$`),
    );
  });

  it.each(["SESSION_SECRET", "PREVIOUS_SESSION_SECRET"])("are rejected with a short %s", (name) => {
    expect(messageOf({ ...complete, [name]: "short" })).toBe(`${name} must have at least 32 characters.`);
  });

  it("reject real money with simulated machines unless explicitly allowed", () => {
    const simulated = { ...complete, PROVISIONER_URL: "", PROVISIONER_SECRET: "" };
    expect(messageOf(simulated)).toMatch(/^Real payments need real machines/);
    expect(messageOf({ ...simulated, SIMULATED_MACHINES: "on" })).toBe("");
  });

  it("reject real machines with sandbox payments unless explicitly allowed", () => {
    const free = { ...complete, STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRET: "" };
    expect(messageOf(free)).toMatch(/^Real machines would be given for nothing/);
    expect(messageOf({ ...free, PAYMENTS: "sandbox" })).toMatch(/^Real machines would be given for nothing/);
    expect(messageOf({ ...free, PAYMENTS: "sandbox", FREE_MACHINES: "on" })).toBe("");
    expect(messageOf({ ...free, PAYMENTS: "off" })).toBe("");
  });
});

it("PAYMENTS=real without a payment system is rejected", () => {
  expect(messageOf({ PAYMENTS: "real" })).toMatch(/^PAYMENTS=real needs the settings of a payment system/);
});
