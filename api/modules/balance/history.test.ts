import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSession } from "#api/auth/sessions";
import { seedTariffs } from "#api/bootstrap/seed/tariffs";
import { rates } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import { balancesOf } from "#api/ledger/ledger";
import { giveMoney, order, sendReport } from "#api/modules/payments/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/balance/index";
import type { HistoryKind } from "#contract/balance/ledger-lines";
import { ledgerLinesPerPage } from "#contract/rules";
import { rent } from "#contract/vps/index";

type Client = Awaited<ReturnType<TestApi["newClient"]>>;

let api: TestApi;
let anna: Client;
let boris: Client;
let token: string;

const tokenOf = async ({ id }: Client) =>
  (
    await transaction(api.db, (tx) =>
      openSession(api.deps, tx, { userId: id, userAgent: "test", address: "127.0.0.1" }),
    )
  ).token;

/** A year of Anna's: a deposit on the first day, a rent a hundred days later, transfers and an unpaid deposit on the last. */
beforeAll(async () => {
  api = await testApi();
  await seedTariffs(api.deps);
  anna = await api.newClient();
  boris = await api.newClient();
  await giveMoney(api, anna, 100_000);
  api.pass({ days: 100 });
  const [rate] = await api.db.select().from(rates);
  if (!rate) throw new Error("no rate");
  const rented = await api.call(
    rent,
    { rateId: rate.id, months: 1, operatingSystem: rate.operatingSystems[0] ?? "" },
    { token: await tokenOf(anna) },
  );
  expect(rented.status).toBe(200);
  api.pass({ days: 200 });
  const [annas, boriss] = [await tokenOf(anna), await tokenOf(boris)];
  for (let at = 0; at < 23; at++)
    await api.call(contract.transfer, { email: boris.email, amountCents: 100 + at }, { token: annas });
  await api.call(contract.transfer, { email: anna.email, amountCents: 1_000 }, { token: boriss });
  const failedPayment = await order(api, { ...anna, token: annas }, 900);
  await sendReport(api, failedPayment, "failed");
  token = annas;
});
afterAll(() => api.close());

const history = async (
  kind: HistoryKind,
  query: Partial<{ period: "week" | "year" | "own"; from: string; to: string; page: number }> = {},
) => (await api.call(contract.history, { kind, ...query }, { token })).body;

describe("balance history", () => {
  test("of deposits shows successful and unsuccessful ones", async () => {
    const { movements } = await history("deposits");
    expect(
      movements.map(({ amountCents, status, about, hasReceipt }) => [amountCents, status, about, hasReceipt]),
    ).toEqual([
      [900, "rejected", "Bank card, •••• 4242", false],
      [100_000, "received", "Bank card, •••• 4242", true],
    ]);
  });

  test("of everything has the balance after each transaction, in pages, and links to the receipts", async () => {
    const all = async (page: number) => (await api.call(contract.operations, { page }, { token })).body;
    const [first, second] = [await all(1), await all(9)];
    expect([first.total, first.pages, second.page]).toEqual([26, 2, 2]);
    const ledgerLines = [...first.movements, ...second.movements];
    expect(ledgerLines[0]?.balanceCents).toBe(first.balanceCents);
    for (const [index, { balanceCents, amountCents }] of ledgerLines.entries())
      expect(balanceCents - amountCents).toBe(ledgerLines[index + 1]?.balanceCents ?? 0);
    expect(ledgerLines.at(-1)).toMatchObject({ amountCents: 100_000, status: "received" });
    for (const { receipt } of ledgerLines) {
      if (!receipt) throw new Error("no receipt");
      expect((await api.call(contract.receipt, receipt, { token })).status).toBe(200);
    }
  });

  test("of transfers has both directions, newest first, in pages", async () => {
    const first = await history("transfers");
    expect([first.total, first.pages, first.movements.length]).toEqual([24, 2, ledgerLinesPerPage]);
    expect(first.movements[0]).toMatchObject({
      amountCents: 1_000,
      status: "received",
      about: `Transfer from ${boris.email}`,
    });
    expect(first.movements[1]).toMatchObject({
      amountCents: -122,
      status: "sent",
      about: `Transfer to ${boris.email}`,
    });
    const last = await history("transfers", { page: 99 });
    expect([last.page, last.movements.length]).toEqual([2, 4]);
    const all = [...first.movements, ...last.movements].map(({ id }) => id);
    expect(new Set(all).size).toBe(24);
  });

  test("of server payments names what was paid for", async () => {
    const { movements } = await history("server-payments");
    expect(movements).toHaveLength(1);
    expect(movements[0]).toMatchObject({
      status: "paid",
      about: expect.stringMatching(/^Rental: .+, server \w+$/),
    });
    expect(movements[0]?.amountCents).toBeLessThan(0);
  });

  test("is filtered by periods and by custom dates, both days included", async () => {
    expect((await history("deposits", { period: "week" })).total).toBe(1);
    expect((await history("server-payments", { period: "week" })).total).toBe(0);
    expect((await history("server-payments", { period: "year" })).total).toBe(1);
    const [paid] = (await history("server-payments")).movements;
    const day = paid?.at.slice(0, 10) ?? "";
    expect((await history("server-payments", { period: "own", from: day, to: day })).total).toBe(1);
    expect(
      (await history("server-payments", { period: "own", from: "2020-01-01", to: "2020-12-31" })).total,
    ).toBe(0);
  });

  test("shows nothing of another client", async () => {
    const own = await api.call(contract.history, { kind: "deposits" }, { token: await tokenOf(boris) });
    expect(own.body.total).toBe(0);
  });

  test.each([
    ["en", ",", "-1.00", "Sent"],
    ["ru", ";", "-1,00", "Отправлено"],
  ] as const)("opens in a spreadsheet in %s, all of it", async (language, delimiter, sum, status) => {
    const { response } = await api.call(contract.historyCsv, { kind: "transfers" }, { token, language });
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="transfers-.+\.csv"$/);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const rows = Papa.parse<string[]>(new TextDecoder().decode(bytes), { delimiter }).data.filter(
      (row) => row.length > 1,
    );
    expect(rows).toHaveLength(25);
    expect(rows.at(-1)?.slice(2, 4)).toEqual([sum, status]);
  });
});

