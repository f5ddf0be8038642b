import { sql } from "drizzle-orm";
import { afterAll, beforeAll, bench, describe } from "vitest";
import { ledgerEntries, ledgerTransactions } from "#api/db/schema/balance";
import { transaction } from "#api/db/transaction";
import { accountOf, houseAccount, post } from "#api/ledger/ledger";
import type { TestApi } from "#api/service/testing";
import { testApi } from "#api/service/testing";
import * as contract from "#contract/balance/index";
import type { HistoryKind } from "#contract/balance/movements";

/** What a page of a history costs a client with 10 movements and one with 10,000: the whole call, session and contract included. */
let api: TestApi;
const tokens = new Map<number, string>();
const sizes = [10, 10_000] as const;
const kinds = ["transfer", "server_rent"] as const;

beforeAll(async () => {
  api = await testApi();
  for (const size of sizes) {
    const { id: userId, token } = await api.newClient();
    tokens.set(size, token);
    const [main, house] = await transaction(api.db, async (tx) => {
      const accounts = [await accountOf(tx, userId, "main"), await houseAccount(tx, "revenue")] as const;
      const entries = [
        { account: accounts[0], amountCents: size },
        { account: accounts[1], amountCents: -size },
      ];
      await post(tx, {
        kind: "adjustment",
        reference: { type: "bench", id: userId },
        at: new Date(),
        entries,
      });
      return accounts;
    });
    const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 60_000);
    const written = await api.db
      .insert(ledgerTransactions)
      .values(
        Array.from({ length: size }, (_, index) => ({
          kind: kinds[index % 2] ?? "transfer",
          referenceType: "bench",
          referenceId: String(index),
          at: at(index),
          details: { serverId: "server", rate: "Trader 1" },
        })),
      )
      .returning();
    const entries = written.flatMap(({ id: transactionId, kind, at: time }) =>
      [main, house].map((accountId, side) => ({
        transactionId,
        accountId,
        kind,
        at: time,
        amountCents: side ? 1 : -1,
        balanceAfterCents: 0,
      })),
    );
    for (let from = 0; from < entries.length; from += 2_000)
      await api.db.insert(ledgerEntries).values(entries.slice(from, from + 2_000));
  }
  await api.db.execute(sql`vacuum analyze`);
}, 120_000);
afterAll(() => api.close());

const histories: HistoryKind[] = ["transfers", "server-payments"];

for (const kind of histories) {
  for (const page of [1, 100_000]) {
    describe(`${kind}, ${page === 1 ? "first" : "last"} page`, () => {
      for (const size of sizes) {
        bench(
          `${size} movements`,
          async () => {
            const { status } = await api.call(contract.history, { kind, page } as never, {
              token: tokens.get(size) ?? "",
            });
            if (status !== 200) throw new Error(`answered ${status}`);
          },
          { time: 1_500, warmupIterations: 10 },
        );
      }
    });
  }
}
