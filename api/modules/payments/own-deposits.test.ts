import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { depositRefunds, paymentReports } from "#api/db/schema/payments";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/payments/index";
import { decideDeposit } from "./decide-deposit";
import { startRefund } from "./refund";
import { depositOf, order, sendReport } from "./testing";

let api: TestApi;
let client: Awaited<ReturnType<TestApi["newClient"]>>;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const newPayment = async (method: string, amountCents = 2_000) => order(api, client, amountCents, method);
const getDeposit = async (orderId: string, token = client.token) =>
  api.call(contract.getDeposit, { orderId }, { token });

describe("getDeposit", () => {
  const afterwards = async (orderId: string) => (await getDeposit(orderId)).body.afterwards;
  const refund = (orderId: string, sumCents: number) =>
    transaction(api.db, (tx) => startRefund(api.deps, tx, { orderId, sumCents, reason: "r", way: "system" }));

  test("shows a dispute until it is settled or refunded, and the state of the refund", async () => {
    const payment = await newPayment("card");
    const { orderId } = payment;
    await sendReport(api, payment, "paid");
    expect(await afterwards(orderId)).toEqual({ refund: null, isDisputed: false });
    await sendReport(api, payment, "disputed");
    expect(await afterwards(orderId)).toEqual({ refund: null, isDisputed: true });
    const now = api.deps.clock.now();
    await api.db.update(paymentReports).set({ settledAt: now }).where(eq(paymentReports.outcome, "reversed"));
    expect(await afterwards(orderId)).toEqual({ refund: null, isDisputed: false });
    await api.db
      .update(paymentReports)
      .set({ settledAt: null })
      .where(eq(paymentReports.outcome, "reversed"));
    const { id } = await refund(orderId, 500);
    const values = { sumCents: 500, createdAt: now.toISOString() };
    expect(await afterwards(orderId)).toEqual({ refund: { status: "asked", ...values }, isDisputed: false });
    await api.db.update(depositRefunds).set({ status: "done" }).where(eq(depositRefunds.id, id));
    expect(await afterwards(orderId)).toEqual({ refund: { status: "done", ...values }, isDisputed: false });
    // hidden from other clients, and not mixed with another deposit
    expect(await afterwards((await newPayment("card")).orderId)).toEqual({ refund: null, isDisputed: false });
    expect((await getDeposit(orderId, (await api.newClient()).token)).error.code).toBe("notFound");
  });
});

describe("QR code of a deposit address", () => {
  const picture = (orderId: string, token = client.token) =>
    api.call(contract.depositQr, { orderId }, { token });

  test("is an image with a quiet zone, shown inline, for its owner", async () => {
    const { orderId } = await newPayment("usdt-trc20", 1_000);
    const { response } = await picture(orderId);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "content-disposition": "inline; filename=address.svg",
      "cache-control": "private, max-age=3600",
    });
    // 29 modules and a quiet zone of four on each side
    expect(await response.text()).toContain('viewBox="0 0 370 370"');
    expect((await picture(orderId, (await api.newClient()).token)).status).toBe(404);
    const card = await picture((await newPayment("card")).orderId);
    expect([card.status, card.error.code]).toEqual([404, "notFound"]);
  });
});

test("an order by card has no invoice", async () => {
  const { orderId } = await newPayment("card");
  const { status, error } = await api.call(contract.depositInvoice, { orderId }, client);
  expect([status, error.code]).toEqual([404, "notFound"]);
});

describe("deleting an order", () => {
  const remove = (orderId: string) => api.call(contract.deleteDeposit, { orderId }, client);

  test("is recorded once, with the time of the deletion", async () => {
    const payment = await newPayment("card");
    api.pass({ seconds: 5 });
    await remove(payment.orderId);
    const removed = await depositOf(api, payment);
    expect([removed.status, removed.changedAt]).toEqual(["deleted", api.deps.clock.now()]);
    api.pass({ seconds: 5 });
    expect((await remove(payment.orderId)).body).toEqual({ ok: true });
    expect(await depositOf(api, payment)).toEqual(removed);
  });

  test.each(["pending", "failed", "paid"] as const)("is rejected after a report of %s", async (event) => {
    const payment = await newPayment("card");
    await sendReport(api, payment, event);
    const { status, error } = await remove(payment.orderId);
    expect([status, error.code]).toEqual([409, "depositClosed"]);
  });

  test("keeps an operator's rejection, with its reason", async () => {
    const payment = await newPayment("card");
    await sendReport(api, payment, "pending");
    await transaction(api.db, (tx) =>
      decideDeposit(api.deps, tx, payment.orderId, { accept: false, reason: "Stolen card" }),
    );
    expect((await remove(payment.orderId)).status).toBe(409);
    expect((await getDeposit(payment.orderId)).body.payment).toMatchObject({
      status: "rejected",
      reason: "Stolen card",
    });
  });
});