describe("receipt", () => {
  test("of each kind of transaction names client, sum and status", async () => {
    for (const kind of ["deposits", "transfers", "server-payments"] as const) {
      const ledgerLine = (await history(kind)).movements.find(({ hasReceipt }) => hasReceipt);
      const { body } = await api.call(contract.receipt, { kind, receiptId: ledgerLine?.id ?? "" }, { token });
      expect(body.movement).toEqual(ledgerLine);
      expect(body.client.email).toBe(anna.email);
    }
  });

  test("of a transaction that did not happen, of another kind or of another client is not found", async () => {
    const unpaid = (await history("deposits")).movements.find(({ hasReceipt }) => !hasReceipt);
    const sent = (await history("transfers")).movements[0];
    const paid = (await history("server-payments")).movements[0];
    const statuses = [
      await api.call(contract.receipt, { kind: "deposits", receiptId: unpaid?.id ?? "" }, { token }),
      await api.call(contract.receipt, { kind: "server-payments", receiptId: sent?.id ?? "" }, { token }),
      await api.call(
        contract.receipt,
        { kind: "server-payments", receiptId: paid?.id ?? "" },
        { token: await tokenOf(boris) },
      ),
      await api.call(contract.receipt, { kind: "transfers", receiptId: "1; select 1" }, { token }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404]);
  });
});

describe("statement of the history", () => {
  const statement = async (query: object = {}) =>
    (await api.call(contract.statement, query as never, { token })).body;

  test("adds up from the opening to the closing balance", async () => {
    for (const query of [
      {},
      { period: "week" },
      { period: "year" },
      { period: "own", from: "2026-03-02", to: "2026-03-02" },
    ]) {
      const { openingCents, inCents, outCents, closingCents, lines } = await statement(query);
      expect(openingCents + inCents + outCents).toBe(closingCents);
      let balance = openingCents;
      for (const line of lines) {
        balance += line.amountCents;
        expect(line.balanceCents).toBe(balance);
      }
      expect(balance).toBe(closingCents);
    }
  });

  test("of all time begins at zero and ends with the balance", async () => {
    const whole = await statement();
    expect(whole.openingCents).toBe(0);
    expect(whole.closingCents).toBe((await balancesOf(api.db, anna.id)).main);
    expect(whole.lines).toHaveLength(26);
  });

  test("of the last week begins with the balance before it", async () => {
    const week = await statement({ period: "week" });
    const before = await statement({ period: "own", from: "2026-03-02", to: week.from.slice(0, 10) });
    expect(before.closingCents).toBe(week.openingCents);
    expect(week.openingCents).toBeGreaterThan(0);
  });
});
