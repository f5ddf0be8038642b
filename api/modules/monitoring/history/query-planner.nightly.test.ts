import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { transaction } from "#api/db/transaction";
import { newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { rowsRead } from "#api/testing/rows-read";
import * as contract from "#contract/monitoring/index";
import { noChange } from "./dirty-ranges";
import { markDirty } from "./refresh";
import { refreshRemaining } from "./refresh-remaining";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

/** Creates an account whose history was just imported and summed up by its job. */
async function imported(size: number): Promise<{ monitoringId: string; token: string }> {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  const time = Date.UTC(2025, 1, 1);
  const deposit = { ticket: "1", time: time / 1000, type: "balance", profit: "1000000" };
  await post({ currency: "USD", balance: "1000000", equity: "1000000", deals: [deposit] });
  const [account] = await api.db.select().from(accounts).where(eq(accounts.monitoringId, id));
  const accountId = account?.id ?? "";
  await transaction(api.db, async (tx) => {
    await tx.execute("set local statement_timeout = 0");
    await tx.execute(sql`
      insert into monitoring_trades (account_id, ticket, position, symbol, side, volume, opened_at, closed_at, open_price, close_price,
        profit, swap, commission, fee, taxes, result, is_final)
      select ${accountId}, n::text, n::text, 'EURUSD', 'long', 1, closed - interval '40 minutes', closed, 1.1, 1.2, profit, 0, 0, 0, 0, profit, true
      from (select n, timestamptz '2025-02-02Z' + n * interval '5 minutes' as closed, (n * 7919) % 20000 - 9500 as profit
        from generate_series(1, ${size}::int) as n) as trades`);
    await markDirty(tx, accountId, { ...noChange, events: time, coverage: time });
  });
  await refreshRemaining.run({ accountId }, api.deps);
  return { monitoringId: id, token };
}

const estimatedRows = async () => {
  const { rows } = await api.db.execute<{ rows: number }>(
    sql`select reltuples as rows from pg_class where oid = 'monitoring_trades'::regclass`,
  );
  return rows[0]?.rows;
};

test("a page of a long history in another order is read by its index once the history is processed", async () => {
  const size = 20_000;
  const { monitoringId, token } = await imported(size);
  const read = async () => {
    const query = { monitoringId, sort: "result", page: "40" } as never;
    const { status, body } = await api.call(contract.trades, query, { token });
    expect([status, body.total]).toEqual([200, size]);
  };
  await read();
  expect(await rowsRead(api, read)).toBeLessThan(2_000);
});

test("a history that is short compared to others does not trigger new planner statistics", async () => {
  const before = await estimatedRows();
  await imported(300);
  expect(await estimatedRows()).toBe(before);
});
