import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerDays } from "#api/db/schema/balance";
import { deposits } from "#api/db/schema/payments";
import { transaction } from "#api/db/transaction";
import { firstRows } from "#api/http/pagination";
import { accountOf, companyAccount, post } from "#api/ledger/ledger";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/balance/index";
import { histories } from "./ledger-lines";

let api: TestApi;
let userId: string;
let token: string;
const kinds = ["transfer", "server_rent", "deposit"] as const;
const base = Date.UTC(2026, 0, 31, 23, 50);

/** Transactions on several days, many on one of them, inserted out of order. */
beforeAll(async () => {
  api = await testApi();
  ({ id: userId, token } = await api.newClient());
  const minutes = Array.from({ length: 120 }, (_, index) => (index < 70 ? index % 9 : index * 400));
  for (const [index, minute] of minutes.reverse().entries()) {
    const amountCents = 100 + index;
    await transaction(api.db, async (tx) =>
      post(tx, {
        kind: kinds[index % 3] ?? "transfer",
        reference: { type: "test", id: String(index) },
        at: new Date(base + minute * 60_000),
        entries: [
          { account: await accountOf(tx, userId, "main"), amountCents },
          { account: await companyAccount(tx, "deposits"), amountCents: -amountCents },
        ],
      }),
    );
  }
});
afterAll(() => api.close());

test("stored daily totals equal the ledger's", async () => {
  const { rows } = await api.db.execute(sql`
    select movement_history(e.kind) as history, (e.at at time zone 'UTC')::date::text as day, count(*), sum(amount_cents)::bigint as cents
    from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.user_id = ${userId} and a.kind = 'main'
    group by 1, 2 order by 1, 2`);
  const storedDays = await api.db.select().from(ledgerDays).orderBy(ledgerDays.history, ledgerDays.day);
  expect(
    storedDays.map(({ history, day, count, amountCents }) => ({ history, day, count, cents: amountCents })),
  ).toEqual(rows);
});

test.each([
  ["all time", {}],
  ["a time", { period: "own", from: "2026-02-01", to: "2026-02-20" }],
])("the pages of %s are the whole history, each transaction once and newest first", async (_, period) => {
  for (const kind of ["transfers", "server-payments"] as const) {
    const pageOf = async (page: number) =>
      (await api.call(contract.history, { kind, page, ...period } as never, { token })).body;
    const { pages, total } = await pageOf(1);
    const ids: string[] = [];
    for (let page = 1; page <= pages; page++) ids.push(...(await pageOf(page)).movements.map(({ id }) => id));
    const span =
      "from" in period
        ? { from: new Date("2026-02-01T00:00:00Z"), to: new Date("2026-02-21T00:00:00Z") }
        : undefined;
    const all = await histories[kind].list(api.deps, { userId, span }, "en", firstRows(1_000));
    expect(ids).toEqual(all.map(({ id }) => id));
    expect([total, ids.length]).toEqual([all.length, all.length]);
  }
});

test("a statement opens with the balance before it, whatever the order of writing", async () => {
  const { body } = await api.call(
    contract.statement,
    { period: "own", from: "2026-02-22", to: "2026-02-26" } as never,
    { token },
  );
  const { rows } = await api.db.execute<{ cents: number }>(sql`
    select sum(amount_cents)::bigint as cents from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where a.user_id = ${userId} and a.kind = 'main' and e.at < '2026-02-22T00:00:00Z'`);
  expect(body.openingCents).toBe(rows[0]?.cents);
  expect(body.lines.length).toBeGreaterThan(0);
});

test("daily totals follow a deposit request that is deleted or moved to another day", async () => {
  const counted = async () => (await api.call(contract.history, { kind: "deposits" }, { token })).body.total;
  const at = new Date("2026-02-02T10:00:00Z");
  const values = {
    id: "a-deposit",
    userId,
    method: "card",
    sumCents: 100,
    costCents: 100,
    currency: "USD",
    recipient: "",
    returnTo: "/",
    expiresAt: at,
    status: "notPaid",
    createdAt: at,
    changedAt: at,
  };
  await api.db.insert(deposits).values(values as never);
  expect(await counted()).toBe(1);
  await api.db.delete(deposits);
  expect(await counted()).toBe(0);
});

test("a CSV written in chunks has all rows", async () => {
  const { response } = await api.call(contract.historyCsv, { kind: "transfers" }, { token });
  const text = await response.text();
  expect(text.trimEnd().split("\r\n")).toHaveLength(41);
});

test("a monthly total is the sum of its days", async () => {
  const { rows: days } = await api.db.execute(sql`
    select user_id, history, to_char(day, 'YYYY-MM-01') as month, sum(count)::bigint as count, sum(amount_cents)::bigint as cents
    from movement_days group by 1, 2, 3 order by 1, 2, 3`);
  const { rows: months } = await api.db.execute(sql`
    select user_id, history, month::text, count, amount_cents as cents from movement_months order by 1, 2, 3`);
  expect(months).toEqual(days);
  await api.db.execute(sql`delete from movement_days where day < '2026-02-10'`);
  const { rows: left } = await api.db.execute(sql`
    select (select sum(count) from movement_days)::bigint as of_days, (select sum(count) from movement_months)::bigint as of_months`);
  expect(left[0]?.of_months).toBe(left[0]?.of_days);
});
