import { afterAll, beforeAll, expect, test } from "vitest";
import { clientWithServer, giveMoney, order, tokenOf, vpsApi } from "#api/areas/vps/testing";
import type { TestApi } from "#api/service/testing";
import { dayOf } from "#contract/day";
import { buySubscription } from "#contract/monitoring/index";
import * as contract from "#contract/vps/index";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

const price = 1900;

const comingOf = async (token: string) => (await api.call(contract.comingPayments, {}, { token })).body;

test("the balance is enough until the first renewal that it is too small for", async () => {
  const { token, serverId } = await clientWithServer(api, { autoRenewal: true }, 3 * price + 100);
  const { body: server } = await api.call(contract.getServer, { serverId }, { token });
  const { balanceCents, payments, shortage, hasAutomatic } = await comingOf(token);
  expect([balanceCents, hasAutomatic]).toEqual([2 * price + 100, true]);
  expect(payments).toMatchObject([
    {
      at: server.paidUntil,
      amountCents: price,
      leavesCents: price + 100,
      isAutomatic: true,
      server: { id: serverId },
    },
  ]);
  const twoMonthsLater = new Date(server.paidUntil);
  twoMonthsLater.setUTCMonth(twoMonthsLater.getUTCMonth() + 2);
  expect(shortage).toMatchObject({ at: twoMonthsLater.toISOString(), missingCents: price - 100 });
});

test("what the forecast names is what the renewal takes, an accepted upgrade counted", async () => {
  const { id, token, serverId } = await clientWithServer(api, { autoRenewal: true });
  const date = dayOf(new Date(api.parts.clock.now().getTime() + 10 * 86_400_000));
  const upgraded = await api.call(contract.orderUpgrade, { serverId, rateId: "trader-4", date }, { token });
  expect(upgraded.status).toBe(200);
  const [{ amountCents } = { amountCents: 0 }] = (await comingOf(token)).payments;
  const { body: quote } = await api.call(
    contract.quoteRenewal,
    { serverId, months: order.months },
    { token: await tokenOf(api, id) },
  );
  expect(amountCents).toBe(quote.totalCents);
  expect(amountCents).toBeGreaterThan(price);
});

test("without auto-renewal nothing is short, and the end is told all the same", async () => {
  const { token } = await clientWithServer(api, { autoRenewal: false }, price);
  const { payments, shortage, hasAutomatic } = await comingOf(token);
  expect(payments).toMatchObject([{ isAutomatic: false, amountCents: price, leavesCents: 0 }]);
  expect([shortage, hasAutomatic]).toEqual([null, false]);
});

test("monitoring that pays by itself counts, and no other client's servers do", async () => {
  const { id, token } = await api.newClient();
  await giveMoney(api, id, 1_000);
  const bought = await api.call(
    buySubscription,
    { accounts: 2, months: 1, autopay: true, agreedCents: 400 },
    { token },
  );
  expect(bought.status).toBe(200);
  const { payments, shortage } = await comingOf(token);
  expect(payments).toMatchObject([{ server: null, amountCents: 400, leavesCents: 200, isAutomatic: true }]);
  expect(shortage).toMatchObject({ server: null, missingCents: 200 });
});
