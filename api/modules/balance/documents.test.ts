import { eq, inArray } from "drizzle-orm";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from "#api/db/schema/balance";
import { transaction } from "#api/db/transaction";
import { accountOf, checkLedger, companyAccount } from "#api/ledger/ledger";
import { decideDeposit } from "#api/modules/payments/decide-deposit";
import { order, sendReport } from "#api/modules/payments/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/balance/index";
import { submitTxid } from "#contract/payments/index";
import { statementMaxLines } from "#contract/rules";

type Client = Awaited<ReturnType<TestApi["newClient"]>>;

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(async () => {
  expect(await checkLedger(api.db)).toEqual([]);
  await api.close();
});

/**
 * Adds this many transactions to a client's balance, alternately a credit and a debit, in two statements like `post`.
 */
async function move({ id }: Client, count: number, from = 0): Promise<void> {
  await transaction(api.db, async (tx) => {
    const [main, company] = [await accountOf(tx, id, "main"), await companyAccount(tx, "deposits")];
    const bothAccounts = inArray(ledgerAccounts.id, [main, company]);
    const locked = await tx.select().from(ledgerAccounts).where(bothAccounts).for("update");
    const balances = new Map(locked.map((account) => [account.id, account.balanceCents]));
    const kind = "transfer";
    const moves = Array.from({ length: count }, (_, step) => from + step).map((index) => ({
      at: new Date(api.deps.clock.now().getTime() + index),
      amountCents: index % 2 === 0 ? 100 + index : -100,
      referenceId: `${id}-${index}`,
    }));
    const written = await tx
      .insert(ledgerTransactions)
      .values(moves.map(({ at, referenceId }) => ({ kind, referenceType: "test", referenceId, at })))
      .returning({ id: ledgerTransactions.id });
    const entries = moves.flatMap(({ at, amountCents }, index) => {
      const entry = (accountId: number, cents: number) => {
        const balanceAfterCents = (balances.get(accountId) ?? 0) + cents;
        balances.set(accountId, balanceAfterCents);
        const transactionId = written[index]?.id ?? 0;
        return { accountId, amountCents: cents, balanceAfterCents, kind, at, transactionId };
      };
      return [entry(main, amountCents), entry(company, -amountCents)];
    });
    await tx.insert(ledgerEntries).values(entries);
    for (const [account, balanceCents] of balances)
      await tx.update(ledgerAccounts).set({ balanceCents }).where(eq(ledgerAccounts.id, account));
  });
}

describe("receipt of a deposit", () => {
  const detailsOf = async ({ token }: Client, id: string, language?: "ru") =>
    (await api.call(contract.receipt, { kind: "deposits", receiptId: id }, { token, language })).body.facts;

  test("says when the money came and what was paid, in dollars", async () => {
    const client = await api.newClient();
    const payment = await order(api, client, 20_00);
    expect(await sendReport(api, payment, "paid")).toBe(200);
    const details = await detailsOf(client, payment.orderId);
    expect(details.map(({ name, value }) => `${name}: ${value.replaceAll("\u00A0", " ")}`)).toEqual([
      "Credited on: 2 Mar 2026, 10:00 UTC",
      `Paid: $${(payment.costCents / 100).toFixed(2)}`,
      `Fee: $${((payment.costCents - payment.sumCents) / 100).toFixed(2)}`,
    ]);
  });

  test("shows a sum in another currency with its code, and the transaction id, in the client's language", async () => {
    const client = await api.newClient();
    const payment = await order(api, client, 20_00, "usdt-trc20");
    const { orderId } = payment;
    const sent = { orderId, txid: "a1".repeat(32), signature: payment.signature };
    expect((await api.call(submitTxid, sent, { token: client.token })).status).toBe(200);
    await transaction(api.db, (tx) => decideDeposit(api.deps, tx, orderId, { accept: true }));
    const details = await detailsOf(client, payment.orderId, "ru");
    const cost = (payment.costCents / 100).toFixed(2).replace(".", ",");
    expect(details.map(({ name }) => name)).toEqual(["Дата зачисления", "Оплачено", "TXID"]);
    expect(details.slice(1).map(({ value }) => value)).toEqual([`${cost} USDT`, sent.txid]);
  });
});

describe("balance statement", () => {
  const statementOf = ({ token }: Client) => api.call(contract.statement, {} as never, { token });

  test("lists the oldest first, and totals income and expenses", async () => {
    const client = await api.newClient();
    await move(client, 4);
    const { body } = await statementOf(client);
    expect(body.lines.map(({ amountCents, balanceCents }) => [amountCents, balanceCents])).toEqual([
      [100, 100],
      [-100, 0],
      [102, 102],
      [-100, 2],
    ]);
    expect([body.openingCents, body.inCents, body.outCents, body.closingCents]).toEqual([0, 202, -200, 2]);
    expect(body.client.email).toBe(client.email);
  });

  test("with more lines than fit on paper is rejected with a message", async () => {
    const client = await api.newClient();
    await move(client, statementMaxLines);
    expect((await statementOf(client)).body.lines).toHaveLength(statementMaxLines);
    await move(client, 1, statementMaxLines);
    const answer = await statementOf(client);
    expect([answer.status, answer.error.code]).toEqual([422, "statementTooLong"]);
  });
});

test("a CSV has column titles, the date in its file name, and every row once, across several chunks", async () => {
  const client = await api.newClient();
  await move(client, 1_001);
  const { response } = await api.call(contract.historyCsv, { kind: "transfers" }, { token: client.token });
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="transfers-2026-03-02.csv"');
  const [head, ...rows] = Papa.parse<string[]>((await response.text()).trim()).data;
  expect(head).toEqual(["Date (UTC)", "Transaction", "Amount, USD", "Status", "Number"]);
  expect(rows).toHaveLength(1_001);
  expect(new Set(rows.map((row) => row[4])).size).toBe(1_001);
  expect(rows[0]?.slice(2, 4)).toEqual(["11.00", "Received"]);
  expect(rows.at(-1)?.slice(2, 4)).toEqual(["1.00", "Received"]);
});
