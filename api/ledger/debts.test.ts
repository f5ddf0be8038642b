import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from "#api/db/schema/balance";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import type { ClientAccount } from "./ledger";
import {
  accountOf,
  balancesOf,
  checkLedger,
  companyAccount,
  InsufficientFunds,
  post,
  takeBack,
} from "./ledger";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const at = new Date("2026-03-02T10:00:00Z");
const reference = { type: "test", id: "debts" };

/** Credits clients' accounts from outside in one transaction; returns its id. */
const credit = (...to: [userId: string, kind: ClientAccount, cents: number][]) =>
  transaction(api.db, async (tx) => {
    const entries = [];
    for (const [userId, kind, amountCents] of to)
      entries.push({ account: await accountOf(tx, userId, kind), amountCents });
    const sum = entries.reduce((total, { amountCents }) => total + amountCents, 0);
    entries.push({ account: await companyAccount(tx, "deposits"), amountCents: -sum });
    return post(tx, { kind: "deposit", reference, at, entries });
  });

const take = (userId: string, amountCents: number) =>
  transaction(api.db, (tx) =>
    takeBack(tx, {
      userId,
      amountCents,
      to: "adjustments",
      kind: "reversal",
      reference,
      at,
      details: { why: "test" },
    }),
  );

const entriesOf = async (id: number) =>
  (
    await api.db
      .select({ kind: ledgerAccounts.kind, cents: ledgerEntries.amountCents })
      .from(ledgerEntries)
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
      .where(eq(ledgerEntries.transactionId, id))
      .orderBy(ledgerEntries.id)
  ).map(({ kind, cents }) => [kind, cents]);

const debtOf = async (userId: string) => {
  const [debt] = await api.db
    .select()
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, userId), eq(ledgerAccounts.kind, "debt")));
  return debt?.id ?? 0;
};

