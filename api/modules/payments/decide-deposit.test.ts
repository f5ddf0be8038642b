import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deposits } from "#api/db/schema/payments";
import { errorCode, transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { depositStatuses } from "#contract/payments/deposit-status";
import type { DepositDecision } from "./decide-deposit";
import { decideDeposit } from "./decide-deposit";
import { balanceOf, order } from "./testing";
import { bank } from "./testing/fake-payment-system";

let api: TestApi;
let client: Awaited<ReturnType<TestApi["newClient"]>>;
beforeAll(async () => {
  const systems = [bank().system, bank("transfer").system];
  api = await testApi({ payments: { systems, isSandbox: false } });
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

/** Creates an order of $20 with this status. */
async function orderWithStatus(status: (typeof depositStatuses)[number], method = "bank"): Promise<string> {
  const { orderId } = await order(api, client, 2_000, method);
  if (status === "received") await decide(orderId, { accept: true }, "underReview");
  else await api.db.update(deposits).set({ status }).where(eq(deposits.id, orderId));
  return orderId;
}
const rowOf = async (orderId: string) => {
  const [row] = await api.db.select().from(deposits).where(eq(deposits.id, orderId));
  return row;
};
async function decide(orderId: string, decision: DepositDecision, as?: (typeof depositStatuses)[number]) {
  if (as) await api.db.update(deposits).set({ status: as }).where(eq(deposits.id, orderId));
  return transaction(api.db, (tx) => decideDeposit(api.deps, tx, orderId, decision));
}
const yes = { accept: true } as const;
const no = { accept: false, reason: "Somebody else's card" } as const;

describe("decideDeposit", () => {
  test.each([
    ["bank", yes, ["processing", "underReview"]],
    ["bank", no, ["processing", "underReview"]],
    // only an operator reports a transfer: it counts at any time
    ["transfer", yes, ["notPaid", "processing", "underReview", "rejected", "cancelled", "deleted"]],
    ["transfer", no, ["notPaid", "processing", "underReview", "cancelled", "deleted"]],
  ] as const)("for a deposit by %s (%j) decides the statuses %j", async (method, decision, open) => {
    const decided = [];
    for (const status of depositStatuses) {
      const before = await orderWithStatus(status, method);
      const balance = await balanceOf(api, client);
      const answer = await decide(before, decision);
      if (answer) {
        expect(answer.status).toBe(status);
        decided.push(status);
      }
      expect((await balanceOf(api, client)) - balance).toBe(answer && decision.accept ? 2_000 : 0);
    }
    expect(decided).toEqual(open);
  });

  test("credits the received sum on acceptance, and records the time", async () => {
    const orderId = await orderWithStatus("underReview");
    api.pass({ seconds: 5 });
    const now = api.deps.clock.now();
    const before = await rowOf(orderId);
    expect(await decide(orderId, { accept: true, sumCents: 1_950 })).toEqual(before);
    const after = await rowOf(orderId);
    expect(after).toMatchObject({
      ...before,
      status: "received",
      sumCents: 1_950,
      decidedAt: now,
      changedAt: now,
      receivedAt: now,
      ledgerId: expect.any(Number),
    });
    expect(await balanceOf(api, client)).toBe(1_950);
    expect([await decide(orderId, yes), await decide(orderId, no), await decide("none", yes)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(await rowOf(orderId)).toEqual(after);
  });

  test("records the reason of a rejection, for that deposit only", async () => {
    const [orderId, otherId] = [await orderWithStatus("processing"), await orderWithStatus("processing")];
    api.pass({ seconds: 5 });
    const [before, untouched] = [await rowOf(orderId), await rowOf(otherId)];
    const now = api.deps.clock.now();
    await decide(orderId, no);
    expect(await rowOf(orderId)).toEqual({
      ...before,
      status: "rejected",
      reason: no.reason,
      decidedAt: now,
      changedAt: now,
    });
    expect(await rowOf(otherId)).toEqual(untouched);
  });

  test("reserves the bank reference of a transfer, whatever its case and spaces", async () => {
    const [first, second, third] = [
      await orderWithStatus("notPaid", "transfer"),
      await orderWithStatus("notPaid", "transfer"),
      await orderWithStatus("notPaid", "transfer"),
    ];
    await decide(first, { accept: true, reference: "FT 77  aB" });
    expect((await rowOf(first))?.txidKey).toBe("transfer:ft77ab");
    const conflict = await decide(second, { accept: true, reference: "ft77AB " }).catch(errorCode);
    expect(conflict).toBe("23505");
    expect(await balanceOf(api, client)).toBe(2_000);
    // a rejection stores no transfer reference, and an acceptance may have none
    await decide(second, yes);
    await decide(third, { ...no, reference: "FT 78" } as DepositDecision);
    expect([(await rowOf(second))?.txidKey, (await rowOf(third))?.txidKey]).toEqual([null, null]);
  });
});
