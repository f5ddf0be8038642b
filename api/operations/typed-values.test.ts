import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertConsoleRows, newStaff } from "#api/admin/testing";
import { seed } from "#api/bootstrap/seed";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import { addressOfOperation } from "#contract/admin/operation-address";
import { dayOf } from "#contract/day";
import { depositStatuses } from "#contract/payments/deposit-status";
import { formatJson, formatOutput } from "./command-output";
import { readOperation } from "./operation";
import { parametersOf } from "./parameters";
import { allOperations } from "./program";

let api: TestApi;
let token: string;
const email = "trader1@mail.test";

/** The rows of all read operations, with the operations' names. */
const found: [string, contract.OperationRow][] = [];

const run = (name: string, input: contract.OperationInput) =>
  api.call(contract.runOperation, { name: addressOfOperation(name), input, isConfirmed: true }, { token });
/** Returns the rows of a list; none if it needs another input. */
const read = async (name: string, input: contract.OperationInput) => {
  const { body } = await api.call(contract.readList, { name: addressOfOperation(name), input }, { token });
  return body?.rows ?? [];
};

/** Inputs of operations that need one, or that show other rows with another one. */
const inputs = async (): Promise<Record<string, contract.OperationInput[]>> => {
  const [invoice] = await read("invoices list", { from: "2020-01-01" });
  return {
    "clients show": [{ client: email }],
    "deposits list": depositStatuses.map((status) => ({ status })),
    "books revenue": [{ from: "2020-01-01" }, { from: "2020-01-01", by: "method" }],
    "books discounts": [{ from: "2020-01-01" }],
    "invoices list": [{ from: "2020-01-01" }],
    "invoices show": [{ number: String(invoice?.number) }],
  };
};

beforeAll(async () => {
  api = await testApi();
  await seed(api.deps, { withDemo: true, withStaff: true });
  ({ token } = await newStaff(api, "owner"));
  await insertConsoleRows(api.db, 1, 2);
  await api.db.execute(
    sql`update deposits set method = 'transfer', currency = 'EUR', status = 'notPaid' where id = 'deposit2'`,
  );
  await api.db.execute(
    sql`insert into deposit_refunds (id, deposit_id, status, sum_cents, cost_cents, is_asked, reason, created_at, changed_at, ledger_id)
      select 'refund1', 'deposit1', 'done', 100, 100, false, 'Paid twice', now(), now(), max(id) from ledger_transactions`,
  );
  const soon = dayOf(new Date(api.deps.clock.now().getTime() + 12 * 86_400_000));
  await run("tariffs price", { id: "trader-1", months: "1", dollars: "1200", from: soon });
  await run("promo-codes create", { name: "WINTER25", percent: "25" });
  const known = await inputs();
  for (const { name, isRead, isShellOnly } of allOperations().values())
    if (isRead && !isShellOnly)
      for (const input of known[name] ?? [{}])
        for (const row of await read(name, input)) found.push([name, row]);
}, 120_000);
afterAll(() => api.close());

/** A sum as text, alone or before other words, or behind a number of months. */
const sumText = /(^|: )[^\w\s]*\d[\d,]*\.\d\d(?![\d.])/;

/** A day or a moment as text. */
const timeText = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/;

/** Whether a value, or a part of it, is a sum, a day or a moment. */
const isTyped = (key: "cents" | "day" | "time", value: contract.OperationValue): boolean =>
  [value].flat().some((part) => typeof part === "object" && part !== null && key in part);

const columnsWith = (key: "cents" | "day" | "time") => {
  const columns = found.flatMap(([name, row]) =>
    Object.keys(row).flatMap((column) => (isTyped(key, row[column] ?? null) ? [`${name}: ${column}`] : [])),
  );
  return [...new Set(columns)].sort();
};

