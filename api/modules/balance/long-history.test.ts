import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "#api/db/transaction";
import { accountOf, companyAccount } from "#api/ledger/ledger";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { rowsRead } from "#api/testing/rows-read";
import * as contract from "#contract/balance/index";
import type { HistoryScope } from "./ledger-days";

let api: TestApi;
let token: string;
const days = 3_650;
const most = 750;

/** Ten years with a transfer, a payment and a deposit each day, as the ledger's triggers count them. */
beforeAll(async () => {
  api = await testApi();
  const client = await api.newClient({ createdAt: new Date("2016-01-01T00:00:00Z") });
  ({ token } = client);
  await transaction(api.db, async (tx) => {
    await tx.execute("set local statement_timeout = 0");
    const main = await accountOf(tx, client.id, "main");
    const company = await companyAccount(tx, "deposits");
    await tx.execute(sql`
      with written as (
        insert into ledger_transactions (kind, reference_type, reference_id, at)
        select kind, 'test', kind || n, timestamptz '2026-03-01T12:00:00Z' - n * interval '1 day'
        from generate_series(1, ${days}::int) as n, unnest(array['transfer', 'server_rent', 'deposit']) as kind
        returning id, kind, at)
      insert into ledger_entries (transaction_id, account_id, kind, at, amount_cents, balance_after_cents)
      select id, account, kind, at, cents, 0
      from written, (values (${main}::bigint, 1), (${company}::bigint, -1)) as side (account, cents)`);
    await tx.execute(sql`update ledger_accounts set balance_cents = ${3 * days} where id = ${main}`);
  });
  await api.db.execute(sql`analyze`);
});
afterAll(() => api.close());

const year = { period: "year" };
const almostAll = { period: "own", from: "2016-03-12", to: "2026-02-10" };

test.each<[string, HistoryScope, Record<string, string | number>]>([
  ["the first page", "transfers", {}],
  ["a page in the middle", "transfers", { page: 90 }],
  ["the last page", "transfers", { page: 100_000 }],
  ["a page of a year", "server-payments", { ...year, page: 9 }],
  ["a page of almost all of it", "server-payments", { ...almostAll, page: 100 }],
  ["the first page of almost all of it", "server-payments", almostAll],
  ["all operations", "all", {}],
  ["all operations, in the middle", "all", { page: 270 }],
  ["all operations of almost all of it, in the middle", "all", { ...almostAll, page: 270 }],
])("%s of ten years reads few rows", async (_, kind, query) => {
  const read = async () => {
    const { status, body } = await (kind === "all"
      ? api.call(contract.operations, query as never, { token })
      : api.call(contract.history, { kind, ...query } as never, { token }));
    expect(status).toBe(200);
    expect(body.movements.length).toBeGreaterThan(0);
  };
  await read();
  // the months of all histories, the days of some months, the page's rows with their details: the days of one history
  // alone are 3,650
  expect(await rowsRead(api, read)).toBeLessThan(most);
});

test("a statement after ten years reads no single days of them", async () => {
  const input = { period: "own", from: "2026-02-20", to: "2026-02-21" } as never;
  const { body } = await api.call(contract.statement, input, { token });
  expect(body).toMatchObject({ openingCents: 3 * days - 3 * 9, closingCents: 3 * days - 3 * 7 });
  const read = () => api.call(contract.statement, input, { token });
  expect(await rowsRead(api, read)).toBeLessThan(most);
});
