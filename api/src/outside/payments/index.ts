import { neededSettings, otherServer } from "#api/outside/needed-settings";
import type { Environment } from "#api/values/environment";
import { environment } from "#api/values/environment";
import type { Settings } from "#api/values/settings";
import { cryptomusSystem } from "./cryptomus";
import { sandboxSystems } from "./sandbox";
import { stripeSystem } from "./stripe";
import type { PaymentSystem, Payments } from "./system";
import { transferOf } from "./transfer-settings";
import { yookassaSystem } from "./yookassa";

/** A real payment system where its settings are given, else null; throws in plain words where they can't be right. */
type Choice = (settings: Settings, given: Environment) => PaymentSystem | null;

const stripe: Choice = (settings, given) => {
  const needs = { STRIPE_SECRET_KEY: /^(sk|rk)_\S+$/, STRIPE_WEBHOOK_SECRET: /^whsec_\S+$/ };
  const found = neededSettings("Stripe", needs, given);
  if (!found) return null;
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = found;
  return stripeSystem({ secretKey, webhookSecret, api: otherServer("STRIPE_API", given), settings });
};

const cryptomus: Choice = (settings, given) => {
  const needs = { CRYPTOMUS_MERCHANT_ID: /^[0-9a-f-]{36}$/, CRYPTOMUS_API_KEY: /^\S{16,}$/ };
  const found = neededSettings("Cryptomus", needs, given);
  if (!found) return null;
  const { CRYPTOMUS_MERCHANT_ID: merchantId, CRYPTOMUS_API_KEY: apiKey } = found;
  return cryptomusSystem({ merchantId, apiKey, api: otherServer("CRYPTOMUS_API", given), settings });
};

const yookassa: Choice = (settings, given) => {
  const needs = {
    YOOKASSA_SHOP_ID: /^\d+$/,
    YOOKASSA_SECRET_KEY: /^\S{10,}$/,
    YOOKASSA_RUB_PER_USD: /^[1-9]\d{0,3}(\.\d{1,4})?$/,
  };
  const found = neededSettings("YooKassa", needs, given);
  if (!found) return null;
  const { YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY: secretKey } = found;
  const perDollar = Number(found.YOOKASSA_RUB_PER_USD);
  return yookassaSystem({ shopId, secretKey, perDollar, api: otherServer("YOOKASSA_API", given), settings });
};

/** Every real payment system, one line each, in the order that payers see. */
const choices: readonly Choice[] = [stripe, yookassa, cryptomus, transferOf];

/**
 * The payment systems of the settings: each real one by settings of its own, several at once. Without any the sandbox, which gives balance
 * for nothing and so never stands beside a real one; `PAYMENTS=real` is never the sandbox, `PAYMENTS=off` none at all.
 */
export function choosePayments(settings: Settings, given: Environment = environment()): Payments {
  const { PAYMENTS } = given;
  if (PAYMENTS === "off") return { systems: [], isSandbox: false };
  if (PAYMENTS && PAYMENTS !== "sandbox" && PAYMENTS !== "real")
    throw new Error("PAYMENTS is sandbox, real or off");
  const systems = choices.flatMap((choose) => choose(settings, given) ?? []);
  if (systems.length === 0 && PAYMENTS !== "real")
    return { systems: sandboxSystems(settings), isSandbox: true };
  if (PAYMENTS === "sandbox")
    throw new Error(
      `PAYMENTS=sandbox gives balance for nothing: it can't stand beside ${systems.map(({ method }) => method.id).join(", ")}`,
    );
  return { systems, isSandbox: false };
}

/**
 * What is wrong with `PAYMENT_ORIGINS`, in plain words; null: every payment page can be reached. A browser follows a form only to
 * where a page's policy lets it (`form-action`), so a page that is not in it is a deposit that leads nowhere.
 */
export function unreachablePages(
  { systems }: Payments,
  { PAYMENT_ORIGINS = "" }: Environment,
): string | null {
  const reached = new Set(PAYMENT_ORIGINS.split(/\s+/).map((origin) => origin.replace(/\/+$/, "")));
  const missing = systems.flatMap(({ pageOrigin }) =>
    pageOrigin && !reached.has(pageOrigin) ? pageOrigin : [],
  );
  return missing.length > 0
    ? `PAYMENT_ORIGINS lacks ${missing.join(" ")}: browsers would not follow a deposit to its payment page`
    : null;
}
