import { sql } from "drizzle-orm";
import { afterAll, beforeAll, bench, describe } from "vitest";
import { transaction } from "#api/db/transaction";
import { accountOf, companyAccount } from "#api/ledger/ledger";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/balance/index";
import type { Endpoint, Input } from "#contract/endpoint";
import { benchOptions } from "./bench-options";

/**
 * Cost for a client with a million ledger lines against one with ten: the whole request, including session and
 * contract.
 */
let api: TestApi;
const tokens = new Map<number, string>();
const sizes = [10, Number(process.env.MOVEMENTS ?? 1_000_000)];

/** Inserts transactions a minute apart, the newest on the last day: half transfers, half server payments. */
async function fill(size: number): Promise<void> {
  const { id: userId, token } = await api.newClient();
  tokens.set(size, token);
  const [main, company] = await transaction(api.db, async (tx) => [
    await accountOf(tx, userId, "main"),
    await companyAccount(tx, "revenue"),
  ]);
  const postedAt = sql`timestamptz '2026-03-01T23:59:00Z' - n * interval '1 minute'`;
  const kind = sql`case n % 2 when 0 then 'transfer' else 'server_rent' end`;
  await api.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`alter table ledger_entries disable trigger user`);
    await tx.execute(sql`
      with written as (
        insert into ledger_transactions (kind, reference_type, reference_id, at, details)
        select ${kind}, 'bench', n::text, ${postedAt}, '{"serverId": "server", "tariff": "Trader 1"}' from generate_series(1, ${size}::int) n
        returning id, kind, at)
      insert into ledger_entries (transaction_id, account_id, kind, at, amount_cents, balance_after_cents)
      select id, account, kind, at, cents, 0 from written, (values (${main}::bigint, 1), (${company}::bigint, -1)) as side (account, cents)`);
    await tx.execute(sql`
      insert into movement_days (user_id, history, day, count, amount_cents)
      select ${userId}, movement_history(kind), (at at time zone 'UTC')::date, count(*), sum(amount_cents)
      from ledger_entries where account_id = ${main} group by 2, 3`);
    await tx.execute(sql`update ledger_accounts set balance_cents = ${size} where id = ${main}`);
    await tx.execute(sql`alter table ledger_entries enable trigger user`);
  });
}

beforeAll(async () => {
  api = await testApi();
  for (const size of sizes) await fill(size);
  await api.db.execute(sql`vacuum analyze`).catch(() => api.db.execute(sql`analyze`));
}, 600_000);
afterAll(() => api.close());

function compare<C extends Endpoint>(what: string, endpoint: C, input: (size: number) => Input<C>): void {
  describe(what, () => {
    for (const size of sizes)
      bench(
        `${size} movements`,
        async () => {
          const { status } = await api.call(endpoint, input(size), { token: tokens.get(size) ?? "" });
          if (status !== 200) throw new Error(`answered ${status}`);
        },
        benchOptions,
      );
  });
}

for (const kind of ["transfers", "server-payments"] as const) {
  compare(`${kind}, first page`, contract.history, () => ({ kind }) as never);
  compare(
    `${kind}, in the middle`,
    contract.history,
    (size) => ({ kind, page: Math.ceil(size / 80) }) as never,
  );
  compare(`${kind}, last page`, contract.history, () => ({ kind, page: 1_000_000 }) as never);
  compare(`${kind}, a year`, contract.history, () => ({ kind, period: "year", page: 3 }) as never);
}
compare("all operations, first page", contract.operations, () => ({}) as never);
compare(
  "all operations, in the middle",
  contract.operations,
  (size) => ({ page: Math.ceil(size / 40) }) as never,
);
compare(
  "a statement of no lines",
  contract.statement,
  () => ({ period: "own", from: "2026-03-02", to: "2026-03-02" }) as never,
);
