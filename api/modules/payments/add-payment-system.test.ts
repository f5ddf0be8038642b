import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { orderSecret, orderSigner } from "#api/integrations/payments/sign";
import type { PaymentReport, PaymentSystem } from "#api/integrations/payments/system";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/payments/index";
import { balanceOf, send, statusOf } from "./testing";

// Follows docs/adding-a-payment-system.md step by step: a bank that stores its payments in a map and signs with one
// header.

const bank = new Map<string, PaymentReport>();
const bankSecret = "told to us by the bank";
const signed = (body: string, secret = bankSecret) => createHmac("sha256", secret).update(body).digest("hex");

const tinyBank: PaymentSystem = {
  method: {
    id: "tiny-bank",
    asks: "wallet",
    name: { en: "Tiny Bank", ru: "Малый банк" },
    feePercent: 1,
    feeFixedCents: 0,
    minCents: 100,
    maxCents: 10_000,
    currency: "EUR",
    perDollar: 0.9,
  },
  recipient: "account 7",
  pageOrigin: "https://bank.example",
  lifetimeMinutes: 60,
  sign: orderSigner(orderSecret({ secret: "test secret" }, "tiny-bank")),
  create: async ({ orderId, costCents, currency, recipient }) => {
    const about = { paymentId: `bank-${orderId}`, orderId, costCents, currency, recipient };
    if (!bank.has(orderId)) bank.set(orderId, { ...about, event: "pending" });
    return { thereId: orderId, payUrl: `https://bank.example/pay/${orderId}` };
  },
  readReport: (headers, body) => {
    const signature = headers.get("bank-signature");
    if (!signature) return "unsigned";
    if (signature !== signed(body)) return "forged";
    const { order } = z.object({ order: z.string() }).parse(JSON.parse(body));
    return { orderId: order, thereId: order, isProven: true };
  },
  verify: async ({ thereId }) => bank.get(thereId ?? "") ?? null,
  refund: null,
  check: async () => "the bank is open",
};

let api: TestApi;
beforeAll(async () => {
  api = await testApi({ payments: { systems: [tinyBank], isSandbox: false } });
});
afterAll(() => api.close());

test("a further payment system is one object: it is offered, charged, verified and credited", async () => {
  const client = await api.newClient();
  const { methods, isSandbox } = (await api.call(contract.depositMethods, {}, client)).body;
  expect([methods.map(({ name }) => name), isSandbox]).toEqual([["Tiny Bank"], false]);
  const order = (wallet?: string) =>
    api.call(contract.createDeposit, { method: "tiny-bank", amountCents: 2_000, wallet }, client);
  expect((await order()).error.fields).toEqual({ wallet: "Specify wallet" });
  const { payment } = (await order("DE-7")).body;
  const { orderId } = payment;
  // 20 dollars plus one percent, in euros
  expect(payment).toMatchObject({ costCents: 1_818, currency: "EUR", payer: "DE-7" });
  expect(payment.payUrl).toBe(`https://bank.example/pay/${orderId}`);
  const body = JSON.stringify({ order: orderId });
  const sendCallback = (signature: string) =>
    send(api, "tiny-bank", { body, headers: { "bank-signature": signature } });
  expect((await sendCallback(signed(body, "another"))).status).toBe(401);
  expect((await sendCallback(signed(body))).status).toBe(200);
  expect(await statusOf(api, orderId)).toBe("processing");
  const known = bank.get(orderId);
  if (known) bank.set(orderId, { ...known, event: "paid" });
  await sendCallback(signed(body));
  await sendCallback(signed(body));
  expect(await balanceOf(api, client)).toBe(2_000);
});