/** Returns the payments of a debt, oldest first: sums and their sources. */
const repaymentsOf = async (userId: string) => {
  const rows = await api.db
    .select({
      id: ledgerTransactions.id,
      kind: ledgerTransactions.kind,
      reference: ledgerTransactions.referenceId,
      at: ledgerTransactions.at,
      cents: ledgerEntries.amountCents,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(and(eq(ledgerEntries.accountId, await debtOf(userId)), eq(ledgerEntries.kind, "debt_repaid")))
    .orderBy(ledgerEntries.id);
  return rows;
};

test("a clawback is taken from the partner balance, then from the main one, and becomes a debt beyond both", async () => {
  const { id } = await api.newClient();
  await credit([id, "partner", 300], [id, "main", 200]);
  const first = await take(id, 100);
  expect(await entriesOf(first)).toEqual([
    ["partner", -100],
    ["adjustments", 100],
  ]);
  expect(await balancesOf(api.db, id)).toEqual({ partner: 200, main: 200, withdrawal_hold: 0, owed: 0 });
  const second = await take(id, 350);
  expect(await entriesOf(second)).toEqual([
    ["partner", -200],
    ["main", -150],
    ["adjustments", 350],
  ]);
  const third = await take(id, 1_050);
  expect(await entriesOf(third)).toEqual([
    ["main", -50],
    ["debt", -1_000],
    ["adjustments", 1_050],
  ]);
  expect(await balancesOf(api.db, id)).toEqual({ partner: 0, main: 0, withdrawal_hold: 0, owed: 1_000 });
  const [written] = await api.db.select().from(ledgerTransactions).where(eq(ledgerTransactions.id, third));
  expect(written).toMatchObject({
    kind: "reversal",
    referenceType: "test",
    referenceId: "debts",
    details: { why: "test" },
  });
  expect(await checkLedger(api.db)).toEqual([]);
});

test("income of a client in debt pays the debt first, and only the debt", async () => {
  const { id } = await api.newClient();
  await take(id, 500);
  await credit([id, "main", 300]);
  expect(await balancesOf(api.db, id)).toMatchObject({ main: 0, owed: 200 });
  await credit([id, "partner", 350]);
  expect(await balancesOf(api.db, id)).toMatchObject({ main: 0, partner: 150, owed: 0 });
  await credit([id, "main", 10]);
  expect(await balancesOf(api.db, id)).toMatchObject({ main: 10, partner: 150, owed: 0 });
  const repaid = await repaymentsOf(id);
  expect(repaid).toMatchObject([
    { kind: "debt_repaid", reference: "debts", at, cents: 300 },
    { kind: "debt_repaid", reference: "debts", at, cents: 200 },
  ]);
  expect(await entriesOf(repaid[1]?.id ?? 0)).toEqual([
    ["partner", -200],
    ["debt", 200],
  ]);
  expect(await checkLedger(api.db)).toEqual([]);
});

test("one transaction to both accounts of a client pays no more than is owed", async () => {
  const { id } = await api.newClient();
  await take(id, 500);
  await credit([id, "main", 400], [id, "partner", 400]);
  const { main, partner, owed } = await balancesOf(api.db, id);
  expect([main + partner, owed]).toEqual([300, 0]);
  expect((await repaymentsOf(id)).map(({ cents }) => cents)).toEqual([400, 100]);
});

test("one client's money does not pay another client's debt", async () => {
  const [owing, more, solvent] = [await api.newClient(), await api.newClient(), await api.newClient()];
  await take(owing.id, 500);
  await take(more.id, 70);
  await credit([solvent.id, "main", 900], [more.id, "main", 100]);
  expect(await balancesOf(api.db, owing.id)).toMatchObject({ main: 0, owed: 500 });
  expect(await balancesOf(api.db, more.id)).toMatchObject({ main: 30, owed: 0 });
  expect(await balancesOf(api.db, solvent.id)).toMatchObject({ main: 900, owed: 0 });
});

test("a recipient's payment pays their debt from the remainder, and paying someone leaves the payer's own debt unchanged", async () => {
  const [from, to] = [await api.newClient(), await api.newClient()];
  await credit([from.id, "main", 1_000]);
  await take(to.id, 250);
  await transaction(api.db, async (tx) => {
    const entries = [
      { account: await accountOf(tx, from.id, "main"), amountCents: -400 },
      { account: await accountOf(tx, to.id, "main"), amountCents: 400 },
    ];
    await post(tx, { kind: "transfer", reference, at, entries });
  });
  expect(await balancesOf(api.db, from.id)).toMatchObject({ main: 600, owed: 0 });
  expect(await balancesOf(api.db, to.id)).toMatchObject({ main: 150, owed: 0 });
});

test("money on hold for a withdrawal pays no debt until it is released", async () => {
  const { id } = await api.newClient();
  await credit([id, "withdrawal_hold", 500]);
  await take(id, 100);
  await credit([id, "withdrawal_hold", 50]);
  expect(await balancesOf(api.db, id)).toEqual({ main: 0, partner: 0, withdrawal_hold: 550, owed: 100 });
  await transaction(api.db, async (tx) => {
    const entries = [
      { account: await accountOf(tx, id, "withdrawal_hold"), amountCents: -550 },
      { account: await accountOf(tx, id, "partner"), amountCents: 550 },
    ];
    await post(tx, { kind: "withdrawal_cancelled", reference, at, entries });
  });
  expect(await balancesOf(api.db, id)).toEqual({ main: 0, partner: 450, withdrawal_hold: 0, owed: 0 });
});

test("a debt is never paid beyond what is owed", async () => {
  const { id } = await api.newClient();
  await take(id, 100);
  const debt = await debtOf(id);
  const pay = (cents: number) =>
    transaction(api.db, async (tx) => {
      const entries = [
        { account: debt, amountCents: cents },
        { account: await companyAccount(tx, "deposits"), amountCents: -cents },
      ];
      await post(tx, { kind: "deposit", reference, at, entries });
    });
  await expect(pay(101)).rejects.toThrow(InsufficientFunds);
  await pay(100);
  expect(await balancesOf(api.db, id)).toMatchObject({ main: 0, owed: 0 });
});
