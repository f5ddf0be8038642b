import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SettingKey } from "#api/modules/settings/business-settings";
import {
  clientWithServer,
  inDays,
  order,
  passUntil,
  runServerJobs,
  serverOf,
  tokenOf,
  vpsApi,
} from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import type { Language } from "#contract/languages";
import * as partners from "#contract/partners/index";
import * as support from "#contract/support/index";
import { readText } from "#contract/texts/index";
import * as vps from "#contract/vps/index";
import { runAdmin } from "./testing";

let api: TestApi;
beforeEach(async () => {
  api = await vpsApi();
});
afterEach(() => api.close());

const allServers = { status: "all", sort: "paidUntil", direction: "asc", page: 1 } as const;

const set = (key: SettingKey, value: unknown) =>
  runAdmin(api, "settings", "set", key, JSON.stringify(value), "--reason", "Autumn");

describe("graceDays", () => {
  /** Lets a server's paid time end; returns the days until it is revoked, as the list and the e-mail show them. */
  async function block({ id, serverId, email }: { id: string; serverId: string; email: string }) {
    const { paidUntil } = await serverOf(api, serverId);
    passUntil(api, paidUntil);
    await runServerJobs(api);
    const { status, blockedAt } = await serverOf(api, serverId);
    expect(status).toBe("blocked");
    const token = await tokenOf(api, id);
    const { body } = await api.call(vps.attention, {}, { token });
    const { servers } = (await api.call(vps.servers, allServers, { token })).body;
    const revokedOn = servers[0]?.revokedOn ?? "";
    expect(body.blocked?.revokedOn).toBe(revokedOn);
    const sent = api.sentEmails.find(({ to, template }) => to === email && template === "serverBlocked");
    expect(sent?.text).toContain(`${new Date(revokedOn).getUTCDate()}`);
    return { revokedOn: new Date(revokedOn), days: (Date.parse(revokedOn) - Number(blockedAt)) / 86_400_000 };
  }

  it("holds for servers blocked from then on; one that is blocked keeps the day its owner was told", async () => {
    const early = await block(await clientWithServer(api, {}, 1900));
    expect(early.days).toBe(7);
    await set("graceDays", 2);
    const client = await clientWithServer(api, {}, 1900);
    const late = await block(client);
    expect(late.days).toBe(2);
    passUntil(api, late.revokedOn, 60_000);
    await runServerJobs(api);
    expect((await serverOf(api, client.serverId)).status).toBe("blocked");
    passUntil(api, late.revokedOn);
    await runServerJobs(api);
    expect((await serverOf(api, client.serverId)).status).toBe("revoked");
  });

  it("may be longer: a server is not revoked before", async () => {
    await set("graceDays", 20);
    const client = await clientWithServer(api, {}, 1900);
    const { revokedOn, days } = await block(client);
    expect(days).toBe(20);
    for (const earlier of [10 * 86_400_000, 60_000]) {
      passUntil(api, revokedOn, earlier);
      await runServerJobs(api);
      expect((await serverOf(api, client.serverId)).status).toBe("blocked");
    }
    passUntil(api, revokedOn);
    await runServerJobs(api);
    expect((await serverOf(api, client.serverId)).status).toBe("revoked");
  });

  it("counts from the release of a server that staff had blocked", async () => {
    const { serverId } = await clientWithServer(api, {}, 1900);
    await runAdmin(api, "servers", "block", serverId, "--reason", "A check");
    passUntil(api, (await serverOf(api, serverId)).paidUntil);
    await set("graceDays", 3);
    await runAdmin(api, "servers", "release", serverId);
    expect(await serverOf(api, serverId)).toMatchObject({ blockedAt: api.deps.clock.now(), graceDays: 3 });
  });
});

describe("testServerDays", () => {
  it("is shown with the order, and counts from the approval", async () => {
    const { token } = await api.newClient();
    const state = async () => (await api.call(vps.testServerState, {}, { token })).body;
    expect((await state()).days).toBe(3);
    await api.call(vps.orderTestServer, {}, { token });
    await set("testServerDays", 10);
    expect((await state()).days).toBe(10);
    const requests = JSON.parse(await runAdmin(api, "test-servers", "list", "--json")) as { id: string }[];
    await runAdmin(api, "test-servers", "approve", requests[0]?.id ?? "");
    const { servers } = (await api.call(vps.servers, allServers, { token })).body;
    expect(servers[0]?.paidUntil.slice(0, 10)).toBe(inDays(api, 10));
  });
});

