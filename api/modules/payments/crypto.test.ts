import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deposits } from "#api/db/schema/payments";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/payments/index";
import { order, statusOf } from "./testing";

let api: TestApi;
let client: { id: string; token: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

let count = 0;
const newTxid = () => `${String(++count).padStart(6, "0")}${"a1b2c3d4".repeat(7)}`;

const submit = (
  { orderId, signature }: contract.Payment,
  txid: string,
  submitter = client,
  sentSignature: string | undefined = signature,
) => api.call(contract.submitTxid, { orderId, txid, signature: sentSignature }, { token: submitter.token });

describe("a crypto deposit", () => {
  test("has an address with its QR code, and no payment page", async () => {
    const payment = await order(api, client, 1_000, "usdt-trc20");
    expect(payment).toMatchObject({ currency: "USDT", costCents: 1_000, payUrl: null, status: "notPaid" });
    expect(payment.address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    const { response } = await api.call(
      contract.depositQr,
      { orderId: payment.orderId },
      { token: client.token },
    );
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
    expect(await response.text()).toMatch(/^<svg .*<\/svg>$/s);
  });

  test("goes under review with its transaction id", async () => {
    const payment = await order(api, client, 1_000, "usdt-trc20");
    const txid = newTxid();
    expect((await submit(payment, txid)).body.payment).toMatchObject({ status: "underReview", txid });
    // a second click changes nothing
    expect((await submit(payment, txid)).status).toBe(200);
  });

  test("stores its transaction id as typed, and returns the time it was submitted", async () => {
    const payment = await order(api, client, 1_000, "usdt-trc20");
    const txid = `0x${newTxid()}`.toUpperCase();
    api.pass({ seconds: 5 });
    const { body } = await submit(payment, txid);
    expect(body.payment).toEqual({ ...payment, status: "underReview", txid });
    const rowOf = async () => {
      const [row] = await api.db.select().from(deposits).where(eq(deposits.id, payment.orderId));
      return row;
    };
    const row = await rowOf();
    expect(row).toMatchObject({
      txid,
      txidKey: txid.slice(2).toLowerCase(),
      changedAt: api.deps.clock.now(),
    });
    api.pass({ seconds: 5 });
    // the response was lost: the same transaction id, even if written differently now
    expect((await submit(payment, txid.slice(2).toLowerCase())).body).toEqual(body);
    expect(await rowOf()).toEqual(row);
  });

  test.each([
    ["notPaid", true],
    ["cancelled", true],
    ["deleted", true],
    ["processing", false],
    ["underReview", false],
    ["rejected", false],
  ] as const)("that is %s: whether it accepts a transaction id is %s", async (status, isAccepted) => {
    const payment = await order(api, client, 1_000, "usdt-trc20");
    await api.db.update(deposits).set({ status }).where(eq(deposits.id, payment.orderId));
    const { ok, error } = await submit(payment, newTxid());
    expect([ok, error.code]).toEqual(isAccepted ? [true, undefined] : [false, "depositClosed"]);
  });

  test("that was rejected does not accept its transaction id again, which is free for its true owner", async () => {
    const [rejected, otherPayment] = [
      await order(api, client, 1_000, "usdt-trc20"),
      await order(api, client, 1_000, "usdt-trc20"),
    ];
    const txid = newTxid();
    await submit(rejected, txid);
    await api.db.update(deposits).set({ status: "rejected" }).where(eq(deposits.id, rejected.orderId));
    expect((await submit(rejected, txid)).error.code).toBe("depositClosed");
    expect((await submit(otherPayment, txid)).body.payment.status).toBe("underReview");
  });

  test("is completed by its client with its own signature", async () => {
    const [payment, otherPayment] = [
      await order(api, client, 1_000, "usdt-trc20"),
      await order(api, client, 1_000, "usdt-trc20"),
    ];
    const stranger = await api.newClient();
    const { status, error } = await submit(payment, newTxid(), stranger);
    expect([status, error.code]).toEqual([404, "notFound"]);
    for (const signature of [otherPayment.signature, undefined]) {
      const input = { orderId: payment.orderId, txid: newTxid(), signature };
      const answer = await api.call(contract.submitTxid, input, { token: client.token });
      expect([answer.status, answer.error.code]).toEqual([422, "signatureMissing"]);
    }
    expect(await statusOf(api, payment.orderId)).toBe("notPaid");
  });

  test("accepts no second transaction id", async () => {
    const payment = await order(api, client, 1_000, "usdt-trc20");
    await submit(payment, newTxid());
    expect((await submit(payment, newTxid())).error.code).toBe("depositClosed");
  });

  test("with a transaction id already in use is rejected with 401, and the session continues", async () => {
    const other = await api.newClient();
    const txid = newTxid();
    await submit(await order(api, other, 1_000, "usdt-trc20"), txid, other);
    const payment = await order(api, client, 1_000, "usdt-trc20");
    for (const same of [txid, txid.toUpperCase(), `0x${txid}`]) {
      const answer = await submit(payment, same);
      expect([answer.status, answer.error.code, answer.error.message]).toEqual([
        401,
        "transactionIdTaken",
        "The transaction id has already been taken",
      ]);
      expect(answer.error.fields).toEqual({ txid: "The transaction id has already been taken" });
    }
    expect(await statusOf(api, payment.orderId)).toBe("notPaid");
  });

  test("with one transaction id sent concurrently for twenty orders is accepted for one", async () => {
    const payments = await Promise.all(
      Array.from({ length: 20 }, () => order(api, client, 1_000, "usdt-trc20")),
    );
    const txid = newTxid();
    const answers = await Promise.all(payments.map((payment) => submit(payment, txid)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test.each([[""], ["0".repeat(64)]])("can't be completed with the signature %j", async (signature) => {
    const payment = await order(api, client, 1_000, "usdt-trc20");
    const answer = await submit(payment, newTxid(), client, signature);
    expect([answer.status, answer.error.message]).toEqual([
      422,
      "There is no signature to complete the payment",
    ]);
  });

  test.each([
    ["", "Specify TXID"],
    ["short", "Enter the transaction ID from your wallet"],
    ["has spaces in it", "Enter the transaction ID from your wallet"],
    ["<script>alert(1)</script>", "Enter the transaction ID from your wallet"],
  ])("does not accept %j as a transaction id", async (txid, message) => {
    const payment = await order(api, client, 1_000, "usdt-trc20");
    const answer = await submit(payment, txid);
    expect([answer.status, answer.error.fields]).toEqual([422, { txid: message }]);
  });

  test("can't be completed for a card order", async () => {
    const payment = await order(api, client, 1_000, "card");
    const { status, error } = await submit(payment, newTxid());
    expect([status, error.code]).toEqual([404, "notFound"]);
  });
});
