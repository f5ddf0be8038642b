import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ledgerAccounts, ledgerEntries } from "#api/db/schema/balance";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { accountOf, companyAccount, post } from "#api/ledger/ledger";
import { ledgerExport } from "#api/modules/books/ledger-export";
import { newReferral } from "#api/modules/partners/testing";
import { giveMoney as deposit } from "#api/modules/payments/testing";
import { forgetClient } from "#api/modules/privacy/forget-client";
import { giveMoney, order, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import type { OperationRow } from "#contract/admin/index";
import * as balance from "#contract/balance/index";
import { changeBillingDetails } from "#contract/books/index";
import { dayOf } from "#contract/day";
import * as monitoring from "#contract/monitoring/index";
import * as vps from "#contract/vps/index";
import { runAdmin } from "./testing";

let api: TestApi;
let partner: { id: string; email: string };
let client: { id: string; token: string };
beforeAll(async () => {
  api = await vpsApi();
  partner = await api.newClient();
  const referred = await newReferral(api, partner.id);
  client = referred;
  await deposit(api, client, 30_000);
  await api.call(vps.rent, order, { token: client.token });
  await api.call(monitoring.buySubscription, { accounts: 2, months: 1 }, { token: client.token });
  api.pass({ minutes: 10 });
});
afterAll(() => api.close());

const ofCompany = (kind: string) => and(isNull(ledgerAccounts.userId), eq(ledgerAccounts.kind, kind));
const ofClient = (userId: string, kind: string) =>
  and(eq(ledgerAccounts.userId, userId), eq(ledgerAccounts.kind, kind));

const books = async (...args: string[]) =>
  JSON.parse(await runAdmin(api, "books", ...args, "--json")) as OperationRow[];
const usd = (cents = 0) => ({ cents, currency: "USD" });

describe("books revenue", () => {
  it("reports earnings by day and plan, equal to the ledger", async () => {
    const rows = await books("revenue");
    const [revenue] = await api.db.select().from(ledgerAccounts).where(ofCompany("revenue"));
    expect(rows.map(({ day, plan, payments }) => [day, plan, payments])).toEqual([
      ["2026-03-02", "Trader 2", 1],
      ["2026-03-02", "monitoring", 1],
      ["total", "", 2],
    ]);
    expect(revenue?.balanceCents).toBeGreaterThan(0);
    expect(rows.at(-1)?.usd).toEqual(usd(revenue?.balanceCents));
  });

  it("reports deposits by day and payment method", async () => {
    const rows = await books("revenue", "--by", "method");
    expect(rows[0]).toMatchObject({ day: "2026-03-02", deposits: 1, refunds: 0, usd: usd(30_000) });
    expect(rows[1]).toMatchObject({ day: "total", deposits: 1, refunds: 0, usd: usd(30_000) });
  });

  it("has no rows for days without a payment", async () => {
    expect(await books("revenue", "--from", "2026-01-01", "--to", "2026-03-01")).toEqual([]);
    await expect(books("revenue", "--from", "2026-02-30")).rejects.toThrow();
  });
});

describe("books months", () => {
  it("lists the months in which money moved", async () => {
    expect(await books("months")).toEqual([{ month: "2026-03" }]);
  });
});

describe("books partners", () => {
  it("reports what each partner is owed at the end of a day", async () => {
    const [owed, total] = await books("partners");
    const [account] = await api.db.select().from(ledgerAccounts).where(ofClient(partner.id, "partner"));
    expect(owed).toMatchObject({ partner: partner.email, held: usd(0), debt: usd(0) });
    expect(owed?.owed).toEqual(usd(account?.balanceCents));
    expect(total).toEqual({ ...owed, partner: "total" });
    expect(await books("partners", "--on", "2026-03-01")).toEqual([]);
  });
});

describe("books export", () => {
  const exported = async (...args: string[]) => {
    const file = join(await mkdtemp(join(tmpdir(), "books-")), "books.csv");
    await runAdmin(api, "books", "export", "--file", file, ...args);
    const text = await readFile(file, "utf8");
    return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
  };
  const sums = (lines: Record<string, string>[], name: (line: Record<string, string>) => string) => {
    const found = new Map<string, number>();
    for (const line of lines) found.set(name(line), (found.get(name(line)) ?? 0) + Number(line.amount_cents));
    return found;
  };
  const accountName = ({ account, client_id }: Record<string, string>) => `${account} ${client_id}`;

  it("reconciles with the ledger: each account with its balance, each transaction with zero", async () => {
    const lines = await exported("--from", "2026-01-01");
    expect(lines).toHaveLength(await api.db.$count(ledgerEntries));
    const accounts = await api.db.select().from(ledgerAccounts);
    const moved = sums(lines, accountName);
    for (const { kind, userId, balanceCents } of accounts)
      expect(moved.get(`${kind} ${userId ?? ""}`) ?? 0).toBe(balanceCents);
    for (const sum of sums(lines, ({ movement = "" }) => movement).values()) expect(sum).toBe(0);
  });

  it("of a later period reconciles too, with the opening balance of each account", async () => {
    api.pass({ days: 40 });
    await giveMoney(api, client.id, 777);
    const lines = await exported("--with-opening");
    expect(lines.filter(({ kind }) => kind === "deposit")).toHaveLength(2);
    const accounts = await api.db.select().from(ledgerAccounts);
    const moved = sums(lines, accountName);
    for (const { kind, userId, balanceCents } of accounts)
      expect(moved.get(`${kind} ${userId ?? ""}`) ?? 0).toBe(balanceCents);
  });

  it("is written in chunks, without transactions that did not exist when it began", async () => {
    await transaction(api.db, async (tx) => {
      const [main, company] = [await accountOf(tx, client.id, "main"), await companyAccount(tx, "deposits")];
      for (let index = 0; index < 1_100; index++)
        await post(tx, {
          kind: "deposit",
          reference: { type: "test", id: String(index) },
          at: api.deps.clock.now(),
          entries: [
            { account: main, amountCents: 1 },
            { account: company, amountCents: -1 },
          ],
        });
    });
    const chunks: string[] = [];
    for await (const chunk of ledgerExport(api.deps, {})) {
      if (chunks.length === 1) await giveMoney(api, client.id, 5);
      chunks.push(chunk);
    }
    expect(chunks.length).toBeGreaterThan(2);
    const lines = chunks.join("").trim().split("\r\n");
    expect(lines).toHaveLength(1 + 2 + 2 * 1_100);
  });

  it("has the country of the invoice, otherwise of the client's billing details, on all lines of a movement", async () => {
    const { id, token } = await api.newClient();
    await api.call(changeBillingDetails, { country: "LV" }, { token });
    await giveMoney(api, id, 30_000);
    await api.call(vps.rent, order, { token });
    await api.call(changeBillingDetails, { country: "EE" }, { token });
    const ofCompanyOnly = await transaction(api.db, async (tx) => {
      const [deposits, revenue] = [await companyAccount(tx, "deposits"), await companyAccount(tx, "revenue")];
      return post(tx, {
        kind: "deposit",
        reference: { type: "test", id: "without a client" },
        at: api.deps.clock.now(),
        entries: [
          { account: deposits, amountCents: 1 },
          { account: revenue, amountCents: -1 },
        ],
      });
    });
    const lines = await exported();
    const countriesOf = (movement?: string) =>
      lines.filter((line) => line.movement === movement).map(({ tax_country }) => tax_country);
    const movementOf = (type: string) =>
      lines.find((line) => line.client_id === id && line.reference_type === type)?.movement;
    expect(countriesOf(movementOf("server_payment"))).toEqual(["LV", "LV"]);
    expect(new Set(countriesOf(lines.find((line) => line.client_id === id)?.movement))).toEqual(
      new Set(["EE"]),
    );
    expect(countriesOf(String(ofCompanyOnly))).toEqual(["", ""]);
    const [opening] = (await exported("--from", "2026-04-12", "--to", "2026-04-12", "--with-opening")).filter(
      (line) => line.client_id === id,
    );
    expect(opening).toMatchObject({ kind: "opening_balance", tax_country: "EE" });
  });

  it("of a past month is the same after a client's country has changed, or the account is deleted", async () => {
    const { id, token } = await api.newClient();
    const other = await api.newClient();
    await api.call(changeBillingDetails, { country: "LV" }, { token });
    await api.call(changeBillingDetails, { country: "FI" }, { token: other.token });
    await giveMoney(api, id, 30_000);
    const { email } = other;
    await api.call(balance.transfer, { email, amountCents: 500 }, { token });
    const days = [
      "--from",
      dayOf(api.deps.clock.now()),
      "--to",
      dayOf(api.deps.clock.now()),
      "--with-opening",
    ];
    const before = await exported(...days);
    const countries = before
      .filter((line) => line.client_id === id || line.client_id === other.id)
      .map(({ kind, client_id, tax_country }) => [
        kind,
        client_id === id ? "sender" : "recipient",
        tax_country,
      ]);
    expect(countries).toEqual([
      ["deposit", "sender", "LV"],
      ["transfer", "sender", "LV"],
      ["transfer", "recipient", "FI"],
    ]);
    api.pass({ days: 1 });
    await api.call(changeBillingDetails, { country: "EE" }, { token });
    await api.call(changeBillingDetails, {}, { token: other.token });
    expect(await exported(...days)).toEqual(before);
    await transaction(api.db, async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.id, id));
      if (user) await forgetClient(api.deps, tx, user);
    });
    expect(await exported(...days)).toEqual(before);
  });
});
