import { describe, expect, test } from "vitest";
import { parseEnvironment } from "#api/lib/environment";
import { readBrand } from "#contract/branding/brand";
import { choosePayments, unreachablePages } from "./index";

const settings = { secret: "s", publicOrigin: "http://localhost", dataDir: "", brand: readBrand({}) };
const stripe = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
const yookassa = {
  YOOKASSA_SHOP_ID: "100500",
  YOOKASSA_SECRET_KEY: "test_0123456789",
  YOOKASSA_RUB_PER_USD: "92.5",
};
type Environment = Record<string, string>;
const chosen = (environment: Environment) => choosePayments(settings, parseEnvironment(environment));
const idsOf = (environment: Environment) => chosen(environment).systems.map(({ method }) => method.id);

describe("payment systems of the settings", () => {
  test("are the sandbox if none is set, and none if payments are off", () => {
    expect(chosen({}).isSandbox).toBe(true);
    expect(idsOf({})).toEqual(["card", "wallet", "usdt-trc20"]);
    expect(idsOf({ PAYMENTS: "off", ...stripe })).toEqual([]);
    expect(idsOf({ PAYMENTS: "real", ...stripe })).toEqual(["stripe"]);
  });

  test("can be several at once, and then there is no sandbox", () => {
    expect(idsOf({ ...yookassa, ...stripe })).toEqual(["stripe", "yookassa"]);
    expect(chosen(stripe).isSandbox).toBe(false);
  });

  test("have pages that PAYMENT_ORIGINS allows as form targets, or name the missing one", () => {
    const wrong = (environment: Environment) =>
      unreachablePages(chosen(environment), parseEnvironment(environment));
    expect(wrong({})).toBeNull();
    expect(wrong({ ...stripe, ...yookassa })).toBe(
      "PAYMENT_ORIGINS lacks https://checkout.stripe.com https://yoomoney.ru: browsers would not follow a deposit to its payment page",
    );
    const PAYMENT_ORIGINS = "https://checkout.stripe.com/  https://yoomoney.ru";
    expect(wrong({ ...stripe, ...yookassa, PAYMENT_ORIGINS })).toBeNull();
    expect(wrong({ ...stripe, PAYMENT_ORIGINS: "https://checkout.stripe.com.example" })).toContain("lacks");
    // another server's page origin is unknown
    expect(wrong({ ...stripe, STRIPE_API: "http://127.0.0.1:9" })).toBeNull();
  });
});
