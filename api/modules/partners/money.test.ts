import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from "#api/db/schema/balance";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as money from "./money";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

/** Returns the ledger transactions with these references, each with its entries in ascending order of amount. */
async function transactionsOf(...references: string[]) {
  const rows = await api.db
    .select({
      kind: ledgerTransactions.kind,
      type: ledgerTransactions.referenceType,
      id: ledgerTransactions.referenceId,
      at: ledgerTransactions.at,
      details: ledgerTransactions.details,
      entries: sql`array_agg(case when ${ledgerAccounts.userId} is null then 'house ' else '' end || ${ledgerAccounts.kind}
        || ' ' || ${ledgerEntries.amountCents} order by ${ledgerEntries.amountCents})`,
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(inArray(ledgerTransactions.referenceId, references))
    .groupBy(ledgerTransactions.id)
    .orderBy(ledgerTransactions.id);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

it("each money operation is recorded in the ledger with its kind, cause, time and both accounts", async () => {
  const { id: userId } = await api.newClient();
  const run = <T>(move: (tx: Tx) => Promise<T>) => transaction(api.db, move);
  const reward = {
    id: "reward-1",
    partnerId: userId,
    paymentId: "payment-1",
    level: 2,
    percent: 12.5,
    amountCents: 100_00,
    clearsAt: new Date("2026-03-16T10:00:00Z"),
  };
  await run((tx) => money.payReward(api.deps, tx, reward));
  api.pass({ minutes: 1 });
  await run((tx) =>
    money.takeRewardBack(api.deps, tx, { ...reward, id: "reward-2", amountCents: -10_00, percent: 5 }),
  );
  const paid = { id: "withdrawal-1", userId, amountCents: 20_00 };
  const returned = { id: "withdrawal-2", userId, amountCents: 30_00 };
  await run((tx) => money.holdWithdrawal(api.deps, tx, paid));
  await run((tx) => money.payWithdrawal(api.deps, tx, paid));
  await run((tx) => money.holdWithdrawal(api.deps, tx, returned));
  await run((tx) => money.releaseWithdrawal(api.deps, tx, returned));
  await run((tx) => money.moveToMainBalance(api.deps, tx, { id: "transfer-1", userId, amountCents: 40_00 }));
  expect(await money.partnerBalance(api.db, userId)).toBe(30_00);

  const about = { paymentId: "payment-1", level: 2, clearsAt: "2026-03-16T10:00:00.000Z" };
  const later = { at: "2026-03-02T10:01:00.000Z", details: {} };
  expect(await transactionsOf("reward-1", "reward-2", "withdrawal-1", "withdrawal-2", "transfer-1")).toEqual([
    {
      kind: "reward",
      type: "partner_reward",
      id: "reward-1",
      at: "2026-03-02T10:00:00.000Z",
      details: { ...about, percent: 12.5 },
      entries: ["house rewards -10000", "partner 10000"],
    },
    {
      ...later,
      kind: "reward_taken_back",
      type: "partner_reward",
      id: "reward-2",
      details: { ...about, percent: 5 },
      entries: ["partner -1000", "house rewards 1000"],
    },
    {
      ...later,
      kind: "withdrawal_held",
      type: "withdrawal",
      id: "withdrawal-1",
      entries: ["partner -2000", "withdrawal_hold 2000"],
    },
    {
      ...later,
      kind: "withdrawal_paid",
      type: "withdrawal",
      id: "withdrawal-1",
      entries: ["withdrawal_hold -2000", "house payouts 2000"],
    },
    {
      ...later,
      kind: "withdrawal_held",
      type: "withdrawal",
      id: "withdrawal-2",
      entries: ["partner -3000", "withdrawal_hold 3000"],
    },
    {
      ...later,
      kind: "withdrawal_released",
      type: "withdrawal",
      id: "withdrawal-2",
      entries: ["withdrawal_hold -3000", "partner 3000"],
    },
    {
      ...later,
      kind: "partner_transfer",
      type: "partner_transfer",
      id: "transfer-1",
      entries: ["partner -4000", "main 4000"],
    },
  ]);
});
