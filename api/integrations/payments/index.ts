import type { Environment } from "#api/lib/environment";
import type { Settings } from "#api/lib/settings";
import { cryptomusSystem } from "./cryptomus";
import { sandboxSystems } from "./sandbox";
import type { PaymentSystem, Payments } from "./system";
import { transferSystem } from "./transfer";
import { yookassaSystem } from "./yookassa";

/**
 * Returns a real payment system if its settings are given (`lib/environment/rules.ts`: all of them, or none), else
 * null.
 */
type Choice = (settings: Settings, env: Environment) => PaymentSystem | null | Promise<PaymentSystem | null>;

const stripe: Choice = async (settings, env) => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API: api } = env;
  if (!secretKey || !webhookSecret) return null;
  // its package has over 200 modules
  const { stripeSystem } = await import("./stripe");
  return stripeSystem({ secretKey, webhookSecret, api, settings });
};

const cryptomus: Choice = (settings, env) => {
  const { CRYPTOMUS_MERCHANT_ID: merchantId, CRYPTOMUS_API_KEY: apiKey, CRYPTOMUS_API: api } = env;
  return merchantId && apiKey ? cryptomusSystem({ merchantId, apiKey, api, settings }) : null;
};

const yookassa: Choice = (settings, env) => {
  const { YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY: secretKey, YOOKASSA_API: api } = env;
  const perDollar = env.YOOKASSA_RUB_PER_USD;
  return shopId && secretKey && perDollar
    ? yookassaSystem({ shopId, secretKey, perDollar, api, settings })
    : null;
};

const transfer: Choice = (settings, env) => {
  const account = env.TRANSFER_ACCOUNT;
  if (!account) return null;
  const bankDetails = [
    { name: "beneficiary", value: env.TRANSFER_BENEFICIARY },
    { name: "account", value: account },
    { name: "bank", value: env.TRANSFER_BANK },
    { name: "bic", value: env.TRANSFER_BIC },
    { name: "address", value: env.TRANSFER_ADDRESS },
    { name: "note", value: env.TRANSFER_NOTE },
  ] as const;
  return transferSystem({
    account,
    days: env.TRANSFER_DAYS,
    settings,
    bankDetails: bankDetails.flatMap(({ name, value }) => (value ? [{ name, value }] : [])),
  });
};

/** Every real payment system, one line each, in the order shown to payers. */
const choices: readonly Choice[] = [stripe, yookassa, cryptomus, transfer];

/**
 * Returns the payment systems of the settings: each real one by its own settings, several at once. Without any it is
 * the sandbox, which gives balance for free and is therefore never combined with a real one. `PAYMENTS=real` is never
 * the sandbox, `PAYMENTS=off` none at all.
 */
export async function choosePayments(settings: Settings, env: Environment): Promise<Payments> {
  const { PAYMENTS } = env;
  if (PAYMENTS === "off") return { systems: [], isSandbox: false };
  const chosen = await Promise.all(choices.map((choose) => choose(settings, env)));
  const systems = chosen.filter((system) => system !== null);
  if (systems.length === 0 && PAYMENTS !== "real")
    return { systems: sandboxSystems(settings), isSandbox: true };
  return { systems, isSandbox: false };
}

/**
 * Returns what is wrong with `PAYMENT_ORIGINS`, in plain words; null if every payment page can be reached. Browsers
 * submit a form only to origins that a page's policy allows (`form-action`), so a deposit fails if its payment page
 * is not listed.
 */
export function unreachablePages(
  { systems }: Payments,
  { PAYMENT_ORIGINS }: Pick<Environment, "PAYMENT_ORIGINS">,
): string | null {
  const missing = systems.flatMap(({ pageOrigin }) =>
    pageOrigin && !PAYMENT_ORIGINS.includes(pageOrigin) ? pageOrigin : [],
  );
  return missing.length > 0
    ? `PAYMENT_ORIGINS lacks ${missing.join(" ")}: browsers would not follow a deposit to its payment page`
    : null;
}
