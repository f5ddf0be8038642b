import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { paymentReports } from "#api/db/schema/payments";
import { checkLedger } from "#api/ledger/ledger";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { history } from "#contract/balance/index";
import * as contract from "#contract/payments/index";
import { expireDeposits } from "./expire-deposits";
import { balanceOf, order, report, send, sendReport, statusOf } from "./testing";

let api: TestApi;
let client: { id: string; token: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const create = (input: object, options: { key?: string; language?: "en" | "ru" } = {}) =>
  api.call(contract.createDeposit, input as never, { token: client.token, ...options });

describe("a deposit order", () => {
  test("returns what is to be paid and where, and does not credit the balance", async () => {
    const payment = await order(api, client, 2_000);
    expect(payment).toMatchObject({
      sumCents: 2_000,
      costCents: 2_050,
      currency: "USD",
      status: "notPaid",
      payer: "•••• 4242",
      qrUrl: null,
    });
    expect(payment.payUrl).toContain(`/sandbox/pay/${payment.orderId}?`);
    expect(await balanceOf(api, client)).toBe(0);
  });

  test.each([
    [{ method: "card", amountCents: 2_000 }, { card: "Specify card" }],
    [{ method: "card", amountCents: 2_000, card: "123" }, { card: "Enter the last 4 digits of the card" }],
    [
      { method: "card", amountCents: 2_000, card: "4242 4242 4242 4242" },
      { card: "Don't enter the full number here, only the last 4 digits" },
    ],
    [{ method: "wallet", amountCents: 2_000 }, { wallet: "Specify wallet" }],
    [{ method: "nothing", amountCents: 2_000 }, { method: "This method isn't available" }],
    [
      { method: "card", amountCents: 99, card: "4242" },
      { amountCents: "The minimum limit of payment system is $1.00" },
    ],
    [
      { method: "usdt-trc20", amountCents: 999 },
      { amountCents: "The minimum limit of payment system is $10.00" },
    ],
    [{ method: "card", amountCents: 0, card: "4242" }, { amountCents: "The amount must be more than zero" }],
    [{ method: "card", amountCents: "1e3", card: "4242" }, { amountCents: "Enter an amount such as 12.50" }],
  ])("%j is rejected with a message", async (input, fields) => {
    const answer = await create(input);
    expect([answer.status, answer.error.fields]).toEqual([422, fields]);
  });

  test.each(["4000 1234 5678 9010", "4000-1234-5678-9010", "40001", "•••• 40001234"])(
    "rejects a full card number (%s), and neither stores nor returns it",
    async (card) => {
      const answer = await create({ method: "card", amountCents: 1_000, card });
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.error)).not.toMatch(/4000/);
      const { rows } = await api.db.execute("select d.*, k.* from deposits d, idempotency_keys k");
      expect(JSON.stringify(rows)).not.toMatch(/4000/);
    },
  );

  test("of another client is not found", async () => {
    const payment = await order(api, client);
    const other = await api.newClient();
    const answer = await api.call(contract.getDeposit, { orderId: payment.orderId }, other);
    expect(answer.status).toBe(404);
  });

  test("sent a hundred times at once with one key is one order with one response", async () => {
    const input = { method: "card", amountCents: 700, card: "4242" };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => create(input, { key: "one-and-the-same" })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.payment.orderId)).size).toBe(1);
  });
});

