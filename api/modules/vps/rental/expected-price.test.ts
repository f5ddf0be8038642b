import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { servers, upgrades } from "#api/db/schema/vps";
import { balancesOf } from "#api/ledger/ledger";
import { clientWithServer, giveMoney, order, serverOf, tokenOf, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { dayOf } from "#contract/day";
import * as contract from "#contract/vps/index";

let api: TestApi;
let client: Awaited<ReturnType<typeof clientWithServer>>;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());
const price = 1_900;
beforeEach(async () => {
  client = await clientWithServer(api, {}, 2 * price);
});

const balance = async () => (await balancesOf(api.db, client.id)).main;
const serversOf = () => api.db.$count(servers, eq(servers.userId, client.id));

describe("with a price that has changed since it was shown", () => {
  test.each([
    [1, price, 0],
    [3, 5_415, 3_515],
  ])(
    "nothing is renewed for %i months, and the price is returned",
    async (months, priceCents, missingCents) => {
      const { serverId, token } = client;
      const renew = (agreedCents?: number) =>
        api.call(
          contract.renew,
          { serverId, months, ...(agreedCents !== undefined && { agreedCents }) },
          { token },
        );
      for (const agreedCents of [priceCents - 1, priceCents + 1, 0]) {
        const { status, error } = await renew(agreedCents);
        expect([status, error.code, error.details]).toEqual([
          409,
          "priceDiffers",
          { priceCents, missingCents },
        ]);
      }
      expect(await balance()).toBe(price);
      const code = (await renew(priceCents)).error?.code;
      expect(code).toBe(missingCents > 0 ? "insufficientFunds" : undefined);
      expect(await balance()).toBe(missingCents > 0 ? price : 0);
    },
  );

  test("nothing is rented", async () => {
    const rent = (agreedCents: number) =>
      api.call(contract.rent, { ...order, agreedCents }, { token: client.token });
    const { status, error } = await rent(price - 100);
    expect([status, error.code, error.details]).toEqual([
      409,
      "priceDiffers",
      { priceCents: price, missingCents: 0 },
    ]);
    expect([await balance(), await serversOf()]).toEqual([price, 1]);
    expect((await rent(price)).body.totalCents).toBe(price);
    expect([await balance(), await serversOf()]).toEqual([0, 2]);
  });

  test("no upgrade is accepted", async () => {
    client = await clientWithServer(api, {}, 3 * price);
    const { serverId, token } = client;
    const date = dayOf(api.deps.clock.now());
    const input = { serverId, rateId: "trader-4", date };
    const { totalCents } = (await api.call(contract.quoteUpgrade, input, { token })).body;
    const upgrade = (agreedCents?: number) =>
      api.call(contract.orderUpgrade, { ...input, agreedCents }, { token });
    for (const agreedCents of [totalCents + 1, totalCents - 1, undefined]) {
      const { status, error } = await upgrade(agreedCents);
      expect([agreedCents, status, error.code, error.details]).toEqual([
        agreedCents,
        409,
        "priceDiffers",
        { priceCents: totalCents, missingCents: 0 },
      ]);
    }
    expect(await balance()).toBe(2 * price);
    expect(await api.db.$count(upgrades, eq(upgrades.serverId, serverId))).toBe(0);
    expect((await upgrade(totalCents)).body.totalCents).toBe(totalCents);
    expect(await balance()).toBe(2 * price - totalCents);
  });

  test("a renewal without an expected price is accepted, as API clients send it", async () => {
    const { serverId, token } = client;
    expect((await api.call(contract.renew, { serverId, months: 1 }, { token })).status).toBe(200);
  });
});

describe("an end of a renewal that was agreed on and is another by now", () => {
  const renewal = (agreedUntil: string | undefined) =>
    api.call(contract.renew, { serverId: client.serverId, months: 1, agreedUntil }, { token: client.token });
  const shownEnd = async () => {
    const { body } = await api.call(
      contract.getServer,
      { serverId: client.serverId },
      { token: client.token },
    );
    return body.periods.find(({ months }) => months === 1)?.paidUntil;
  };

  test("renews nothing, tells the end of now, and renews where that is agreed on", async () => {
    const shownUntil = await shownEnd();
    await giveMoney(api, client.id, 3 * price);
    expect((await renewal(undefined)).ok).toBe(true);
    const before = await balance();
    const { status, error } = await renewal(shownUntil);
    expect([status, error.code, error.details]).toEqual([
      409,
      "periodDiffers",
      { paidUntil: await shownEnd() },
    ]);
    expect(await balance()).toBe(before);
    expect((await renewal(await shownEnd())).ok).toBe(true);
    expect(await balance()).toBe(before - price);
  });

  test("is the same where a blocked server is paid some hours after its page was opened", async () => {
    const { paidUntil } = await serverOf(api, client.serverId);
    await api.db.update(servers).set({ status: "blocked", blockedAt: paidUntil });
    api.pass({ days: 40 });
    const token = await tokenOf(api, client.id);
    const { body } = await api.call(contract.getServer, { serverId: client.serverId }, { token });
    const agreedUntil = body.periods.find(({ months }) => months === 1)?.paidUntil;
    api.pass({ minutes: 90 });
    const rejected = { serverId: client.serverId, months: 1, agreedUntil };
    expect((await api.call(contract.renew, rejected, { token: await tokenOf(api, client.id) })).ok).toBe(
      true,
    );
  });
});
