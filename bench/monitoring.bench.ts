import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, bench, describe } from "vitest";
import { noChange } from "#api/areas/monitoring/history/change";
import { markStale, refresh } from "#api/areas/monitoring/history/refresh";
import { newTerminal } from "#api/areas/monitoring/testing";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/service/testing";
import { testApi } from "#api/service/testing";
import * as contract from "#contract/monitoring/index";

/**
 * What an account's page costs after 1,000 trades of a year and after 100,000: each call as the page makes it, and all of them at once.
 * The goal of the design is a ratio of 1.3: figures come from days that are summed up, trades from an index in the order asked for.
 */
let api: TestApi;
const sizes = [1_000, 100_000] as const;
const pages = new Map<number, { id: string; token: string }>();

/** Trades spread over a year, as rows; the account's own refresh sums them up. */
async function seed(size: number) {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  const deposit = { ticket: "1", time: Date.UTC(2025, 1, 1) / 1000, type: "balance", profit: "1000000" };
  await post({ currency: "USD", balance: "1000000", equity: "1000000", deals: [deposit] });
  const [account] = await api.db.select().from(accounts).where(eq(accounts.monitoringId, id));
  const accountId = account?.id ?? "";
  await api.db.execute(sql`
    insert into monitoring_trades (account_id, ticket, position, symbol, side, volume, opened_at, closed_at, open_price, close_price,
      profit, swap, commission, fee, taxes, result, is_final)
    select ${accountId}, n::text, n::text, 'PAIR' || n % 12, case when n % 2 = 0 then 'long' else 'short' end, (n % 50 + 1) / 100.0,
      closed - interval '40 minutes', closed, 1.1, 1.2, profit, 0, -0.35, 0, 0, profit - 0.35, true
    from (select n, timestamptz '2025-02-02Z' + n * (interval '1 year' / ${size}::int) as closed,
      ((n * 7919::bigint) % 20000 - 9500) / 1000.0 as profit from generate_series(2, ${size + 1}::int) as n) as trades`);
  await transaction(api.db, async (tx) => {
    await markStale(tx, accountId, {
      ...noChange,
      events: deposit.time * 1000,
      coverage: deposit.time * 1000,
    });
    while (await refresh(tx, accountId));
  });
  pages.set(size, { id, token });
}

beforeAll(async () => {
  api = await testApi();
  for (const size of sizes) await seed(size);
  await api.db.execute(sql`vacuum analyze monitoring_trades`);
}, 300_000);
afterAll(() => api.close());

type Look = (at: { id: string }, options: { token: string }) => Promise<{ status: number }>;
const trades =
  (query: Record<string, string>): Look =>
  (at, options) =>
    api.call(contract.trades, { ...at, ...query } as never, options);

const looks: Record<string, Look> = {
  "the account": (at, options) => api.call(contract.readAccount, at, options),
  "every figure": (at, options) => api.call(contract.statistics, at, options),
  "figures of some weeks": (at, options) =>
    api.call(contract.statistics, { ...at, from: "2025-05-10", to: "2025-06-20" }, options),
  charts: (at, options) => api.call(contract.charts, at, options),
  "trades, the first page": trades({}),
  "trades, the last page": trades({ page: "1000000" }),
  "trades by result, the first page": trades({ sort: "result" }),
  "trades by result, page 40": trades({ sort: "result", page: "40" }),
  "trades by result, the last page": trades({ sort: "result", page: "1000000" }),
  "trades by symbol, the last page": trades({ sort: "symbol", direction: "asc", page: "1000000" }),
  "trades by result, some weeks": trades({ sort: "result", from: "2025-05-10", to: "2025-06-20" }),
};

const page: Look = async (at, options) => {
  const calls = ["the account", "every figure", "charts", "trades, the first page"];
  const answers = await Promise.all(calls.map((name) => looks[name]?.(at, options)));
  return { status: Math.max(...answers.map((answer) => answer?.status ?? 500)) };
};

for (const [name, look] of Object.entries({ ...looks, "the page, its calls at once": page })) {
  describe(name, () => {
    for (const size of sizes) {
      bench(
        `${size} trades`,
        async () => {
          const { id, token } = pages.get(size) ?? { id: "", token: "" };
          const { status } = await look({ id }, { token });
          if (status !== 200) throw new Error(`answered ${status}`);
        },
        { time: 1_500, warmupIterations: 10 },
      );
    }
  });
}
