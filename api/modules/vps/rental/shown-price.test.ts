import { eq, ne, sql } from "drizzle-orm";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { promoCodes } from "#api/db/schema/promo-codes";
import { settings } from "#api/db/schema/settings";
import { ratePrices, servers } from "#api/db/schema/vps";
import { balancesOf } from "#api/ledger/ledger";
import { giveMoney, inDays, order, tokenOf, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as monitoring from "#contract/monitoring/index";
import { promoCodeMonths } from "#contract/rules";
import * as vps from "#contract/vps/index";

let api: TestApi;
let partner: { id: string };
let usualPrices: (typeof ratePrices.$inferSelect)[];
beforeAll(async () => {
  api = await vpsApi();
  partner = await api.newClient();
  usualPrices = await api.db.select().from(ratePrices);
});
afterAll(() => api.close());

/** Pages that show a price before the payment made with their button. */
const choices = ["rent", "renew", "upgrade", "subscription", "accounts"] as const;
/** Changes while a page is open. */
const changes = [
  "nothing",
  "dearer",
  "cheaper",
  "promo gone",
  "a day passes",
  "a renewal elsewhere",
] as const;

async function newCode(): Promise<string> {
  const id = api.deps.ids.id();
  const name = `C${id.slice(0, 8).toUpperCase()}`;
  const createdAt = api.deps.clock.now();
  await api.db.insert(promoCodes).values({ id, userId: partner.id, name, discount: 10, createdAt });
  return name;
}

/** Creates a client with a server and a subscription, and returns what each page shows and sends. */
async function clientWithPages(months: number, hasCode: boolean) {
  const { id } = await api.newClient();
  await giveMoney(api, id, 10_000_00);
  const token = async () => ({ token: await tokenOf(api, id) });
  const rented = await api.call(vps.rent, { ...order, rateId: "trader-1", months }, await token());
  const { serverId } = rented.body;
  await api.db.update(servers).set({ status: "active" }).where(eq(servers.id, serverId));
  await api.call(monitoring.buySubscription, { accounts: 2, months: 2 }, await token());
  const code = hasCode && months === promoCodeMonths ? await newCode() : undefined;
  const period = { months, promoCode: code };
  const upgrade = { serverId, rateId: "trader-4", date: inDays(api, 3) };
  const pages = {
    rent: async () =>
      (await api.call(vps.quoteRent, { rateId: "trader-2", ...period }, await token())).body.totalCents,
    renew: async () =>
      (await api.call(vps.quoteRenewal, { serverId, ...period }, await token())).body.totalCents,
    upgrade: async () => (await api.call(vps.quoteUpgrade, upgrade, await token())).body.totalCents,
    subscription: async () =>
      (await api.call(monitoring.quoteSubscription, { accounts: 3, months }, await token())).body.priceCents,
    accounts: async () =>
      (await api.call(monitoring.quoteAccounts, { accounts: 3 }, await token())).body.priceCents,
  };
  const pay = {
    rent: async (agreedCents: number) =>
      api.call(vps.rent, { ...order, rateId: "trader-2", ...period, agreedCents }, await token()),
    renew: async (agreedCents: number) =>
      api.call(vps.renew, { serverId, ...period, agreedCents }, await token()),
    upgrade: async (agreedCents: number) =>
      api.call(vps.orderUpgrade, { ...upgrade, agreedCents }, await token()),
    subscription: async (agreedCents: number) =>
      api.call(monitoring.buySubscription, { accounts: 3, months, agreedCents }, await token()),
    accounts: async (agreedCents: number) =>
      api.call(monitoring.addAccounts, { accounts: 3, agreedCents }, await token()),
  };
  const happen = async (change: (typeof changes)[number]) => {
    if (change === "dearer" || change === "cheaper") {
      const factor = change === "dearer" ? 1.3 : 0.8;
      await api.db
        .update(ratePrices)
        .set({ priceCents: sql`round(${ratePrices.priceCents} * ${factor}::numeric)::int` })
        .where(ne(ratePrices.rateId, "trader-1"));
      const now = api.deps.clock.now();
      await api.db.insert(settings).values({
        key: "accountMonthCents",
        value: change === "dearer" ? 260 : 160,
        author: "olga",
        reason: "Costs",
        createdAt: now,
        holdsFrom: now,
      });
    }
    if (change === "promo gone" && code)
      await api.db.update(promoCodes).set({ discount: 5 }).where(eq(promoCodes.name, code));
    if (change === "a day passes") api.pass({ days: 1 });
    if (change === "a renewal elsewhere") await api.call(vps.renew, { serverId, months: 1 }, await token());
  };
  return { pages, pay, happen, balance: async () => (await balancesOf(api.db, id)).main };
}

/** Undoes the price changes of the run before: an upgrade to a plan that became the cheaper one has no price. */
async function restorePrices() {
  await api.db.delete(ratePrices);
  await api.db.insert(ratePrices).values(usualPrices);
  await api.db.delete(settings);
}

it("a charge equals the price last shown, or returns the new total and charges nothing", async () => {
  await fc.assert(
    fc
      .asyncProperty(
        fc.constantFrom(...choices),
        fc.constantFrom(1, 3, 12),
        fc.boolean(),
        fc.array(fc.constantFrom(...changes), { minLength: 1, maxLength: 3 }),
        async (choice, months, hasCode, happened) => {
          const { pages, pay, happen, balance } = await clientWithPages(months, hasCode);
          let shownCents = await pages[choice]();
          for (const change of happened) await happen(change);
          const nowCents = await pages[choice]();
          for (let press = 1; press <= 2; press++) {
            const before = await balance();
            const { ok, error } = await pay[choice](shownCents);
            const chargedCents = before - (await balance());
            if (ok) {
              expect(chargedCents).toBe(shownCents);
              return;
            }
            expect(error).toMatchObject({ code: "priceDiffers", details: { priceCents: nowCents } });
            expect([chargedCents, press]).toEqual([0, 1]);
            shownCents = Number(error.details?.priceCents);
          }
          throw new Error("what the answer told was not taken either");
        },
      )
      .beforeEach(restorePrices),
    { numRuns: 40 },
  );
}, 120_000);
