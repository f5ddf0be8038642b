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
const idsOf = async (environment: Environment) =>
  (await chosen(environment)).systems.map(({ method }) => method.id);

describe("payment systems of the settings", () => {
  test("are the sandbox if none is set, and none if payments are off", async () => {
    expect((await chosen({})).isSandbox).toBe(true);
    expect(await idsOf({})).toEqual(["card", "wallet", "usdt-trc20"]);
    expect(await idsOf({ PAYMENTS: "off", ...stripe })).toEqual([]);
    expect(await idsOf({ PAYMENTS: "real", ...stripe })).toEqual(["stripe"]);
  });

  test("can be several at once, and then there is no sandbox", async () => {
    expect(await idsOf({ ...yookassa, ...stripe })).toEqual(["stripe", "yookassa"]);
    expect((await chosen(stripe)).isSandbox).toBe(false);
  });

  test("have pages that PAYMENT_ORIGINS allows as form targets, or name the missing one", async () => {
    const wrong = async (environment: Environment) =>
      unreachablePages(await chosen(environment), parseEnvironment(environment));
    expect(await wrong({})).toBeNull();
    expect(await wrong({ ...stripe, ...yookassa })).toBe(
      "PAYMENT_ORIGINS lacks https://checkout.stripe.com https://yoomoney.ru: browsers would not follow a deposit to its payment page",
    );
    const PAYMENT_ORIGINS = "https://checkout.stripe.com/  https://yoomoney.ru";
    expect(await wrong({ ...stripe, ...yookassa, PAYMENT_ORIGINS })).toBeNull();
    expect(await wrong({ ...stripe, PAYMENT_ORIGINS: "https://checkout.stripe.com.example" })).toContain(
      "lacks",
    );
    // another server's page origin is unknown
    expect(await wrong({ ...stripe, STRIPE_API: "http://127.0.0.1:9" })).toBeNull();
  });
});