describe("rentalMonths", () => {
  const monthsOf = (periods: readonly { months: number }[] | undefined) =>
    periods?.map(({ months }) => months);

  it("are the periods that plans, orders and renewals offer; others are rejected", async () => {
    const { id, token, serverId } = await clientWithServer(api);
    await set("rentalMonths", [1, 12]);
    const { rates } = (await api.call(vps.rates, {}, { token })).body;
    expect(rates.map(({ periods }) => monthsOf(periods))).toEqual(rates.map(() => [1, 12]));
    const options = await api.call(vps.orderOptions, { rateId: "trader-2" }, { token });
    expect(monthsOf(options.body.periods)).toEqual([1, 12]);
    expect(monthsOf((await api.call(vps.getServer, { serverId }, { token })).body.periods)).toEqual([1, 12]);
    for (const { status, error } of [
      await api.call(vps.quoteRent, { rateId: "trader-2", months: 3 }, { token }),
      await api.call(vps.rent, { ...order, months: 3 }, { token }),
      await api.call(vps.renew, { serverId, months: 3 }, { token: await tokenOf(api, id) }),
    ])
      expect([status, Object.keys(error.fields ?? {})]).toEqual([422, ["months"]]);
    expect((await api.call(vps.renew, { serverId, months: 12 }, { token })).status).toBe(200);
  });

  it("without a server's period renew it for one month, and its upgrade keeps the period's discount", async () => {
    const { id, serverId } = await clientWithServer(api, {
      rateId: "trader-1",
      months: 3,
      autoRenewal: true,
    });
    const upgrade = { serverId, rateId: "trader-2", date: inDays(api, 0) };
    const upgradeCents = async () =>
      (await api.call(vps.quoteUpgrade, upgrade, { token: await tokenOf(api, id) })).body.totalCents;
    const before = await upgradeCents();
    await set("rentalMonths", [1, 6, 12]);
    expect(await upgradeCents()).toBe(before);
    const token = await tokenOf(api, id);
    const { renewing } = (await api.call(vps.attention, {}, { token })).body;
    expect(renewing).toMatchObject({ months: 1, priceCents: 900 });
    const { payments } = (await api.call(vps.comingPayments, {}, { token })).body;
    expect(payments[0]).toMatchObject({ months: 1, amountCents: 900 });
    const { paidUntil } = await serverOf(api, serverId);
    passUntil(api, paidUntil, 3_600_000);
    await runServerJobs(api);
    expect(await serverOf(api, serverId)).toMatchObject({ renewalMonths: 1, status: "active" });
  });
});

describe("promoDiscounts", () => {
  it("are the steps that partners see and may use; a code keeps the discount it has", async () => {
    const { token } = await api.newClient();
    const create = (name: string, discount: number) =>
      api.call(partners.createPromoCode, { name, discount }, { token });
    expect((await create("FIVE", 5)).status).toBe(200);
    const steps = [
      { discount: 7, activeReferrals: 0 },
      { discount: 30, activeReferrals: 2 },
    ];
    await set("promoDiscounts", steps);
    const { body } = await api.call(partners.availableDiscounts, {}, { token });
    expect(body).toEqual({ available_discounts: [7], rules: steps });
    expect((await create("FIVES", 5)).error.fields).toHaveProperty("discount");
    expect((await create("SEVEN", 7)).status).toBe(200);
    const buyer = await api.newClient();
    const quote = { rateId: "trader-2", months: 1, promoCode: "FIVE" } as const;
    expect((await api.call(vps.quoteRent, quote, buyer)).body.discountPercent).toBe(5);
  });
});

describe("departments", () => {
  const general = { id: "general", en: "Anything", ru: "Любой вопрос" };

  it("are offered in both languages; a closed one keeps its tickets and takes no new ones", async () => {
    const client = { ...(await api.newClient()), language: "ru" as const };
    const create = (departmentId: string) =>
      api.call(support.createTicket, { departmentId, title: "Terminal", text: "It stops" }, client);
    const { ticketId } = (await create("payments")).body;
    await set("departments", [general, { id: "payments", en: "Billing", ru: "Счета", isClosed: true }]);
    const { departments } = (await api.call(support.departments, {}, client)).body;
    expect(departments).toEqual([{ id: "general", name: "Любой вопрос" }]);
    const { body } = await api.call(support.ticket, { ticketId }, client);
    expect(body.department).toEqual({ id: "payments", name: "Счета" });
    await api.call(support.closeTicket, { ticketId }, client);
    for (const closed of ["payments", "technical"])
      expect((await create(closed)).error.fields).toHaveProperty("departmentId");
    expect((await create("general")).status).toBe(200);
    const { tickets } = (await api.call(support.tickets, {}, client)).body;
    expect(tickets.map(({ department }) => department.name).sort()).toEqual(["Любой вопрос", "Счета"]);
  });

  it("can't lose one that tickets name", async () => {
    const client = await api.newClient();
    const ticket = { departmentId: "payments", title: "Deposit", text: "Where is it?" };
    await api.call(support.createTicket, ticket, client);
    await expect(set("departments", [general])).rejects.toThrow("departments must keep payments");
  });
});

describe("offer and FAQ", () => {
  const settingsOf = async (name: "faq" | "public-offer", language: Language) =>
    (await api.call(readText, { name, language }, {})).body.settings;

  it("get the settings that they name", async () => {
    expect(await settingsOf("faq", "en")).toEqual({
      accountMonthCents: 200,
      freeAccounts: 1,
      graceDays: 7,
      testServerDays: 3,
    });
    await set("graceDays", 2);
    await set("freeAccounts", 3);
    for (const name of ["faq", "public-offer"] as const)
      expect(await settingsOf(name, "ru")).toMatchObject({
        freeAccounts: 3,
        graceDays: 2,
        testServerDays: 3,
      });
  });
});