describe("a payment report", () => {
  test("counts once, whatever is repeated", async () => {
    const payment = await order(api, client, 2_000);
    const message = report(api, payment, "paid");
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(api, "card", message)));
    api.pass({ minutes: 2 });
    await sendReport(api, payment, "paid");
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await balanceOf(api, client)).toBe(2_000);
    expect(await statusOf(api, payment.orderId)).toBe("received");
    expect(await checkLedger(api.db)).toEqual([]);
  });

  test.each([
    [["pending", "paid"], "received"],
    [["paid", "pending"], "received"],
    [["paid", "cancelled"], "received"],
    [["paid", "failed", "pending"], "received"],
    [["cancelled", "paid"], "received"],
    [["failed", "paid"], "received"],
    [["pending", "failed"], "rejected"],
    [["failed", "pending"], "rejected"],
    [["cancelled", "pending"], "cancelled"],
  ] as const)("sequence %j ends as %s", async (events, status) => {
    const payment = await order(api, client, 1_500);
    for (const event of events) expect(await sendReport(api, payment, event)).toBe(200);
    expect(await statusOf(api, payment.orderId)).toBe(status);
    expect(await balanceOf(api, client)).toBe(status === "received" ? 1_500 : 0);
  });

  test.each([
    ["sum", { costCents: 1 }],
    ["currency", { currency: "RUB" }],
    ["recipient", { recipient: "somebody" }],
  ])("with another %s goes to an operator", async (_what, changes) => {
    const payment = await order(api, client);
    expect(await sendReport(api, payment, "paid", changes)).toBe(200);
    expect(await statusOf(api, payment.orderId)).toBe("underReview");
    expect(await balanceOf(api, client)).toBe(0);
  });

  test("for an order already paid is stored as a dispute and not credited", async () => {
    const payment = await order(api, client, 900);
    await sendReport(api, payment, "paid");
    await sendReport(api, payment, "paid", { paymentId: "another" });
    const outcomes = (await api.db.select().from(paymentReports))
      .filter(({ orderId }) => orderId === payment.orderId)
      .map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual(["applied", "paidAgain"]);
    expect(await balanceOf(api, client)).toBe(900);
  });

  test("for an order of another method is a dispute", async () => {
    const payment = await order(api, client, 900, "wallet");
    const message = report(api, { ...payment, method: { ...payment.method, id: "card" } }, "paid");
    expect((await send(api, "card", message)).status).toBe(200);
    expect(await statusOf(api, payment.orderId)).toBe("notPaid");
  });
});

describe("a callback message", () => {
  const sendTampered = async (
    change: (message: { body: string; headers: Record<string, string> }) => object,
  ) => {
    const payment = await order(api, client);
    const message = report(api, payment, "paid");
    const answer = await send(api, "card", { ...message, ...change(message) });
    expect(await statusOf(api, payment.orderId)).toBe("notPaid");
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };

  test("without a signature is rejected", async () => {
    expect(await sendTampered(() => ({ headers: { "content-type": "application/json" } }))).toEqual([
      401,
      "signatureMissing",
    ]);
  });

  test("that was modified on its way is rejected", async () => {
    expect(await sendTampered(({ body }) => ({ body: body.replace("2050", "2051") }))).toEqual([
      401,
      "signatureInvalid",
    ]);
  });

  test("signed for another method is rejected", async () => {
    const payment = await order(api, client, 900, "wallet");
    expect((await send(api, "card", report(api, payment, "paid"))).status).toBe(401);
  });

  test("with an old timestamp is rejected", async () => {
    const message = report(api, await order(api, client), "paid");
    api.pass({ minutes: 6 });
    expect((await send(api, "card", message)).status).toBe(401);
  });

  test("for an unknown method is not found", async () => {
    expect((await send(api, "cheque", { body: "{}", headers: {} })).status).toBe(404);
  });
});

describe("an order that is not paid in time", () => {
  test("is cancelled, and still credited if it is paid later", async () => {
    const payment = await order(api, client, 800);
    api.pass({ minutes: 75 });
    await runDueJobs(api.deps);
    await expireDeposits(api.deps);
    expect(await statusOf(api, payment.orderId)).toBe("cancelled");
    await sendReport(api, payment, "paid");
    expect(await balanceOf(api, client)).toBe(800);
  });

  test("goes to an operator if the payment system stops reporting", async () => {
    const payment = await order(api, client, 800);
    await sendReport(api, payment, "pending");
    api.pass({ days: 4 });
    await expireDeposits(api.deps);
    expect(await statusOf(api, payment.orderId)).toBe("underReview");
  });
});

describe("a deleted order", () => {
  const remove = (orderId: string, who = client) =>
    api.call(contract.deleteDeposit, { orderId }, { token: who.token });

  test("stays in the history as deleted, however often it is deleted", async () => {
    const payment = await order(api, client, 2_000);
    expect((await remove(payment.orderId)).ok).toBe(true);
    expect((await remove(payment.orderId)).ok).toBe(true);
    const { body } = await api.call(history, { kind: "deposits", period: "all" }, client);
    expect(body.movements).toMatchObject([{ status: "deleted", amountCents: 2_000 }]);
    const { payUrl } = (await api.call(contract.getDeposit, payment, client)).body.payment;
    expect(payUrl).toBeNull();
  });

  test("is still credited if it is paid later", async () => {
    const payment = await order(api, client, 2_000);
    await remove(payment.orderId);
    await sendReport(api, payment, "paid");
    expect(await balanceOf(api, client)).toBe(2_000);
  });

  test("can be neither another client's nor a paid one", async () => {
    const payment = await order(api, client, 2_000);
    expect((await remove(payment.orderId, await api.newClient())).status).toBe(404);
    await sendReport(api, payment, "paid");
    expect((await remove(payment.orderId)).status).toBe(409);
  });
});
