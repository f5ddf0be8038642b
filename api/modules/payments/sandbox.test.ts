import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { paymentReports } from "#api/db/schema/payments";
import { sandboxSystems } from "#api/integrations/payments/sandbox";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/payments/index";
import { deliverReport, sandboxReport } from "./sandbox";
import { balanceOf, order, statusOf } from "./testing";
import { bank } from "./testing/fake-payment-system";

let api: TestApi;
let client: Awaited<ReturnType<TestApi["newClient"]>>;
let payment: contract.Payment;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
  payment = await order(api, client, 2_000);
});

/** Returns the signed order from the URL of the sandbox's page. */
const signed = ({ payUrl, orderId }: contract.Payment) => {
  const query = Object.fromEntries(new URL(payUrl ?? "", "http://localhost").searchParams);
  return { ...query, orderId } as unknown as contract.SignedOrder;
};
const choose = (choice: "pay" | "fail" | "leave" | "slow") =>
  api.call(contract.sandboxPay, { ...signed(payment), choice });
const later = async (seconds: number) => {
  api.pass({ seconds });
  await runDueJobs(api.deps);
  return statusOf(api, payment.orderId);
};
const reports = async () =>
  (await api.db.select().from(paymentReports).where(eq(paymentReports.orderId, payment.orderId))).map(
    ({ event, paymentId, outcome }) => ({ event, paymentId, outcome }),
  );

describe("sandbox payment page", () => {
  test.each([
    ["en", "Bank card"],
    ["ru", "Банковская карта"],
  ] as const)("shows the signed values, in the viewer's language (%s)", async (language, methodName) => {
    const { body } = await api.call(contract.sandboxOrder, signed(payment), { language });
    expect(body).toEqual({
      methodName,
      costCents: 2_050,
      currency: "USD",
      recipient: "sandbox-card",
      returnUrl: `http://localhost:3000/balance-operations/deposit/${payment.orderId}?returned=1`,
    });
  });

  test.each([
    [{ signature: undefined }, 422, "signatureMissing"],
    [{ signature: "" }, 422, "signatureMissing"],
    [{ signature: "0".repeat(64) }, 422, "signatureMissing"],
    [{ costCents: 1 }, 422, "signatureMissing"],
    [{ recipient: "somebody" }, 422, "signatureMissing"],
    // a URL without its query is not an order, whatever the method
    [{ method: "cash", signature: undefined }, 422, "signatureMissing"],
    [{ method: "cash" }, 404, "notFound"],
    [{ method: "usdt-trc20" }, 404, "notFound"],
  ])("is not shown, and simulates nothing, with %j", async (changes, status, code) => {
    const changed = { ...signed(payment), ...changes };
    for (const answer of [
      await api.call(contract.sandboxOrder, changed),
      await api.call(contract.sandboxPay, { ...changed, choice: "pay" }),
    ])
      expect([answer.status, answer.error.code]).toEqual([status, code]);
    expect(await statusOf(api, payment.orderId)).toBe("notPaid");
  });
});

describe("the sandbox", () => {
  test("pays once, however often it is clicked, and repeats its report like real systems", async () => {
    const returnUrl = `http://localhost:3000/balance-operations/deposit/${payment.orderId}?returned=1`;
    expect((await choose("pay")).body).toEqual({ returnUrl });
    await choose("pay");
    expect(await reports()).toEqual([
      { event: "paid", paymentId: expect.stringMatching(/^sandbox-[0-9a-f]{16}$/), outcome: "applied" },
    ]);
    const [first] = await reports();
    await choose("leave");
    expect(await reports()).toEqual([
      first,
      { event: "cancelled", paymentId: first?.paymentId, outcome: "noChange" },
    ]);
    // a different order has a different payment
    payment = await order(api, client, 2_000);
    await choose("pay");
    expect((await reports())[0]?.paymentId).not.toBe(first?.paymentId);
    expect(await later(30)).toBe("received");
    expect(await balanceOf(api, client)).toBe(4_000);
  });

  test.each([
    ["fail", "rejected", "failed"],
    ["leave", "cancelled", "cancelled"],
  ] as const)("keeps the result of %s", async (choice, status, event) => {
    await choose(choice);
    expect(await later(60)).toBe(status);
    expect(await reports()).toMatchObject([{ event, outcome: "applied" }]);
    expect(await balanceOf(api, client)).toBe(0);
  });

  test("sends its report half a minute later if the process dies after the choice", async () => {
    await choose("fail");
    await api.db.execute(`delete from payment_reports where order_id = '${payment.orderId}'`);
    await api.db.execute(`update deposits set status = 'notPaid' where id = '${payment.orderId}'`);
    expect(await later(29)).toBe("notPaid");
    expect(await later(1)).toBe("rejected");
  });

  test("pays after the client had left", async () => {
    await choose("leave");
    await choose("pay");
    expect(await statusOf(api, payment.orderId)).toBe("received");
    await later(60);
    expect(await balanceOf(api, client)).toBe(2_000);
  });

  test("pays fifteen seconds later on a slow payment", async () => {
    await choose("slow");
    await choose("slow");
    expect(await later(14)).toBe("processing");
    expect(await later(1)).toBe("received");
    expect(await reports()).toMatchObject([{ event: "pending" }, { event: "paid" }]);
    expect(await balanceOf(api, client)).toBe(2_000);
  });
});

describe("with real payments", () => {
  test("nothing is simulated, even with a valid signature", async () => {
    const systems = sandboxSystems(api.deps.settings);
    const real = await testApi({ payments: { systems, isSandbox: false } });
    try {
      const realClient = await real.newClient();
      const realPayment = await order(real, realClient, 2_000);
      for (const changes of [{}, { signature: undefined }]) {
        const body = { ...signed(realPayment), ...changes };
        expect((await real.call(contract.sandboxOrder, body)).status).toBe(404);
        expect((await real.call(contract.sandboxPay, { ...body, choice: "pay" })).status).toBe(404);
      }
      const report = {
        paymentId: "p",
        orderId: realPayment.orderId,
        event: "paid",
        costCents: 2_050,
        currency: "USD",
        recipient: "sandbox-card",
      } as const;
      await sandboxReport.run({ method: "card", report }, real.deps);
      expect(await statusOf(real, realPayment.orderId)).toBe("notPaid");
    } finally {
      await real.close();
    }
  });

  test("a report for an unknown method is ignored; one that its own method rejects is an error", async () => {
    const report = {
      paymentId: "p",
      orderId: payment.orderId,
      event: "paid",
      costCents: 2_050,
      currency: "USD",
      recipient: "sandbox-card",
    } as const;
    await deliverReport(api.deps, "cash", report);
    expect(await statusOf(api, payment.orderId)).toBe("notPaid");
    const deaf = { ...bank("card").system, readReport: () => "forged" as const };
    const deps = { ...api.deps, payments: { systems: [deaf], isSandbox: true } };
    await expect(deliverReport(deps, "card", report)).rejects.toThrow("The sandbox's own report is forged");
  });
});
