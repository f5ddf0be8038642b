import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clientWithServer, giveMoney, order, orderUpgrade, tokenOf, vpsApi } from "#api/modules/vps/testing";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import * as vps from "#contract/vps/index";
import { applyPriceChanges } from "./change-price";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());
beforeEach(() => void api.sentEmails.splice(0));

const tariffs = (...args: string[]) => runAdmin(api, "tariffs", ...args);
const dayAfter = (days: number) =>
  new Date(api.deps.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const emailsTo = (email: string, template: string) =>
  api.sentEmails.filter((sent) => sent.to === email && sent.template === template);

/** Creates a client whose server renews at this tariff and period, with the current price of a renewal. */
async function renter() {
  const client = await clientWithServer(api);
  const priceCents = async () => {
    const token = await tokenOf(api, client.id);
    const { body } = await api.call(
      vps.quoteRenewal,
      { serverId: client.serverId, months: order.months },
      { token },
    );
    return body.totalCents;
  };
  return { ...client, priceCents };
}

describe("change of a price", () => {
  it("takes effect on its date if it is an increase, and clients who pay it are notified ten days ahead", async () => {
    const { email, priceCents } = await renter();
    const stranger = await api.newClient();
    const before = await priceCents();
    const dearer = ((before + 100) / 100).toFixed(2);
    const price = (...more: string[]) =>
      tariffs("price", order.rateId, String(order.months), dearer, ...more);
    await expect(price()).rejects.toThrow(`is told 10 days ahead: use --from ${dayAfter(10)} or later`);
    await expect(price("--from", dayAfter(9))).rejects.toThrow("10 days ahead");
    await expect(price("--from", dayAfter(-1))).rejects.toThrow("is over");
    expect(await price("--from", dayAfter(10))).toContain(`from ${dayAfter(10)} on`);
    await expect(price("--from", dayAfter(11))).rejects.toThrow("already announced");
    expect(emailsTo(email, "priceChange")).toHaveLength(1);
    expect(emailsTo(email, "priceChange")[0]?.text).toContain(`$${dearer}`);
    expect(emailsTo(stranger.email, "priceChange")).toEqual([]);

    api.pass({ days: 9 });
    await applyPriceChanges.handle({}, api.deps);
    expect(await priceCents()).toBe(before);
    api.pass({ days: 1 });
    await applyPriceChanges.handle({}, api.deps);
    expect(await priceCents()).toBe(before + 100);
    expect(await tariffs("changes")).toContain("holds");
  });

  it("takes effect at once if it is a decrease, or if nobody pays the price", async () => {
    const { priceCents } = await renter();
    const before = await priceCents();
    await tariffs("price", order.rateId, String(order.months), ((before - 50) / 100).toFixed(2));
    expect(await priceCents()).toBe(before - 50);
    expect(await tariffs("price", "trader-4", "12", "999")).toContain("for 12 months is $999.00.");
  });

  it("can be cancelled once announced, and the notified clients are told so", async () => {
    const { email, priceCents } = await renter();
    const before = await priceCents();
    const output = await tariffs("price", order.rateId, String(order.months), "900", "--from", dayAfter(30));
    const id = /\((\w+)\)/.exec(output)?.[1] ?? "";
    await tariffs("cancel-change", id);
    await expect(tariffs("cancel-change", id)).rejects.toThrow("no such announced price");
    expect(emailsTo(email, "priceChangeCancelled")).toHaveLength(1);
    api.pass({ days: 31 });
    await applyPriceChanges.handle({}, api.deps);
    expect(await priceCents()).toBe(before);
  });

  it("is shown to clients with their plan, period and server from its announcement until it applies", async () => {
    const { id, serverId } = await renter();
    const months = Number(order.months);
    const token = await tokenOf(api, id);
    const { body } = await api.call(vps.rates, {}, { token });
    const priceOf = ({ periods }: { periods: readonly vps.Period[] }, months: number) =>
      periods.find((period) => period.months === months);
    const rated = async (rateId: string) => {
      const { rates } = (await api.call(vps.rates, {}, { token: await tokenOf(api, id) })).body;
      return rates.find((rate) => rate.id === rateId) ?? { periods: [] };
    };
    const before = priceOf(body.rates.find((rate) => rate.id === order.rateId) ?? { periods: [] }, months);
    expect(before).not.toHaveProperty("next");
    const priceCents = (before?.priceCents ?? 0) + 900;
    const fromDay = dayAfter(20);
    await tariffs(
      ...["price", order.rateId, String(months), (priceCents / 100).toFixed(2), "--from", fromDay],
    );
    const announced = { ...before, next: { priceCents, fromDay } };
    const options = (await api.call(vps.orderOptions, { rateId: order.rateId }, { token })).body;
    const server = (await api.call(vps.getServer, { serverId }, { token })).body;
    for (const shown of [await rated(order.rateId), options, server])
      expect(priceOf(shown, months)).toMatchObject(announced);
    expect(priceOf(server, 12)).not.toHaveProperty("next");
    expect(priceOf(await rated("trader-4"), months)).not.toHaveProperty("next");

    api.pass({ days: 20 });
    await applyPriceChanges.handle({}, api.deps);
    const after = priceOf(await rated(order.rateId), months);
    expect(after?.priceCents).toBe(priceCents);
    expect(after).not.toHaveProperty("next");
  });

  it("concerns those whose next renewal pays it: for a shorter period than theirs, or for the plan of an upgrade", async () => {
    const client = await clientWithServer(api, { rateId: "trader-4", months: 6 }, 500_000);
    await runAdmin(api, "settings", "set", "rentalMonths", "[1]", "--reason", "No long periods");
    await expect(tariffs("price", "trader-4", "1", "900")).rejects.toThrow("10 days ahead");
    await runAdmin(api, "settings", "set", "rentalMonths", "[1,3,6,12]", "--reason", "Back");
    const token = await tokenOf(api, client.id);
    const upgrade = { serverId: client.serverId, rateId: "trader-8", date: dayAfter(5) };
    expect((await orderUpgrade(api, token, upgrade)).status).toBe(200);
    await expect(tariffs("price", "trader-8", "6", "2000")).rejects.toThrow("10 days ahead");
  });

  it("to zero requires confirmation", async () => {
    await expect(tariffs("price", "trader-4", "12", "0")).rejects.toThrow("Use --free");
    expect(await tariffs("price", "trader-4", "12", "0", "--free")).toContain("for 12 months is $0.00.");
  });

  it("applies to new rentals from its date on", async () => {
    const client = await api.newClient();
    await giveMoney(api, client.id, 100_000);
    const { body } = await api.call(vps.quoteRent, { rateId: order.rateId, months: order.months }, client);
    const dearer = ((body.totalCents + 700) / 100).toFixed(2);
    await tariffs("price", order.rateId, String(order.months), dearer, "--from", dayAfter(12));
    api.pass({ days: 12 });
    await applyPriceChanges.handle({}, api.deps);
    const token = await tokenOf(api, client.id);
    const after = await api.call(vps.quoteRent, { rateId: order.rateId, months: order.months }, { token });
    expect(after.body.totalCents).toBe(body.totalCents + 700);
  });
});
