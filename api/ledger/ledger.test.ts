import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from "#api/db/schema/balance";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { drillSize } from "#api/testing/drill-size";
import { accountOf, balancesOf, checkLedger, companyAccount, InsufficientFunds, post } from "./ledger";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const at = new Date("2026-03-02T10:00:00Z");
const reference = { type: "test", id: "1" };

async function fund(userId: string, amountCents: number): Promise<void> {
  await transaction(api.db, async (tx) => {
    const entries = [
      { account: await accountOf(tx, userId, "main"), amountCents },
      { account: await companyAccount(tx, "deposits"), amountCents: -amountCents },
    ];
    await post(tx, { kind: "deposit", reference, at, entries });
  });
}

async function move(tx: Tx, from: string, to: string, amountCents: number): Promise<number> {
  const entries = [
    { account: await accountOf(tx, from, "main"), amountCents: -amountCents },
    { account: await accountOf(tx, to, "main"), amountCents },
  ];
  return post(tx, { kind: "transfer", reference, at, entries });
}

test("a transaction changes both balances, stores the running balance of each entry and passes the check", async () => {
  const [from, to] = [await api.newClient(), await api.newClient()];
  await fund(from.id, 10_000);
  const id = await transaction(api.db, (tx) => move(tx, from.id, to.id, 2_500));
  expect(await balancesOf(api.db, from.id)).toEqual({ main: 7_500, partner: 0, withdrawal_hold: 0, owed: 0 });
  expect(await balancesOf(api.db, to.id)).toMatchObject({ main: 2_500 });
  const entries = await api.db.select().from(ledgerEntries).where(eq(ledgerEntries.transactionId, id));
  expect(entries.map(({ amountCents, balanceAfterCents }) => [amountCents, balanceAfterCents])).toEqual([
    [-2_500, 7_500],
    [2_500, 2_500],
  ]);
  expect(await checkLedger(api.db)).toEqual([]);
});

test("nobody spends more than the balance, and a rejected transaction leaves nothing behind", async () => {
  const [from, to] = [await api.newClient(), await api.newClient()];
  await fund(from.id, 999);
  const before = await api.db.$count(ledgerTransactions);
  await expect(transaction(api.db, (tx) => move(tx, from.id, to.id, 1_000))).rejects.toThrow(
    InsufficientFunds,
  );
  expect(await api.db.$count(ledgerTransactions)).toBe(before);
  expect(await balancesOf(api.db, from.id)).toMatchObject({ main: 999 });
});

test("of 100 parallel spends with money for one, one succeeds", async () => {
  const [from, to] = [await api.newClient(), await api.newClient()];
  await fund(from.id, 700);
  const spends = Array.from({ length: 100 }, () =>
    transaction(api.db, (tx) => move(tx, from.id, to.id, 700)),
  );
  const outcomes = await Promise.allSettled(spends);
  const rejections = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  expect(rejections).toHaveLength(99);
  expect(rejections.filter((reason) => !(reason instanceof InsufficientFunds))).toEqual([]);
  expect(await balancesOf(api.db, to.id)).toMatchObject({ main: 700 });
});

test("transactions in both directions between the same accounts wait for each other without deadlock", async () => {
  const clients = await Promise.all(Array.from({ length: 4 }, () => api.newClient()));
  for (const { id } of clients) await fund(id, 1_000);
  await Promise.all(
    Array.from({ length: 80 }, (_, index) => {
      const [from, to] = [clients[index % 4]?.id ?? "", clients[(index + 1 + (index % 3)) % 4]?.id ?? ""];
      // no retries here: a deadlock would fail the test
      return api.db
        .transaction((tx) => move(tx, from, to, 1 + (index % 7)))
        .catch((error: unknown) => {
          if (!(error instanceof InsufficientFunds)) throw error;
        });
    }),
  );
  const balances = await Promise.all(clients.map(({ id }) => balancesOf(api.db, id)));
  expect(balances.reduce((sum, { main }) => sum + main, 0)).toBe(4_000);
});

test("the database itself rejects what the code must never do", async () => {
  const client = await api.newClient();
  await fund(client.id, 100);
  const errorOf = (statement: ReturnType<typeof sql>) =>
    api.db.execute(statement).then(
      () => "done",
      (error: Error) => String((error.cause as Error).message),
    );
  expect(await errorOf(sql`update ${ledgerEntries} set amount_cents = 1`)).toContain("append-only");
  expect(await errorOf(sql`delete from ${ledgerEntries}`)).toContain("append-only");
  expect(await errorOf(sql`delete from ${ledgerTransactions}`)).toContain("append-only");
  expect(await errorOf(sql`truncate ${ledgerEntries}`)).toContain("append-only");
  const below = sql`update ${ledgerAccounts} set balance_cents = -1 where user_id = ${client.id}`;
  expect(await errorOf(below)).toContain("ledger_accounts_not_below_zero");
  const lone = sql`insert into ${ledgerEntries} (transaction_id, account_id, amount_cents, balance_after_cents, kind, at)
    select max(transaction_id), max(account_id), 5, 5, 'lone', now() from ${ledgerEntries}`;
  expect(await errorOf(lone)).toContain("do not sum to zero");
});

test("the check names a balance that differs from its entries", async () => {
  const client = await api.newClient();
  await fund(client.id, 100);
  const change = (cents: number) =>
    api.db
      .update(ledgerAccounts)
      .set({ balanceCents: sql`balance_cents + ${cents}` })
      .where(eq(ledgerAccounts.userId, client.id));
  await change(1);
  expect(await checkLedger(api.db)).toEqual([
    expect.stringMatching(/^account \d+: balance 101, entries 100$/),
  ]);
  await change(-1);
});

test("any sequence of transactions gives the results of plain arithmetic", async () => {
  const clients = await Promise.all(Array.from({ length: 3 }, () => api.newClient()));
  const model = new Map(clients.map(({ id }) => [id, 0]));
  const clientId = fc.constantFrom(...clients.map(({ id }) => id));
  const action = fc.oneof(
    fc.record({ to: clientId, cents: fc.integer({ min: 1, max: 5_000 }) }),
    fc.record({ from: clientId, to: clientId, cents: fc.integer({ min: 1, max: 5_000 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), async (actions) => {
      for (const done of actions) {
        const from = "from" in done ? done.from : null;
        const isPossible = from === null || from === done.to || (model.get(from) ?? 0) >= done.cents;
        const work =
          from === null
            ? fund(done.to, done.cents)
            : transaction(api.db, (tx) => move(tx, from, done.to, done.cents));
        const outcome = await work.then(
          () => true,
          (error: unknown) => {
            if (error instanceof InsufficientFunds) return false;
            throw error;
          },
        );
        expect(outcome).toBe(isPossible);
        if (!outcome) continue;
        if (from !== null) model.set(from, (model.get(from) ?? 0) - done.cents);
        model.set(done.to, (model.get(done.to) ?? 0) + done.cents);
      }
      for (const { id } of clients) expect((await balancesOf(api.db, id)).main).toBe(model.get(id));
      expect(await checkLedger(api.db)).toEqual([]);
    }),
    { numRuns: drillSize({ daily: 8, nightly: 50 }) },
  );
});
