import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { cryptomusVendor } from "#api/integrations/payments/testing/cryptomus";
import { sandboxVendor } from "#api/integrations/payments/testing/sandbox";
import { stripeVendor } from "#api/integrations/payments/testing/stripe";
import { transferVendor } from "#api/integrations/payments/testing/transfer";
import type { Vendor } from "#api/integrations/payments/testing/vendor";
import { yookassaVendor } from "#api/integrations/payments/testing/yookassa";
import { checkLedger } from "#api/ledger/ledger";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/payments/index";
import { expireDepositsJob } from "./expire-deposits";
import { refundDeposit } from "./refund";
import { createPayment } from "./request-payment";
import { balanceOf, send, statusOf } from "./testing";

/** The requirements every payment system must meet, whatever the vendor. Add a new system to this list. */
const vendors = {
  "the sandbox": sandboxVendor,
  Stripe: stripeVendor,
  Cryptomus: cryptomusVendor,
  YooKassa: yookassaVendor,
  // has no remote API that could be unavailable or lose a response; a refund is a manual transfer back
  "a bank transfer": transferVendor,
};

describe.each(Object.entries(vendors))("%s", (_name, start) => {
  let api: TestApi;
  let vendor: Vendor;
  let method: string;
  let client: { id: string; token: string };
  const logged: string[] = [];
  beforeAll(async () => {
    // uses the API's clock, which does not exist yet
    vendor = await start(() => api.deps.clock.now());
    method = vendor.system.method.id;
    const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
    api = await testApi({ log, payments: { systems: [vendor.system], isSandbox: false } });
  });
  afterAll(async () => {
    await api.close();
    await vendor.close();
  });
  beforeEach(async () => {
    client = await api.newClient();
    if (vendor.farEnd) vendor.farEnd.isAway = false;
  });

  const input = () => ({
    method,
    amountCents: 2_000,
    ...(vendor.system.method.asks === "card" && { card: "4242" }),
    ...(vendor.system.method.asks === "wallet" && { wallet: "account 7" }),
  });
  const createDeposit = (key?: string) =>
    api.call(contract.createDeposit, input(), { token: client.token, ...(key && { key }) });
  const order = async () => (await createDeposit()).body.payment;
  const reportPayment = async (orderId: string) => {
    if (!vendor.operatorArgs) return (await send(api, method, vendor.notification(orderId))).status;
    await runAdmin(api, "deposits", ...vendor.operatorArgs(orderId));
    return 200;
  };
  const getDeposit = (orderId: string) => api.call(contract.getDeposit, { orderId }, client);
  /** Runs the job that runs every ten minutes. */
  const runExpiry = async (minutes: number) => {
    api.pass({ minutes });
    await expireDepositsJob.run({}, api.deps);
    await runDueJobs(api.deps);
  };
  const paid = async () => {
    const { orderId } = await order();
    vendor.pay(orderId);
    await reportPayment(orderId);
    return orderId;
  };

  test("creates an order once, whatever is repeated", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => createDeposit("one-and-the-same-key")),
    );
    const ids = new Set(answers.map(({ body }) => body.payment.orderId));
    expect(ids.size).toBe(1);
    const [orderId = ""] = ids;
    await Promise.all([1, 2, 3].map(() => createPayment.run({ orderId }, api.deps)));
    expect(vendor.paymentCount(orderId)).toBe(1);
    expect((await getDeposit(orderId)).body.payment.payUrl).not.toBeNull();
  });

  test("signs its orders, each with a different signature", async () => {
    const [one, other] = [await order(), await order()];
    expect(one.signature).toMatch(/^[0-9a-f]{64}$/);
    expect(one.signature).not.toBe(other.signature);
  });

  test("creates one order if its answer is lost and the request is repeated", async () => {
    if (!vendor.farEnd) return;
    // a vendor's SDK may retry once automatically
    vendor.farEnd.answersToLose = 3;
    const { orderId } = await order();
    for (let attempt = 0; vendor.farEnd.answersToLose > 0 && attempt < 3; attempt++)
      await createPayment.run({ orderId }, api.deps).catch(() => {});
    await createPayment.run({ orderId }, api.deps);
    expect(vendor.paymentCount(orderId)).toBe(1);
    expect((await getDeposit(orderId)).body.payment.payUrl).toContain("http");
  });

  test("gets an order made during an outage as soon as it is back", async () => {
    if (!vendor.farEnd) return;
    vendor.farEnd.isAway = true;
    const { orderId, payUrl, status } = await order();
    expect([payUrl, status]).toEqual([null, "notPaid"]);
    vendor.farEnd.isAway = false;
    await runExpiry(12);
    expect(vendor.paymentCount(orderId)).toBe(1);
    expect((await getDeposit(orderId)).body.payment.payUrl).toContain("http");
  });

  test("reports of one payment count once, however often and concurrently they come", async () => {
    const { orderId } = await order();
    vendor.pay(orderId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => reportPayment(orderId)));
    expect(new Set(answers)).toEqual(new Set([200]));
    api.pass({ minutes: 2 });
    await reportPayment(orderId);
    expect(await balanceOf(api, client)).toBe(2_000);
    expect(await checkLedger(api.db)).toEqual([]);
  });

  test("reports of a payment forged by others are rejected", async () => {
    const { orderId } = await order();
    await send(api, method, vendor.forge(orderId));
    await send(api, method, { headers: {}, body: vendor.forge(orderId).body });
    await send(api, method, { headers: {}, body: "{}" });
    expect(await statusOf(api, orderId)).toBe("notPaid");
    expect(await balanceOf(api, client)).toBe(0);
  });

  test("reports may arrive late and out of order: a payment stays", async () => {
    const { orderId } = await order();
    vendor.fail(orderId);
    const before = vendor.notification(orderId);
    vendor.pay(orderId);
    await runExpiry(24 * 60);
    vendor.pay(orderId);
    await reportPayment(orderId);
    await send(api, method, before);
    expect(await statusOf(api, orderId)).toBe("received");
    expect(await balanceOf(api, client)).toBe(2_000);
  });

  test("is polled for the payment after an hour of outage without reports", async () => {
    if (!vendor.farEnd) return;
    const { orderId } = await order();
    vendor.pay(orderId);
    const message = vendor.notification(orderId);
    vendor.farEnd.isAway = true;
    // a 503 makes it repeat the message
    expect((await send(api, method, message)).status).toBe(503);
    await expect(runExpiry(30)).rejects.toThrow();
    expect(await balanceOf(api, client)).toBe(0);
    vendor.farEnd.isAway = false;
    await runExpiry(30);
    expect(await balanceOf(api, client)).toBe(2_000);
  });

  test.each([
    ["less", { costCents: 1_000 }],
    ["more", { costCents: 900_000 }],
    ["another currency", { currency: "EUR" }],
  ])("reports of a payment %s than ordered go to an operator", async (_what, changes) => {
    // an operator reports transfers and sees what arrived: that sum is credited (transfer.test.ts)
    if (vendor.operatorArgs) return;
    const { orderId } = await order();
    vendor.pay(orderId, changes);
    await reportPayment(orderId);
    expect(await statusOf(api, orderId)).toBe("underReview");
    expect(await balanceOf(api, client)).toBe(0);
  });

  test("makes a refund once", async () => {
    const orderId = await paid();
    const way = vendor.refunds ? [] : ["--by-hand"];
    const refund = () => runAdmin(api, "deposits", "refund", orderId, "--reason", "asked for", ...way);
    if (vendor.farEnd) vendor.farEnd.answersToLose = vendor.refunds ? 3 : 0;
    await refund().catch(() => {});
    if (vendor.farEnd) vendor.farEnd.answersToLose = 0;
    await expect(refund()).rejects.toThrow("can be refunded once");
    expect((await getDeposit(orderId)).body.afterwards).toMatchObject({
      refund: { sumCents: 2_000 },
      isDisputed: false,
    });
    await runExpiry(15);
    const rows = JSON.parse(await runAdmin(api, "--json", "deposits", "refunds")) as {
      id: string;
      status: string;
      order: string;
    }[];
    const row = rows.find((known) => known.order === orderId);
    expect(row?.status).toBe("done");
    await refundDeposit.run({ refundId: row?.id ?? "" }, api.deps);
    if (vendor.refunds) expect(vendor.refunds(orderId)).toBe(1);
    expect(await balanceOf(api, client)).toBe(0);
    // its later report of the refund changes nothing
    await reportPayment(orderId);
    expect(await statusOf(api, orderId)).toBe("received");
    expect(await checkLedger(api.db)).toEqual([]);
  });

  test("reports a reversed payment: an operator is notified, and takes it from the balance once", async () => {
    if (!vendor.reverse) return;
    const orderId = await paid();
    vendor.reverse(orderId);
    await reportPayment(orderId);
    expect(await runAdmin(api, "deposits", "disputes")).toContain("reversed");
    expect((await getDeposit(orderId)).body.afterwards).toEqual({ refund: null, isDisputed: true });
    expect(await balanceOf(api, client)).toBe(2_000);
    await runAdmin(api, "deposits", "refund", orderId, "--reason", "charged back", "--reversed");
    expect(await balanceOf(api, client)).toBe(0);
    expect((await getDeposit(orderId)).body.afterwards).toMatchObject({
      refund: { status: "done" },
      isDisputed: false,
    });
  });

  test("is checked by a harmless request, and its secrets are in no log, row or response", async () => {
    const orderId = await paid();
    const answers = [
      await vendor.system.check(),
      JSON.stringify((await getDeposit(orderId)).body),
      await runAdmin(api, "--json", "deposits", "list", "--status", "received"),
    ];
    if (vendor.farEnd) {
      vendor.farEnd.isAway = true;
      await order();
      answers.push(await vendor.system.check().catch(String));
    }
    const tables = ["deposits", "payment_reports", "deposit_refunds", "operator_actions", "idempotency_keys"];
    for (const table of tables)
      answers.push(JSON.stringify((await api.db.execute(`select * from ${table}`)).rows));
    const seen = [...answers, ...logged].join("\n");
    expect(seen).toContain(orderId);
    for (const secret of vendor.secrets) expect(seen).not.toContain(secret);
  });
});
