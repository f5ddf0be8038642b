import { eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { users } from "#api/db/schema/users";
import { article, dealsOf, newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";
import { publicAccountsPerPage } from "#contract/rules";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

type Sharing = Partial<{
  visibility: contract.Visibility;
  showMoney: boolean;
  showPositions: boolean;
  showNumber: boolean;
}>;

/** Creates an account of a new client with a history. */
async function account(name: string, sharing: Sharing, results = article, deposit = "500") {
  const { token } = await api.newClient();
  const terminal = await newTerminal(api, token, { name });
  const state = {
    server: `${name} Server`,
    currency: "USD",
    mode: "real",
    balance: "627.71",
    equity: "640.13",
  };
  await terminal.post({ ...state, deals: dealsOf(deposit, results) });
  await api.call(
    contract.setSharing,
    { monitoringId: terminal.id, visibility: "private", ...sharing },
    { token },
  );
  // the first view of a history sums it up
  await api.call(contract.statistics, { monitoringId: terminal.id }, { token });
  return { ...terminal, token };
}

const list = async (query: Record<string, string | number> = {}) =>
  (await api.call(contract.publicAccounts, query as never)).body;
const names = async (query: Record<string, string | number> = {}) =>
  (await list(query)).accounts.map(({ name }) => name);

/** Returns the number of queries sent to PostgreSQL during a call. */
async function questions(read: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  await read();
  const count = spy.mock.calls.length;
  spy.mockRestore();
  return count;
}

test("an account is listed only while its owner has made it public", async () => {
  const privateAccount = await account("Kept private", {});
  const linked = await account("Shown by link", { visibility: "link", showMoney: true });
  const open = await account("Open to all", { visibility: "public", showMoney: true });
  const deleted = await account("Deleted", { visibility: "public" });
  const closed = await account("Closed client", { visibility: "public" });
  expect((await names()).sort()).toEqual(["Closed client", "Deleted", "Open to all"]);
  // their owners see no more in the list than others
  for (const { token } of [privateAccount, linked]) {
    const { body } = await api.call(contract.publicAccounts, {} as never, { token });
    expect(body.all).toBe(3);
  }
  await api.call(contract.deleteAccount, { monitoringId: deleted.id }, { token: deleted.token });
  const [row] = await api.db.select().from(accounts).where(eq(accounts.monitoringId, closed.id));
  await api.db
    .update(users)
    .set({ monitoringAllowed: false })
    .where(eq(users.id, row?.userId ?? ""));
  expect(await names()).toEqual(["Open to all"]);
  await api.call(contract.setSharing, { monitoringId: open.id, visibility: "link" }, { token: open.token });
  expect(await names()).toEqual([]);
  await api.call(
    contract.setSharing,
    { monitoringId: linked.id, visibility: "public" },
    { token: linked.token },
  );
  expect(await names()).toEqual(["Shown by link"]);
  for (const { id, token } of [privateAccount, linked, open])
    await api.call(contract.deleteAccount, { monitoringId: id }, { token });
});

test("a listed account shows the same as its page, a new trade at once, and nothing that its owner hides", async () => {
  const { id, token, number, post } = await account("Hides all", { visibility: "public" });
  const compareWithPage = async () => {
    const { body: figures } = await api.call(contract.statistics, { monitoringId: id });
    const { body: page } = await api.call(contract.readAccount, { monitoringId: id });
    const { body: charts } = await api.call(contract.charts, { monitoringId: id });
    const answer = await list();
    const row = answer.accounts.find((one) => one.monitoringId === id);
    expect(row).toMatchObject({
      growth: figures.growth,
      drawdown: figures.relative_drawdown?.percent,
      profitFactor: figures.profit_factor,
      trades: figures.trades,
      since: page.since,
      until: page.until,
    });
    expect(row?.line.at(-1)?.[1]).toBeCloseTo(charts.growth.at(-1)?.[1] ?? Number.NaN, 9);
    return JSON.stringify(answer);
  };
  const sent = await compareWithPage();
  expect(sent).not.toMatch(/627\.71|640\.13|500\.00|127\.71/);
  expect(sent).not.toContain(number);
  expect(await names({ search: number })).toEqual([]);
  await post({ deals: dealsOf("0", ["12.5"], { firstTicket: 900, from: 1_780_000_000 }) });
  await api.call(contract.statistics, { monitoringId: id });
  await compareWithPage();
  await api.call(contract.deleteAccount, { monitoringId: id }, { token });
});

test("the best come first, by figures on their pages and never by money; those beyond the limit are left out", async () => {
  const createdAccounts = [
    // by money the first is the best, by growth the last
    await account("Rich and slow", { visibility: "public" }, ["100", "-50", "100"], "100000"),
    await account("Quick and wild", { visibility: "public" }, ["90", "-80", "150"], "100"),
    await account("Calm", { visibility: "public" }, ["10", "10", "-1"], "100"),
    await account("Nothing yet", { visibility: "public" }, [], "100"),
  ];
  await api.db
    .update(accounts)
    .set({ mode: "demo" })
    .where(eq(accounts.monitoringId, createdAccounts[2]?.id ?? ""));
  expect(await names({ sort: "growth" })).toEqual(["Quick and wild", "Calm", "Rich and slow", "Nothing yet"]);
  expect(await names({ sort: "drawdown" })).toEqual([
    "Rich and slow",
    "Calm",
    "Quick and wild",
    "Nothing yet",
  ]);
  expect((await names({ sort: "factor" }))[0]).toBe("Calm");
  expect(await names({ drawdown: 5 })).toEqual(["Calm", "Rich and slow"]);
  expect(await names({ mode: "demo" })).toEqual(["Calm"]);
  expect(await names({ age: 90 })).toEqual([]);
  expect(await names({ search: " WILD server" })).toEqual(["Quick and wild"]);
  // unreadable parameters are ignored
  expect(await names({ sort: "money", drawdown: "x", page: "0" })).toHaveLength(4);
  for (const { id, token } of createdAccounts)
    await api.call(contract.deleteAccount, { monitoringId: id }, { token });
});

test("a page is ordered by the figures it shows, even if a trade arrived since they were calculated", async () => {
  const slow = await account("Order of a page: slow", { visibility: "public" }, ["10.00"]);
  const fast = await account("Order of a page: fast", { visibility: "public" }, ["20.00"]);
  const search = "Order of a page";
  expect(await names({ search })).toEqual(["Order of a page: fast", "Order of a page: slow"]);
  // the order is cached for a minute
  api.pass({ minutes: 0.5 });
  await slow.post({ deals: dealsOf("500", ["10.00", "90.00"]) });
  await api.call(contract.statistics, { monitoringId: slow.id }, { token: slow.token });
  expect(await names({ search })).toEqual(["Order of a page: slow", "Order of a page: fast"]);
  for (const { id, token } of [slow, fast])
    await api.call(contract.deleteAccount, { monitoringId: id }, { token });
});

test("a page holds 20, a page past the last is the last, and the number of queries is the same for one account as for 60", async () => {
  const { id } = await account("Copied", { visibility: "public" });
  await list();
  api.pass({ seconds: 61 });
  const forOne = await questions(() => list());
  expect(forOne).toBeGreaterThan(2);
  const [known] = await api.db.select().from(accounts).where(eq(accounts.monitoringId, id));
  if (!known) throw new Error("No account was made");
  const copies = Array.from({ length: 59 }, (_, index) => ({
    ...known,
    id: `copy-${index}`,
    monitoringId: `copy-${index}`,
    number: `77${index}`,
    keyHash: `hash ${index}`,
  }));
  await api.db.insert(accounts).values(copies);
  api.pass({ seconds: 61 });
  // accounts never listed before are counted with two more queries
  expect(await questions(() => list())).toBe(forOne + 2);
  api.pass({ seconds: 61 });
  expect(await questions(() => list())).toBe(forOne);
  // the order is cached for a minute; the page shown is recounted
  expect(await questions(() => list({ page: 2 }))).toBeLessThanOrEqual(7);
  const last = await list({ page: 99 });
  expect(last).toMatchObject({ page: 3, pages: 3, total: 60, all: 60 });
  expect(last.accounts).toHaveLength(publicAccountsPerPage);
});
