import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "#api/db/transaction";
import type { Notice } from "#api/integrations/payments/system";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { receiveNotice } from "./receive-notice";
import { refundDeposit, startRefund } from "./refund";
import { order, send, statusOf } from "./testing";
import type { Bank } from "./testing/fake-payment-system";
import { bank } from "./testing/fake-payment-system";

let api: TestApi;
let there: Bank;
let otherBank: Bank;
let orderId: string;
const logged: Record<string, unknown>[] = [];
beforeAll(async () => {
  [there, otherBank] = [bank(), bank("other")];
  const log = pino({ level: "info" }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  api = await testApi({ log, payments: { systems: [there.system, otherBank.system], isSandbox: false } });
});
afterAll(() => api.close());
beforeEach(async () => {
  there.failure = null;
  ({ orderId } = await order(api, await api.newClient(), 2_000, "bank"));
  const paid = {
    paymentId: "p-1",
    event: "paid",
    costCents: 1_818,
    currency: "EUR",
    recipient: "account 7",
  } as const;
  there.payments.set(orderId, { ...paid, orderId });
  there.lookups.length = 0;
  logged.length = 0;
});

const sendCallback = async (message: object | string, method = "bank") => {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  const answer = await send(api, method, { body, headers: {} });
  const answerBody = (await answer.json()) as { code?: string; ok?: true };
  return [answer.status, answerBody.ok ?? answerBody.code];
};
const notice = (changes: Partial<Notice> = {}): Notice => ({
  orderId,
  thereId: null,
  isProven: true,
  ...changes,
});
const receive = (changes: Partial<Notice>, system = there.system) =>
  receiveNotice(api.deps, system, notice(changes));

describe("a payment callback", () => {
  test("with a valid signature is answered ok every time, and logged with its outcome", async () => {
    expect([await sendCallback(notice()), await sendCallback(notice())]).toEqual([
      [200, true],
      [200, true],
    ]);
    expect(await statusOf(api, orderId)).toBe("received");
    const notes = logged.filter(({ msg }) => msg === "payment report");
    expect(notes).toMatchObject([
      { method: "bank", orderId, thereId: null, outcome: "applied" },
      { method: "bank", orderId, thereId: null, outcome: "replay" },
    ]);
  });

  test.each([
    ["unsigned", 401, "signatureMissing"],
    ["forged", 401, "signatureInvalid"],
    ["unreadable", 422, "invalidInput"],
    // signed but irrelevant to us: it must not be repeated
    ["irrelevant", 200, true],
  ] as const)(
    "that is %s is answered with %i %s, without a request to the payment system",
    async (kind, status, answer) => {
      expect(await sendCallback(JSON.stringify(kind))).toEqual([status, answer]);
      expect(there.lookups).toEqual([]);
    },
  );

  test("with invalid characters, over the size limit, or for an unknown method is rejected", async () => {
    expect(await sendCallback(notice({ thereId: "a\0b" }))).toEqual([422, "invalidInput"]);
    const message = JSON.stringify(notice());
    const kib64 = 64 * 1024;
    expect(await sendCallback(message.padEnd(kib64 + 1))).toEqual([413, "bodyTooLarge"]);
    expect(await sendCallback(notice(), "cheque")).toEqual([404, "notFound"]);
    expect(there.lookups).toEqual([]);
    expect(await sendCallback(message.padEnd(kib64))).toEqual([200, true]);
  });

  test("asks for a retry in a minute if the payment system does not answer", async () => {
    there.failure = new Error("the line went down");
    const answer = await send(api, "bank", { body: JSON.stringify(notice()), headers: {} });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(((await answer.json()) as { code: string }).code).toBe("unavailable");
    expect(logged).toMatchObject([
      {
        msg: "a payment system does not say how a payment stands",
        method: "bank",
        err: { message: "the line went down" },
      },
      {},
    ]);
    expect(await statusOf(api, orderId)).toBe("notPaid");
  });
});

describe("an unsigned callback", () => {
  test("is verified with the payment system if it names our order, by our id or theirs", async () => {
    const unproven = { isProven: false };
    expect(await receive({ ...unproven, orderId: null, thereId: `there-${orderId}` })).toBe("applied");
    expect(await receive({ ...unproven, thereId: "another" })).toBe("replay");
    expect(await receive({ ...unproven, orderId: "none", thereId: `there-${orderId}` })).toBe("nothing");
    expect(there.lookups).toHaveLength(3);
  });

  test("is not looked up if it names no order, or one of another method", async () => {
    const unproven = { isProven: false };
    for (const names of [
      { orderId: null, thereId: null },
      { orderId: "none", thereId: null },
      { orderId: null, thereId: "none" },
      { orderId: "none", thereId: "none" },
    ])
      expect(await receive({ ...unproven, ...names })).toBe("unknownOrder");
    expect(await receive(unproven, otherBank.system)).toBe("unknownOrder");
    expect([there.lookups, otherBank.lookups]).toEqual([[], []]);
  });

  test("changes nothing if the payment system does not know the payment; a signed one is looked up as it is", async () => {
    there.payments.delete(orderId);
    expect(await receive({ isProven: false })).toBe("nothing");
    expect(await receive({ orderId: "none" })).toBe("nothing");
    expect(there.lookups).toEqual([notice({ isProven: false }), notice({ orderId: "none" })]);
  });

  test("is rejected if the payment system's own answer is incomplete", async () => {
    there.payments.set(orderId, { orderId, event: "paid" } as never);
    await expect(receive({})).rejects.toMatchObject({ status: 503, code: "unavailable" });
    expect(await statusOf(api, orderId)).toBe("notPaid");
  });
});

test("failures of a payment system are logged for the operator, with the order", async () => {
  await receive({});
  const wish = { orderId, reason: "asked for", way: "system" } as const;
  const { id: refundId } = await transaction(api.db, (tx) => startRefund(api.deps, tx, wish));
  there.refundAnswers.push({ status: "declined", reason: "too old" });
  await refundDeposit.run({ refundId }, api.deps);
  there.failure = new Error("the line went down");
  const silent = await order(api, await api.newClient(), 2_000, "bank");
  expect(logged).toMatchObject([
    { msg: "a payment system gives nothing back", refundId, orderId, declined: "too old" },
    {
      msg: "a payment system did not take an order",
      orderId: silent.orderId,
      err: { message: "the line went down" },
    },
  ]);
});