describe("rows of operations", () => {
  it("have no sum, day or moment as text", () => {
    const texts = found.flatMap(([name, row]) =>
      Object.entries(row).flatMap(([column, value]) =>
        [value].flat().flatMap((part) => (typeof part === "string" ? [[name, column, part] as const] : [])),
      ),
    );
    expect(texts.length).toBeGreaterThan(500);
    // a setting's value is the text that its form takes, whatever its kind
    const others = texts.filter(([name, column]) => name !== "settings show" || column !== "value");
    expect(others.filter(([, , text]) => sumText.test(text))).toEqual([]);
    expect(texts.filter(([, , text]) => timeText.test(text))).toEqual([]);
  });

  it("have typed days in these columns, and moments in many", () => {
    expect(columnsWith("day")).toEqual([
      "audit list: with",
      "books revenue: day",
      "tariffs changes: from",
      "withdrawals list: due",
    ]);
    expect(columnsWith("time").length).toBeGreaterThan(20);
  });

  it("have typed sums in these columns", () => {
    expect(columnsWith("cents")).toEqual([
      "audit list: before",
      "audit list: with",
      "balance proposals: amount",
      "books partners: balance",
      "books partners: debt",
      "books partners: held",
      "books partners: owed",
      "books revenue: usd",
      "clients show: balance",
      "clients show: debt",
      "clients show: partner balance",
      "deposits history: paid",
      "deposits history: sum",
      "deposits list: paid",
      "deposits list: sum",
      "deposits refunds: sum",
      "deposits transfers: invoiced",
      "invoices list: net",
      "invoices list: tax",
      "invoices list: total",
      "invoices show: net",
      "invoices show: total",
      "promo-codes list: granted",
      "staff waiting: sum",
      "tariffs changes: price",
      "tariffs list: prices",
      "withdrawals history: amount",
      "withdrawals list: amount",
    ]);
  });

  it("have sums with their currency", () => {
    const [, transfer] = found.find(([name]) => name === "deposits transfers") ?? [];
    expect(transfer?.invoiced).toEqual({ cents: 1_000, currency: "EUR" });
    const [, plan] = found.find(([name, { id }]) => name === "tariffs list" && id === "trader-1") ?? [];
    expect(plan?.prices).toEqual(expect.arrayContaining(["1: ", { cents: 900, currency: "USD" }]));
  });

  it("are written in one form on the command line, and with --json as in the API", async () => {
    const outputOf = async (name: string, input = {}) => {
      const operation = allOperations().get(name);
      if (!operation) throw new Error(`there is no operation ${name}`);
      return readOperation(operation, input, api.deps, { operator: "olga" });
    };
    const table = async (name: string, input = {}) => formatOutput(await outputOf(name, input));
    expect(await table("deposits transfers")).toMatch(/ €10\.00 /);
    expect(await table("deposits list", { status: "underReview" })).toMatch(/ \$10\.00 +10\.00 USDT /);
    expect(await table("tariffs changes")).toContain(" $1,200.00 ");
    expect(await table("tariffs list")).toMatch(/ 1: \$9\.00, 3: \$25\.65, /);
    const [proposal] = JSON.parse(formatJson(await outputOf("balance proposals")));
    expect(proposal.amount).toEqual({ cents: 20_000, currency: "USD" });
  });
});

describe("parameters of operations", () => {
  it("are days where they are given as such", () => {
    const names = [...allOperations().values()].flatMap((operation) =>
      parametersOf(operation).flatMap(({ name, kind }) =>
        kind === "day" ? [`${operation.name}: ${name}`] : [],
      ),
    );
    expect(names).toContain("promo-codes create: until");
    expect(names).toContain("tariffs price: from");
    expect(names).not.toContain("maintenance plan: starts");
    expect(names.length).toBeGreaterThan(10);
  });

  it("are money where they are given in dollars", () => {
    const names = [...allOperations().values()].flatMap((operation) =>
      parametersOf(operation).flatMap(({ name, kind }) =>
        kind === "money" ? [`${operation.name}: ${name}`] : [],
      ),
    );
    expect(names.sort()).toEqual([
      "balance credit: amount",
      "balance debit: amount",
      "deposits accept: amount",
      "deposits paid: amount",
      "deposits refund: amount",
      "partner terms: minWithdrawal",
      "servers upgrade: price",
      "tariffs concerned: dollars",
      "tariffs price: dollars",
    ]);
  });
});
