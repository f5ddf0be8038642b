import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, bench, describe } from "vitest";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { transaction } from "#api/db/transaction";
import { noChange } from "#api/modules/monitoring/history/dirty-ranges";
import { markDirty, refresh } from "#api/modules/monitoring/history/refresh";
import { newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";
import { benchOptions } from "./bench-options";

/**
 * Cost of an account's page with 1,000 and with 1,000,000 trades in a year: each request of the page, and all of them
 * at once; and the cost of a post by its terminal. The design's goal is a ratio of 1.3: figures come from daily sums,
 * trades from an index in the requested order.
 */
let api: TestApi;
const sizes = [1_000, Number(process.env.TRADES ?? 1_000_000)];
type Post = Awaited<ReturnType<typeof newTerminal>>["post"];
const pages = new Map<number, { id: string; token: string; post: Post }>();

/** Does what autovacuum does within a minute. */
const lived = () => api.db.execute(sql`vacuum analyze monitoring_trades`);

/** Inserts trades spread over a year as rows, then runs the account's own refresh. */
async function seed(size: number) {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  const deposit = { ticket: "1", time: Date.UTC(2025, 1, 1) / 1000, type: "balance", profit: "1000000" };
  await post({ currency: "USD", balance: "1000000", equity: "1000000", deals: [deposit] });
  const [account] = await api.db.select().from(accounts).where(eq(accounts.monitoringId, id));
  const accountId = account?.id ?? "";
  await transaction(api.db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
    insert into monitoring_trades (account_id, ticket, position, symbol, side, volume, opened_at, closed_at, open_price, close_price,
      profit, swap, commission, fee, taxes, result, is_final)
    select ${accountId}, n::text, n::text, 'PAIR' || n % 12, case when n % 2 = 0 then 'long' else 'short' end, (n % 50 + 1) / 100.0,
      closed - interval '40 minutes', closed, 1.1, 1.2, profit, 0, -0.35, 0, 0, profit - 0.35, true
    from (select n, timestamptz '2025-02-02Z' + n * (interval '1 year' / ${size}::int) as closed,
      ((n * 7919::bigint) % 20000 - 9500) / 1000.0 as profit from generate_series(2, ${size + 1}::int) as n) as trades`);
    const { time } = deposit;
    await markDirty(tx, accountId, { ...noChange, events: time * 1000, coverage: time * 1000 });
  });
  await lived();
  while (await transaction(api.db, (tx) => refresh(tx, accountId)));
  // the refresh numbers each trade, and the planner needs statistics of those numbers to choose an index
  await lived();
  pages.set(size, { id, token, post });
}

beforeAll(async () => {
  api = await testApi();
  for (const size of sizes) await seed(size);
}, 3_600_000);
afterAll(() => api.close());

let ticket = 10_000_000;
/** Posts a trade of today, as a terminal does. */
async function postTrade(post: Post): Promise<{ status: number }> {
  ticket += 2;
  const time = api.deps.clock.now().getTime() / 1000 - 3_600 + (ticket % 3_000);
  const known = { position: String(ticket), symbol: "EURUSD", volume: "0.1", price: "1.1" };
  const opened = { ...known, ticket: String(ticket), time: time - 60, type: "buy", entry: "in" };
  const closed = { ...known, ticket: String(ticket + 1), time, type: "sell", entry: "out", profit: "1.5" };
  return post({ currency: "USD", deals: [opened, closed] });
}

type PageRequest = (at: { monitoringId: string }, options: { token: string }) => Promise<{ status: number }>;
const trades =
  (query: Record<string, string>): PageRequest =>
  (at, options) =>
    api.call(contract.trades, { ...at, ...query } as never, options);

const pageRequests: Record<string, PageRequest> = {
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

const page: PageRequest = async (at, options) => {
  const requestNames = ["the account", "every figure", "charts", "trades, the first page"];
  const answers = await Promise.all(requestNames.map((name) => pageRequests[name]?.(at, options)));
  return { status: Math.max(...answers.map((answer) => answer?.status ?? 500)) };
};

for (const [name, request] of Object.entries({ ...pageRequests, "the page, its calls at once": page })) {
  describe(name, () => {
    for (const size of sizes) {
      bench(
        `${size} trades`,
        async () => {
          const { id = "", token = "" } = pages.get(size) ?? {};
          const { status } = await request({ monitoringId: id }, { token });
          if (status !== 200) throw new Error(`answered ${status}`);
        },
        benchOptions,
      );
    }
  });
}

describe("ingestion: a post with a trade that was closed", () => {
  for (const size of sizes)
    bench(
      `${size} trades`,
      async () => {
        const { post } = pages.get(size) ?? {};
        const { status } = post ? await postTrade(post) : { status: 0 };
        if (status !== 200) throw new Error(`answered ${status}`);
      },
      benchOptions,
    );
});
