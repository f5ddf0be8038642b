import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { deposits } from "#api/db/schema/payments";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { pollPayments } from "./poll-payments";
import { depositOf, order } from "./testing";
import type { Bank } from "./testing/fake-payment-system";
import { bank } from "./testing/fake-payment-system";

let api: TestApi;
let there: Bank;
let orderId: string;
beforeAll(async () => {
  there = bank();
  api = await testApi({ payments: { systems: [there.system], isSandbox: false } });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.update(deposits).set({ createdAt: new Date(0) });
  ({ orderId } = await order(api, await api.newClient(), 2_000, "bank"));
});

const ago = (minutes: number) => new Date(api.deps.clock.now().getTime() - minutes * 60_000);
/** Resets the order of the test, so that copies of it can be made. */
async function waiting() {
  const changes = { createdAt: ago(30), polledAt: null };
  await api.db.update(deposits).set(changes).where(eq(deposits.id, orderId));
  return depositOf(api, { orderId });
}
/** Returns the ids of the orders looked up in one run. */
async function polledOrders() {
  there.lookups.length = 0;
  await pollPayments(api.deps);
  await runDueJobs(api.deps);
  expect(there.lookups).toHaveLength(200);
  return new Set(there.lookups.map((notice) => notice.orderId));
}

describe("more orders than one run polls", () => {
  test("are polled starting with those never polled, then those that waited longest", async () => {
    const like = await waiting();
    const otherOrders = Array.from({ length: 420 }, (_, at) => ({
      ...like,
      id: `crowd-${at}`,
      polledAt: ago(11 + (at % 10)),
    }));
    await api.db.insert(deposits).values(otherOrders);
    const names = await polledOrders();
    const longest = otherOrders.filter((_, at) => at % 10 === 9).map(({ id }) => id);
    expect([orderId, ...longest].filter((id) => !names.has(id))).toEqual([]);
    expect(names.has("crowd-0")).toBe(false);
  });

  test("are polled newest first if none was polled before", async () => {
    const like = await waiting();
    const older = Array.from({ length: 200 }, (_, at) => ({
      ...like,
      id: `older-${at}`,
      createdAt: ago(300 - at),
    }));
    await api.db.insert(deposits).values(older);
    const names = await polledOrders();
    expect([names.has(orderId), names.has("older-0"), names.has("older-1")]).toEqual([true, false, true]);
  });
});
