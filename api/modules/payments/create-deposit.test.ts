import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deposits } from "#api/db/schema/payments";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { unpaidStatuses } from "#contract/payments/deposit-status";
import * as contract from "#contract/payments/index";
import { describePayment } from "./payment";
import { depositOf } from "./testing";

let api: TestApi;
let client: Awaited<ReturnType<TestApi["newClient"]>>;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const create = (input: object, options: { key?: string; language?: "en" | "ru" } = {}) =>
  api.call(contract.createDeposit, input as never, { token: client.token, ...options });
const newPayment = async (method: string, amountCents = 2_000) => {
  const { body } = await create({ method, amountCents, card: "4242", wallet: "W-7" });
  return body.payment;
};
const ago = (minutes: number) => new Date(api.deps.clock.now().getTime() - minutes * 60_000);
const getDeposit = async (orderId: string, token = client.token) =>
  api.call(contract.getDeposit, { orderId }, { token });

describe("createDeposit", () => {
  test("stores everything agreed, and returns the same to the client", async () => {
    const input = {
      method: "wallet",
      amountCents: 1_050,
      wallet: " W-100200 ",
      card: "4242",
      returnTo: "/order?x=1",
    };
    const { payment } = (await create(input, { language: "ru" })).body;
    const [now, later] = [api.deps.clock.now(), new Date(api.deps.clock.now().getTime() + 3_600_000)];
    expect(payment).toEqual({
      orderId: payment.orderId,
      createdAt: now.toISOString(),
      expiresAt: later.toISOString(),
      method: {
        id: "wallet",
        asks: "wallet",
        name: "Электронный кошелёк",
        feePercent: 1,
        feeFixedCents: 0,
        minCents: 100,
        maxCents: 200_000,
        currency: "USD",
        perDollar: 1,
      },
      sumCents: 1_050,
      costCents: 1_061,
      currency: "USD",
      payer: "W-100200",
      status: "notPaid",
      address: null,
      qrUrl: null,
      txid: null,
      reason: null,
      receivedAt: null,
      returnTo: "/order?x=1",
      isSandbox: true,
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
      payUrl: expect.stringContaining(`/sandbox/pay/${payment.orderId}?`),
    });
    expect(await depositOf(api, payment)).toEqual({
      id: payment.orderId,
      userId: client.id,
      method: "wallet",
      sumCents: 1_050,
      costCents: 1_061,
      currency: "USD",
      recipient: "sandbox-wallet",
      payer: "W-100200",
      txid: null,
      txidKey: null,
      status: "notPaid",
      reason: null,
      decidedAt: null,
      decidedBy: null,
      returnTo: "/order?x=1",
      receivedAt: null,
      createdAt: now,
      changedAt: now,
      expiresAt: later,
      ledgerId: null,
      thereId: null,
      polledAt: null,
      payUrl: payment.payUrl,
      createdThereAt: now,
    });
    expect((await getDeposit(payment.orderId)).body).toMatchObject({
      payment: { ...payment, method: { ...payment.method, name: "E-wallet" } },
      afterwards: { refund: null, isDisputed: false },
    });
  });

  test("allows thirty unpaid orders per client and hour", async () => {
    const orders = Array.from({ length: 30 }, (_, index) => ({
      id: `${client.id}-${index}`,
      userId: client.id,
      method: "card",
      currency: "USD",
      recipient: "r",
      sumCents: 1,
      costCents: 1,
      createdAt: index === 0 ? ago(60) : ago(59.9),
      changedAt: ago(0),
      expiresAt: ago(0),
      status: unpaidStatuses[index % 4] ?? "notPaid",
    }));
    await api.db.insert(deposits).values(orders);
    const createOrder = (key: string, language: "en" | "ru" = "en") =>
      create({ method: "card", amountCents: 2_000, card: "4242" }, { key: `${key}-${client.id}`, language });
    // one of them is older than an hour
    const last = await createOrder("the-thirtieth");
    expect(last.status).toBe(200);
    const { status, error, response } = await createOrder("the-next");
    expect([status, error.code, error.details]).toEqual([
      429,
      "tooManyUnpaidOrders",
      { limit: 30, count: 6 },
    ]);
    expect(response.headers.get("retry-after")).toBe("6");
    expect((await createOrder("in-russian", "ru")).error.message).toContain("30 неоплаченных");
    // a repeated request is not a new order, and other clients are not limited
    expect((await createOrder("the-thirtieth")).body.payment.orderId).toBe(last.body.payment.orderId);
    const other = await api.newClient();
    const input = { method: "card", amountCents: 2_000, card: "4242" };
    expect((await api.call(contract.createDeposit, input, { token: other.token })).status).toBe(200);
    // paid orders and those under review no longer count, and the rejected request may be repeated
    await api.db
      .update(deposits)
      .set({ status: "underReview" })
      .where(eq(deposits.id, `${client.id}-1`));
    expect((await createOrder("the-next")).status).toBe(200);
    expect((await createOrder("one-more")).status).toBe(429);
    // the oldest other order stops counting after sixty minutes
    api.pass({ seconds: 5.9 });
    expect((await createOrder("one-more")).error.details).toMatchObject({ count: 1 });
    api.pass({ seconds: 0.1 });
    expect((await createOrder("one-more")).status).toBe(200);
  });

  test("returns for crypto an address with its QR code, no payment page and no payer", async () => {
    const payment = await newPayment("usdt-trc20", 1_000);
    const { recipient } = await depositOf(api, payment);
    expect(payment).toMatchObject({
      address: recipient,
      qrUrl: `/payments/deposits/${payment.orderId}/qr.svg`,
      payUrl: null,
      payer: null,
      returnTo: null,
      currency: "USDT",
    });
  });

  test.each([
    [{ amountCents: 100 }, null],
    [{ amountCents: 500_000 }, null],
    [
      { amountCents: 99 },
      ["methodMinimum", { amountCents: "The minimum limit of payment system is $1.00" }, { min: "$1.00" }],
    ],
    [
      { amountCents: 500_001 },
      [
        "methodMaximum",
        { amountCents: "The maximum limit of payment system is $5,000.00" },
        { max: "$5,000.00" },
      ],
    ],
    [{ method: "cash" }, ["methodUnknown", { method: "This method isn't available" }, {}]],
    [{ card: undefined }, ["invalidInput", { card: "Specify card" }, {}]],
    [
      { card: "42425" },
      ["invalidInput", { card: "Don't enter the full number here, only the last 4 digits" }, undefined],
    ],
    [{ card: "424" }, ["invalidInput", { card: "Enter the last 4 digits of the card" }, {}]],
    [{ card: "4242a" }, ["invalidInput", { card: "Enter the last 4 digits of the card" }, {}]],
    [{ method: "wallet", wallet: " " }, ["invalidInput", { wallet: "Specify wallet" }, {}]],
  ])("%j is accepted, or rejected with all that a page needs", async (changes, expected) => {
    const { ok, status, error } = await create({
      method: "card",
      amountCents: 1_000,
      card: "4242",
      ...changes,
    });
    if (expected === null) return expect(ok).toBe(true);
    const { code, fields, details } = error;
    expect([status, code, fields, details]).toEqual([422, ...expected]);
    expect(await api.db.$count(deposits, eq(deposits.userId, client.id))).toBe(0);
  });

  test("does not repeat an order with the same key, nor make another one with it", async () => {
    const input = { method: "card", amountCents: 1_000, card: "4242", returnTo: "/order" };
    const { payment } = (await create(input, { key: "the-key-of-a-form" })).body;
    const again = await create({ ...input, card: "42 42" }, { key: "the-key-of-a-form" });
    expect(again.body.payment.orderId).toBe(payment.orderId);
    for (const changes of [
      { card: "4343" },
      { amountCents: 2_000 },
      { method: "wallet", wallet: "4242" },
      { returnTo: "/" },
    ])
      expect((await create({ ...input, ...changes }, { key: "the-key-of-a-form" })).error.code).toBe(
        "idempotencyKeyReused",
      );
    expect(await api.db.$count(deposits, eq(deposits.userId, client.id))).toBe(1);
  });

  test("names an order's method after its removal, and the order can't be paid", async () => {
    const payment = await newPayment("usdt-trc20", 1_000);
    const row = await depositOf(api, payment);
    const deps = { ...api.deps, payments: { systems: [], isSandbox: false } };
    expect(describePayment(deps, row, "en")).toEqual({
      ...payment,
      method: {
        id: "usdt-trc20",
        asks: "nothing",
        name: "usdt-trc20",
        feePercent: 0,
        feeFixedCents: 0,
        minCents: 0,
        maxCents: 0,
        perDollar: 1,
        currency: "USDT",
      },
      signature: "",
      payUrl: null,
      address: null,
      qrUrl: null,
      isSandbox: false,
    });
    const card = await depositOf(api, await newPayment("card"));
    expect([describePayment(deps, card, "en").payUrl, describePayment(api.deps, card, "en").payUrl]).toEqual([
      null,
      card.payUrl,
    ]);
  });

  test("signs everything that must not be changed", async () => {
    const row = await depositOf(api, await newPayment("card"));
    const signature = (changes: object) => describePayment(api.deps, { ...row, ...changes }, "en").signature;
    const changed = [
      {},
      { id: "x" },
      { costCents: 1 },
      { currency: "EUR" },
      { recipient: "x" },
      { method: "wallet" },
    ];
    expect(new Set(changed.map(signature)).size).toBe(changed.length);
    const elsewhere = {
      ...api.deps,
      settings: { ...api.deps.settings, publicOrigin: "https://else.where" },
    };
    expect(describePayment(elsewhere, row, "en").signature).not.toBe(signature({}));
    expect(signature({ payer: "x", sumCents: 1 })).toBe(signature({}));
  });
});
