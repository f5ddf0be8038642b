import { describe, expect, test } from "vitest";
import { readBrand } from "#contract/look/brand";
import { choosePayments, unreachablePages } from "./index";

const settings = { secret: "s", publicOrigin: "http://localhost", dataDir: "", brand: readBrand({}) };
const stripe = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
const yookassa = {
  YOOKASSA_SHOP_ID: "100500",
  YOOKASSA_SECRET_KEY: "test_0123456789",
  YOOKASSA_RUB_PER_USD: "92.5",
};
const idsOf = (given: object) => choosePayments(settings, given).systems.map(({ method }) => method.id);

describe("the payment systems of the settings", () => {
  test("are the sandbox's where none is set, and none where they are off", () => {
    expect(choosePayments(settings, {}).isSandbox).toBe(true);
    expect(idsOf({})).toEqual(["card", "wallet", "usdt-trc20"]);
    expect(idsOf({ PAYMENTS: "off", ...stripe })).toEqual([]);
    expect(idsOf({ PAYMENTS: "real" })).toEqual([]);
    expect(idsOf({ PAYMENTS: "real", ...stripe })).toEqual(["stripe"]);
  });

  test("are several at once, and then no sandbox", () => {
    expect(idsOf({ ...yookassa, ...stripe })).toEqual(["stripe", "yookassa"]);
    expect(choosePayments(settings, stripe).isSandbox).toBe(false);
    expect(() => idsOf({ PAYMENTS: "sandbox", ...stripe })).toThrow("beside stripe");
  });

  test.each([
    [{ STRIPE_SECRET_KEY: "sk_test_1" }, "STRIPE_SECRET_KEY is set, STRIPE_WEBHOOK_SECRET is missing"],
    [{ ...stripe, STRIPE_SECRET_KEY: "pk_test_hush" }, "STRIPE_SECRET_KEY is not what it should be"],
    [{ ...yookassa, YOOKASSA_RUB_PER_USD: "a lot" }, "YOOKASSA_RUB_PER_USD is not what it should be"],
    [{ ...stripe, STRIPE_API: "somewhere" }, "STRIPE_API is no address"],
    [{ PAYMENTS: "paypal" }, "PAYMENTS is sandbox, real or off"],
  ])("%j are told from wrong ones at start, in words without a secret", (given, words) => {
    expect(() => idsOf(given)).toThrow(words);
    expect(() => idsOf(given)).not.toThrow("hush");
  });

  test("have pages that PAYMENT_ORIGINS lets a form lead to, or say which one it lacks", () => {
    const wrong = (given: object) => unreachablePages(choosePayments(settings, given), given);
    expect(wrong({})).toBeNull();
    expect(wrong({ ...stripe, ...yookassa })).toBe(
      "PAYMENT_ORIGINS lacks https://checkout.stripe.com https://yoomoney.ru: browsers would not follow a deposit to its payment page",
    );
    const PAYMENT_ORIGINS = "https://checkout.stripe.com/  https://yoomoney.ru";
    expect(wrong({ ...stripe, ...yookassa, PAYMENT_ORIGINS })).toBeNull();
    expect(wrong({ ...stripe, PAYMENT_ORIGINS: "https://checkout.stripe.com.example" })).toContain("lacks");
    // another server's pages are wherever it says
    expect(wrong({ ...stripe, STRIPE_API: "http://127.0.0.1:9" })).toBeNull();
  });
});
