import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from "#api/db/schema/balance";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { accountOf, checkLedger, companyAccount, InsufficientFunds, lockAccountsOf, post } from "./ledger";

let api: TestApi;
let main: number;
let companyId: number;
let userId: string;
beforeAll(async () => {
  api = await testApi();
  userId = (await api.newClient()).id;
  [main, companyId] = await transaction(api.db, async (tx) => [
    await accountOf(tx, userId, "main"),
    await companyAccount(tx, "deposits"),
  ]);
});
afterAll(() => api.close());

const at = new Date("2026-03-02T10:00:00Z");
const moved = (...cents: number[]) =>
  transaction(api.db, (tx) =>
    post(tx, {
      kind: "deposit",
      reference: { type: "test", id: "unsound" },
      at,
      entries: cents.map((amountCents, index) => ({ account: index === 0 ? main : companyId, amountCents })),
    }),
  );

test.each([
  ["a sum that is not zero", [100, -99], "Entries of deposit sum to 1"],
  ["one entry", [0], "Entries of deposit sum to 0"],
  ["no entry", [], "Entries of deposit sum to 0"],
  ["a part of a cent", [0.5, -0.5], "deposit is not in whole cents"],
  ["an entry of nothing", [0, 0], "deposit is not in whole cents"],
  ["one entry of nothing among others", [5, -5, 0], "deposit is not in whole cents"],
  ["more than a number holds", [2 ** 53, -(2 ** 53)], "deposit is not in whole cents"],
])("%s is rejected before anything is written", async (_name, cents, message) => {
  const before = await api.db.$count(ledgerTransactions);
  await expect(moved(...cents)).rejects.toThrow(message);
  expect(await api.db.$count(ledgerTransactions)).toBe(before);
});

test("a missing account is named", async () => {
  const entries = [
    { account: main, amountCents: 5 },
    { account: 987_654, amountCents: -5 },
  ];
  const entry = { kind: "deposit", reference: { type: "test", id: "unsound" }, at, entries };
  await expect(transaction(api.db, (tx) => post(tx, entry))).rejects.toThrow(
    `Unknown ledger account among ${main},987654`,
  );
});

test("insufficient funds name the account that lacks money", async () => {
  await moved(10, -10);
  const rejection: unknown = await moved(-11, 11).catch((error: unknown) => error);
  expect(rejection).toBeInstanceOf(InsufficientFunds);
  expect(rejection).toMatchObject({
    name: "InsufficientFunds",
    message: "insufficient funds",
    accountId: main,
  });
  await moved(-10, 10);
});

test("an existing account is found without a write", async () => {
  const accountIds = await api.db.transaction(
    async (tx) => [await accountOf(tx, userId, "main"), await companyAccount(tx, "deposits")],
    { accessMode: "read only" },
  );
  expect(accountIds).toEqual([main, companyId]);
});

test("locked accounts of a client stay locked until the transaction ends; a client without accounts has nothing to lock", async () => {
  const isFree = () =>
    api.db
      .execute(sql`select 1 from ${ledgerAccounts} where id = ${main} for update nowait`)
      .then(() => true)
      .catch(() => false);
  const whileLocked = await api.db.transaction(async (tx: Tx) => {
    await lockAccountsOf(tx, userId);
    return isFree();
  });
  expect([whileLocked, await isFree()]).toEqual([false, true]);
  const stranger = await api.newClient();
  await transaction(api.db, (tx) => lockAccountsOf(tx, stranger.id));
});

test("the check names a transaction that does not sum to zero", async () => {
  await moved(10, -10);
  const rolledBack = new Error("rolled back");
  let messages: string[] = [];
  const tampering = api.db.transaction(async (tx) => {
    // the database's triggers are disabled for the following, and all of it is rolled back
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`update ${ledgerEntries} set amount_cents = 12 where account_id = ${main} and amount_cents = 10`,
    );
    messages = await checkLedger(tx);
    throw rolledBack;
  });
  await expect(tampering).rejects.toBe(rolledBack);
  expect(messages).toContainEqual(expect.stringMatching(/^transaction \d+ sums to 2$/));
});
