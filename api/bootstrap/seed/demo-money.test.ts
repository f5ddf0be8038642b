import { afterAll, beforeAll, expect, test } from "vitest";
import { machineDrifts } from "#api/db/schema/hypervisor";
import { deposits } from "#api/db/schema/payments";
import { firstRows } from "#api/http/pagination";
import { checkLedger } from "#api/ledger/ledger";
import { ledgerRowsOf } from "#api/modules/balance/ledger-rows";
import { checkDrift } from "#api/modules/vps/drift/check-drift";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { demoClients, demoId, seedClients } from "./demo-clients";
import { seedDemoMoney } from "./demo-money";
import { seedDemoPartners } from "./demo-partners";
import { seedDemoServers } from "./demo-servers";
import { seedTariffs } from "./tariffs";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("the demo's history is in the ledger, and seeding again changes nothing", async () => {
  const seed = async () => {
    for (const step of [seedTariffs, seedClients, seedDemoPartners, seedDemoServers, seedDemoMoney])
      await step(api.deps);
  };
  await seed();
  const state = async () => {
    const { rows } = await api.db.execute(
      "select user_id, kind, balance_cents from ledger_accounts order by id",
    );
    return { accounts: rows, orders: (await api.db.select().from(deposits)).length };
  };
  const first = await state();
  await seed();
  expect(await state()).toEqual(first);
  expect(await checkLedger(api.db)).toEqual([]);
  expect(first.orders).toBeGreaterThan(10);
});

test("each row's balance is the previous balance plus its amount, for every demo client", async () => {
  for (const { key } of demoClients) {
    const rows = await ledgerRowsOf(api.db, demoId(key), {}, firstRows(1000));
    expect(rows.length, key).toBeGreaterThan(0);
    const own = rows.toReversed();
    for (const [index, { at, amountCents, balanceCents }] of own.entries())
      expect(balanceCents, `${key} ${at.toISOString()}`).toBe(
        (own[index - 1]?.balanceCents ?? 0) + amountCents,
      );
  }
});

test("each account's balance adds up in the order of time, the company's and partners' too", async () => {
  const { rows } = await api.db.execute(`select account.kind, account.user_id, entry.at, entry.amount_cents,
      entry.balance_after_cents - entry.amount_cents as before,
      lag(entry.balance_after_cents, 1, 0::bigint) over (partition by account.id order by entry.at, entry.id) as previous
    from ledger_entries entry join ledger_accounts account on account.id = entry.account_id`);
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(
    new Set(["deposits", "revenue", "rewards", "payouts", "main", "partner", "withdrawal_hold"]),
  );
  expect(rows.filter(({ before, previous }) => before !== previous)).toEqual([]);
});

test("no demo client has data from before their registration", async () => {
  const { rows } = await api.db.execute(`select u.id, u.created_at as since, least(
      (select min(n.joined_at) from partner_network n where u.id in (n.client_id, n.partner_id)),
      (select min(d.created_at) from deposits d where d.user_id = u.id),
      (select min(e.at) from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.user_id = u.id),
      (select min(s.issued_at) from servers s where s.user_id = u.id)) as first
    from users u where u.id like 'demo-%'`);
  expect(rows.length).toBeGreaterThan(20);
  expect(
    rows.filter(({ since, first }) => first !== null && new Date(String(since)) > new Date(String(first))),
  ).toEqual([]);
});

test("the demo's machines match its servers", async () => {
  await checkDrift.run({}, api.deps);
  expect(await api.db.select().from(machineDrifts)).toEqual([]);
});
